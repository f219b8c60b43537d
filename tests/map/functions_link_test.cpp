#include "map/functions.hpp"

#include <gtest/gtest.h>

#include <string>

#include "map/functions_kit.hpp"

namespace semsite::test::functions_link_test {
namespace {

const std::string kRelation = "http://www.iana.org/assignments/relation/";

// Signposting sheet §5.3, §5.4, §7.
TEST(LinkFunctions, GiveEachRelationOfTheList) {
  EXPECT_EQ(values("relation", {{"rel", "Canonical  cite-as\nhttp://schema.org/Id"}}),
            (Texts{"<" + kRelation + "canonical>", "<" + kRelation + "cite-as>",
                   "<http://schema.org/Id>"}));
  EXPECT_EQ(values("relation", {{"rel", "stylesheet icon"}}), Texts{});
  EXPECT_EQ(values("relation",
                   {{"rel", "https://www.iana.org/assignments/link-relations/#item"}}),
            Texts{"<" + kRelation + "item>"});
}

TEST(LinkFunctions, NoteAnUnregisteredWord) {
  const Collected got = call("relation", {{"rel", "item foo"}});
  EXPECT_EQ(got.values, Texts{"<" + kRelation + "item>"});
  EXPECT_EQ(got.notes, Texts{"map.unknown-relation"});
}

TEST(LinkFunctions, LookRelationsUpInATable) {
  const auto term = [](std::string rel) {
    return values("relationTerm", {{"rel", rel},
                                   {"table",
                                    "\n  item   http://e.example/has\r\n"
                                    "\thttp://v.example/r http://e.example/item x\n"
                                    "type http://e.example/a\nlast\nup "}});
  };
  EXPECT_EQ(term("Item"), Texts{"<http://e.example/has>"});
  EXPECT_EQ(term("type http://v.example/r " + kRelation + "item"),
            (Texts{"<http://e.example/a>", "<http://e.example/item>",
                   "<http://e.example/has>"}));
  for (const char* const none : {"author", "last", "up", "http://e.example/item", "tem",
                                 "http://v.example/", "http:"})
    EXPECT_EQ(term(none), Texts{}) << none;
}

TEST(LinkFunctions, GiveTheTargetOnlyForTheRelation) {
  const auto if_item = [](std::string rel) {
    return values("ifRelation", {{"value", "T"}, {"rel", rel}, {"relation", "item"}});
  };
  EXPECT_EQ(if_item("item"), Texts{"T"});
  EXPECT_EQ(if_item("cite-as ITEM"), Texts{"T"});
  EXPECT_EQ(if_item(kRelation + "item"), Texts{"T"});
  EXPECT_EQ(if_item("items"), Texts{});
  EXPECT_EQ(if_item("http://example.org/item"), Texts{});
  EXPECT_EQ(values("ifRelation", {{"value", "T"}, {"rel", "foo item"}}), Texts{"T"});
  EXPECT_EQ(values("ifRelation", {{"value", "T"}, {"rel", "foo stylesheet"}}), Texts{});
  EXPECT_EQ(values("ifRelation", {{"value", "T"},
                                  {"rel", "http://e.example/R"},
                                  {"relation", "http://e.example/R"}}),
            Texts{"T"});
}

// DiWoo sheet §7, extraMetadata.
TEST(LinkFunctions, JoinNamespaceAndKey) {
  EXPECT_EQ(values("property", {{"namespace", "https://e.example/ns/"}, {"key", "wijk"}}),
            Texts{"<https://e.example/ns/wijk>"});
  for (const Arguments& bad :
       {Arguments{{"namespace", "ns"}, {"key", "wijk"}},
        Arguments{{"namespace", "https://e.example/"}, {"key", "naam wijk"}},
        Arguments{{"key", "wijk"}}}) {
    EXPECT_EQ(values("property", bad), Texts{});
    Arguments with_value = bad;
    with_value.emplace_back("value", "v");
    EXPECT_EQ(values("unlessProperty", with_value), Texts{"v"});
  }
  EXPECT_EQ(values("unlessProperty",
                   {{"value", "v"}, {"namespace", "https://e.example/"}, {"key", "k"}}),
            Texts{});
}

}  // namespace
}  // namespace semsite::test::functions_link_test
