#include "map/functions.hpp"

#include <gtest/gtest.h>

#include <string>

#include "map/functions_kit.hpp"

namespace semsite::test::functions_iri_test {
namespace {

TEST(IriFunctions, TellIrisFromText) {
  EXPECT_EQ(values("iri", {{"value", "urn:x:y"}}), Texts{"<urn:x:y>"});
  EXPECT_EQ(values("iri", {{"value", "LES-0001"}}), Texts{});
  EXPECT_EQ(values("iri", {{"value", "http://e.example/100%"}}),
            Texts{"<http://e.example/100%>"});
  EXPECT_EQ(values("iri", {{"value", "http://e.example/a b"}}), Texts{});
  EXPECT_EQ(values("unlessIri", {{"value", "label"}, {"test", "urn:x:y"}}), Texts{});
  EXPECT_EQ(values("unlessIri", {{"value", "label"}, {"test", "PLACEHOLDER_ORG_URI"}}),
            Texts{"label"});
  EXPECT_EQ(values("unlessIri", {{"value", "label"}}), Texts{"label"});
  EXPECT_EQ(values("iri", {{"value", "urn:x:y"}, {"schemes", "http https"}}), Texts{});
  EXPECT_EQ(values("iri", {{"value", "HTTPS://e.example/"}, {"schemes", "http https"}}),
            Texts{"<HTTPS://e.example/>"});
  EXPECT_EQ(values("unlessIri",
                   {{"value", "v"}, {"test", "urn:x:y"}, {"schemes", "http https"}}),
            Texts{"v"});
}

// Signposting sheet §6: split only if every part is an absolute URI.
TEST(IriFunctions, SplitProfilesOnlyIfAllAreIris) {
  EXPECT_EQ(values("iris", {{"value", "https://a.example/  https://b.example/"}}),
            (Texts{"<https://a.example/>", "<https://b.example/>"}));
  EXPECT_EQ(values("iris", {{"value", "https://a.example/ b"}}),
            Texts{"https://a.example/ b"});
}

TEST(IriFunctions, NoteWhatIsNotInTheValueList) {
  const std::string kern = "https://identifier.overheid.nl/tooi/def/thes/kern/";
  const std::string list = "scw_woo_informatiecategorieen";
  EXPECT_EQ(values("listedIri", {{"value", kern + "c_99a836c7"}, {"list", list}}),
            Texts{"<" + kern + "c_99a836c7>"});
  const Collected made_up =
      call("listedIri", {{"value", kern + "c_4191a648"}, {"list", list}});
  EXPECT_EQ(made_up.values, Texts{"<" + kern + "c_4191a648>"});
  EXPECT_EQ(made_up.notes, Texts{"map.not-listed"});
  const Collected placeholder = call("listedIri", {{"value", "PLACEHOLDER_ORG_URI"}});
  EXPECT_EQ(placeholder.values, Texts{});
  EXPECT_EQ(placeholder.notes, Texts{"map.not-an-iri"});
  EXPECT_EQ(values("listedIri", {{"value", "urn:any"}}), Texts{"<urn:any>"});
}

// DiWoo sheet §7: resources of isPartOf, hasPart and relation are free text.
TEST(IriFunctions, ResolveOnlyWhatLooksLikeAReference) {
  const auto reference = [](std::string value) {
    return values("reference", {{"value", value}});
  };
  EXPECT_EQ(reference("https://o.example/d/1"), Texts{"<https://o.example/d/1>"});
  EXPECT_EQ(reference("/d/1"), Texts{"<https://s.example/d/1>"});
  EXPECT_EQ(reference("../d"), Texts{"<https://s.example/d>"});
  for (const char* const text :
       {"ZK-2025-0042", "2024/0911", "zaak 12", "dossier: x", "/a b", "#1"}) {
    EXPECT_EQ(reference(text), Texts{}) << text;
    EXPECT_EQ(values("unlessReference", {{"value", "v"}, {"test", text}}), Texts{"v"});
  }
  EXPECT_EQ(values("unlessReference", {{"value", "v"}, {"test", "/d/1"}}), Texts{});
  EXPECT_EQ(values("unlessReference", {{"value", "v"}}), Texts{"v"});
}

// OCX sheet §6: ocx:loc only where it is not loc.
TEST(IriFunctions, CompareUrlsAfterResolving) {
  EXPECT_EQ(values("otherThan", {{"value", "/meta"}, {"than", "https://s.example/les"}}),
            Texts{"https://s.example/meta"});
  EXPECT_EQ(values("otherThan", {{"value", "/les"}, {"than", "https://s.example/les"}}),
            Texts{});
  EXPECT_EQ(values("otherThan", {{"value", "x"}}), Texts{"https://s.example/dir/x"});
}

}  // namespace
}  // namespace semsite::test::functions_iri_test
