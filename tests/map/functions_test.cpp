#include "map/functions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace semsite {
namespace {

using Texts = std::vector<std::string>;
const std::string kXsd = "http://www.w3.org/2001/XMLSchema#";
const std::string kRelation = "http://www.iana.org/assignments/relation/";

/// What a call gave: `text`, `<iri>`, `text^^datatype`; and the codes of its notes.
struct Collected {
  Texts values;
  Texts notes;
};

class Collector final : public FunctionSink {
 public:
  explicit Collector(Collected& collected) : collected_(collected) {}
  void value(const FunctionValue& value) override {
    std::string text{value.text};
    if (value.kind == ValueKind::iri) text = "<" + text + ">";
    if (value.kind == ValueKind::literal) text += "^^" + std::string{value.datatype};
    collected_.values.push_back(text);
  }
  void note(std::string_view code, std::string_view message) override {
    EXPECT_FALSE(message.empty());
    collected_.notes.emplace_back(code);
  }

 private:
  Collected& collected_;
};

using Arguments = std::vector<std::pair<std::string, std::string>>;

Collected call(std::string_view name, const Arguments& arguments,
               const DocumentFacts& document = {"https://s.example/dir/map.xml", ""}) {
  const MappingFunction* const function =
      find_mapping_function(std::string{kFunctionNamespace} + std::string{name});
  EXPECT_NE(function, nullptr) << name;
  Collected collected;
  Collector collector{collected};
  std::vector<std::string_view> values(function->parameters.size());
  for (const auto& [parameter, value] : arguments) {
    const auto place =
        std::find_if(function->parameters.begin(), function->parameters.end(),
                     [&](const FunctionParameter& one) { return one.name == parameter; });
    EXPECT_NE(place, function->parameters.end()) << parameter;
    values[static_cast<std::size_t>(place - function->parameters.begin())] = value;
  }
  function->run({.arguments = values, .document = document, .node = "n7"}, collector);
  return collected;
}

Texts values(std::string_view name, const Arguments& arguments) {
  const Collected collected = call(name, arguments);
  EXPECT_EQ(collected.notes, Texts{}) << name;
  return collected.values;
}

TEST(MappingFunctions, AreFoundByIriOnly) {
  EXPECT_NE(find_mapping_function("https://w3id.org/semsite/function#date"), nullptr);
  EXPECT_EQ(find_mapping_function("https://w3id.org/semsite/function#Date"), nullptr);
  EXPECT_EQ(find_mapping_function("date"), nullptr);
  EXPECT_EQ(find_mapping_function(""), nullptr);
}

TEST(MappingFunctions, AreSortedAndDescribed) {
  const auto all = mapping_functions();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.name < b.name;
  }));
  for (const MappingFunction& one : all) {
    EXPECT_TRUE(one.summary.ends_with(".")) << one.name;
    EXPECT_NE(one.run, nullptr);
  }
}

// The caller calls none without its required arguments, but hostile text may be anywhere.
TEST(MappingFunctions, BearAnyArguments) {
  for (const MappingFunction& one : mapping_functions())
    for (const std::string_view text :
         {std::string_view{}, std::string_view{" "}, std::string_view{"\0\xff:/", 4},
          std::string_view{"::::"}, std::string_view{"2025-99-99 25:61"},
          std::string_view{"md5:zz md5: :"}, std::string_view{"http://"}}) {
      const std::vector<std::string_view> arguments(one.parameters.size(), text);
      const DocumentFacts document{std::string{text}, std::string{text}};
      Collected collected;
      Collector collector{collected};
      one.run({.arguments = arguments, .document = document, .node = "n"}, collector);
    }
}

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
                                    "item http://e.example/has\n  http://v.example/r "
                                    "http://e.example/r type http://e.example/a item"}});
  };
  EXPECT_EQ(term("Item"), Texts{"<http://e.example/has>"});
  EXPECT_EQ(
      term("type http://v.example/r " + kRelation + "item"),
      (Texts{"<http://e.example/has>", "<http://e.example/r>", "<http://e.example/a>"}));
  EXPECT_EQ(term("author"), Texts{});
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

TEST(ChoiceFunctions, ChooseByAnotherValue) {
  EXPECT_EQ(values("first", {{"value", "a"}, {"otherwise", "b"}}), Texts{"a"});
  EXPECT_EQ(values("first", {{"otherwise", "b"}}), Texts{"b"});
  EXPECT_EQ(values("first", {{"finally", "c"}}), Texts{"c"});
  EXPECT_EQ(values("first", {}), Texts{});
  EXPECT_EQ(values("onlyIf", {{"value", "v"}, {"test", "Allow"}, {"equals", "allow"}}),
            Texts{"v"});
  EXPECT_EQ(values("onlyIf", {{"value", "v"}, {"equals", "allow"}}), Texts{});
  EXPECT_EQ(
      values("unless", {{"value", "v"}, {"test", "deleted"}, {"equals", "deleted"}}),
      Texts{});
  EXPECT_EQ(values("unless", {{"value", "v"}, {"equals", "deleted"}}), Texts{"v"});
}

TEST(ChoiceFunctions, CutAListIntoItsParts) {
  EXPECT_EQ(values("parts", {{"value", " NL  BE\tDE "}}), (Texts{"NL", "BE", "DE"}));
  EXPECT_EQ(values("parts", {{"value", "tax, income tax,, "}, {"separator", ","}}),
            (Texts{"tax", "income tax"}));
}

TEST(ChoiceFunctions, EndALongList) {
  std::string list;
  for (int i = 0; i < 1001; ++i) list += " urn:x:" + std::to_string(i);
  for (const auto& [name, parameter] : std::vector<std::pair<std::string, std::string>>{
           {"parts", "value"}, {"iris", "value"}, {"relation", "rel"}}) {
    const Collected got = call(name, {{parameter, list}});
    EXPECT_EQ(got.values.size(), 1000u) << name;
    EXPECT_EQ(got.notes, Texts{"map.too-many-values"}) << name;
  }
}

// W3C "Date and Time Formats"; OCX sheet §3: fraction and offset survive.
TEST(LiteralFunctions, TypeADateByItsForm) {
  const auto date = [](std::string value) { return values("date", {{"value", value}}); };
  EXPECT_EQ(date("2017-02-18T01:16:08.00-05:00"),
            Texts{"2017-02-18T01:16:08.00-05:00^^" + kXsd + "dateTime"});
  EXPECT_EQ(date("2025-03-01T00:00:00"),
            Texts{"2025-03-01T00:00:00^^" + kXsd + "dateTime"});
  EXPECT_EQ(date("2025-02-01"), Texts{"2025-02-01^^" + kXsd + "date"});
  EXPECT_EQ(date("2025-02"), Texts{"2025-02^^" + kXsd + "gYearMonth"});
  EXPECT_EQ(date("2025"), Texts{"2025^^" + kXsd + "gYear"});
}

TEST(LiteralFunctions, CompleteATimeWithoutSeconds) {
  EXPECT_EQ(values("date", {{"value", "2025-01-20T08:15+01:00"}}),
            Texts{"2025-01-20T08:15:00+01:00^^" + kXsd + "dateTime"});
}

// DiWoo sheet §5: producers write a blank for the `T`.
TEST(LiteralFunctions, RepairADateWithABlank) {
  for (const auto& [written, meant] : std::vector<std::pair<std::string, std::string>>{
           {"2025-03-04 10:00:00", "2025-03-04T10:00:00"},
           {"2025-03-04 10:00", "2025-03-04T10:00:00"},
           {"2025-03-04 10:00:00 +01:00", "2025-03-04T10:00:00+01:00"}}) {
    const Collected got = call("date", {{"value", written}});
    EXPECT_EQ(got.values, Texts{meant + "^^" + kXsd + "dateTime"});
    EXPECT_EQ(got.notes, Texts{"map.date-repaired"});
  }
}

TEST(LiteralFunctions, KeepWhatIsNoDateAsText) {
  for (const char* const text :
       {"vandaag", "04-03-2025", "10:00:00", "P1D", "2025-13-01", "20250304", "12345"}) {
    const Collected got = call("date", {{"value", text}});
    EXPECT_EQ(got.values, Texts{text + ("^^" + kXsd) + "string"}) << text;
    EXPECT_EQ(got.notes, Texts{"map.bad-date"}) << text;
  }
}

TEST(LiteralFunctions, TypeOtherValues) {
  EXPECT_EQ(values("seconds", {{"value", "600"}}), Texts{"PT600S^^" + kXsd + "duration"});
  EXPECT_EQ(values("boolean", {{"value", "Yes"}}), Texts{"true^^" + kXsd + "boolean"});
  EXPECT_EQ(values("boolean", {{"value", "no"}}), Texts{"false^^" + kXsd + "boolean"});
  EXPECT_EQ(values("number", {{"value", "4.2"}}), Texts{"4.2^^" + kXsd + "decimal"});
  EXPECT_EQ(values("number", {{"value", "12345"}}), Texts{"12345^^" + kXsd + "integer"});
  EXPECT_EQ(call("seconds", {{"value", "10 min"}}).notes, Texts{"map.bad-number"});
  EXPECT_EQ(call("boolean", {{"value", "maybe"}}).notes, Texts{"map.bad-boolean"});
  const Collected bad = call("number", {{"value", "1e5"}});
  EXPECT_EQ(bad.values, Texts{"1e5^^" + kXsd + "string"});
  EXPECT_EQ(bad.notes, Texts{"map.bad-number"});
}

TEST(FileFunctions, TypeSizesAndMediaTypes) {
  EXPECT_EQ(values("byteSize", {{"value", "8876"}}),
            Texts{"8876^^" + kXsd + "nonNegativeInteger"});
  const Collected bad = call("byteSize", {{"value", "-1"}});
  EXPECT_EQ(bad.values, Texts{});
  EXPECT_EQ(bad.notes, Texts{"map.bad-number"});
  EXPECT_EQ(values("mediaType", {{"value", "Text/HTML; charset=UTF-8"}}),
            Texts{"text/html; charset=UTF-8"});
  const Collected odd = call("mediaType", {{"value", "CSV"}});
  EXPECT_EQ(odd.values, Texts{"csv"});
  EXPECT_EQ(odd.notes, Texts{"map.bad-media-type"});
}

// Z39.99, attribute hash.
TEST(FileFunctions, ReadChecksums) {
  const std::string hash = "md5:1584ABDF8EBDC9802AC0C6A7402C03B6 sha-256:00ff";
  const auto checksum = [&](std::string algorithm) {
    return values("checksum", {{"hash", hash}, {"algorithm", algorithm}});
  };
  EXPECT_EQ(checksum("md5"),
            Texts{"1584abdf8ebdc9802ac0c6a7402c03b6^^" + kXsd + "hexBinary"});
  EXPECT_EQ(checksum("sha256"), Texts{"00ff^^" + kXsd + "hexBinary"});
  EXPECT_EQ(checksum("sha-1"), Texts{});
  EXPECT_EQ(values("checksumNode", {{"hash", hash}, {"algorithm", "sha-256"}}),
            Texts{"n7sha256"});
  EXPECT_EQ(values("checksumNode", {{"hash", hash}, {"algorithm", "sha-1"}}), Texts{});
  EXPECT_EQ(values("checksum", {{"hash", "md5:xyz"}, {"algorithm", "md5"}}), Texts{});
  const Collected bad = call("checksumNode", {{"hash", "md5:xyz"}, {"algorithm", "md5"}});
  EXPECT_EQ(bad.values, Texts{});
  EXPECT_EQ(bad.notes, Texts{"map.bad-checksum"});
}

// OCX sheet §4, §6.
TEST(CourseFunctions, GiveTheClassOrTheText) {
  EXPECT_EQ(values("courseType", {{"value", "oer:Activity"}}),
            Texts{"<http://oerschema.org/Activity>"});
  EXPECT_EQ(values("courseTypeText", {{"value", "oer:Activity"}}), Texts{});
  const Collected slash = call("courseType", {{"value", "http://schema.org/Course/"}});
  EXPECT_EQ(slash.values, Texts{"<http://schema.org/Course>"});
  EXPECT_EQ(slash.notes, Texts{"ocx.type-trailing-slash"});
  EXPECT_EQ(values("courseType", {{"value", "canvasURI"}}), Texts{});
  const Collected text = call("courseTypeText", {{"value", "canvasURI"}});
  EXPECT_EQ(text.values, Texts{"canvasURI"});
  EXPECT_EQ(text.notes, Texts{"ocx.unknown-type"});
}

TEST(CourseFunctions, KnowFormatsByAnySpelling) {
  for (const char* const name : {"JSON-LD", "json-ld", "JSONLD", "Json LD"})
    EXPECT_EQ(values("markupFormat", {{"value", name}}),
              Texts{"<http://www.w3.org/ns/formats/JSON-LD>"});
  for (const char* const name : {"RDFa", "rdfa", "RDFa 1.1"})
    EXPECT_EQ(values("markupFormat", {{"value", name}}),
              Texts{"<http://www.w3.org/ns/formats/RDFa>"});
  EXPECT_EQ(values("markupFormat", {{"value", "microdata"}}),
            Texts{"<https://html.spec.whatwg.org/multipage/microdata.html>"});
  const Collected text = call("markupFormatText", {{"value", "Turtle"}});
  EXPECT_EQ(text.values, Texts{"Turtle"});
  EXPECT_EQ(text.notes, Texts{"ocx.unknown-format"});
  EXPECT_EQ(values("markupFormatText", {{"value", "RDFa"}}), Texts{});
}

// DiWoo sheet §2, §4.
TEST(DocumentFunctions, ReadTheCategoryFromTheNameOfTheIndex) {
  const auto category = [](std::string index) {
    return call("indexCategory", {}, {"https://s.example/a.xml", std::move(index)})
        .values;
  };
  const Texts advice{"<https://identifier.overheid.nl/tooi/def/thes/kern/c_99a836c7>"};
  EXPECT_EQ(category("https://s.example/sitemapindex-diwoo-infocat010.xml"), advice);
  EXPECT_EQ(category("https://s.example/api/x/sitemapindex-diwoo-infocat010.xml?p=1#f"),
            advice);
  for (const char* const name :
       {"sitemapindex-diwoo.xml", "sitemapindex-diwoo-infocat018.xml",
        "sitemapindex-diwoo-infocat000.xml", "sitemapindex-diwoo-infocat10.xml",
        "SitemapIndex-diwoo-infocat010.xml", "sitemapindex-diwoo-infocat010.xml.gz",
        "xsitemapindex-diwoo-infocat010.xml", "sitemapindex-diwoo-infocat010.xml/p"})
    EXPECT_EQ(category("https://s.example/" + std::string{name}), Texts{}) << name;
  EXPECT_EQ(category(""), Texts{});
}

TEST(DocumentFunctions, GiveTheUrls) {
  const DocumentFacts both{"https://s.example/a.xml", "https://s.example/i.xml"};
  EXPECT_EQ(call("documentUrl", {}, both).values, Texts{"<https://s.example/a.xml>"});
  EXPECT_EQ(call("indexUrl", {}, both).values, Texts{"<https://s.example/i.xml>"});
  EXPECT_EQ(call("indexUrl", {}, {"https://s.example/a.xml", ""}).values, Texts{});
  EXPECT_EQ(call("documentLanguage", {}, {"", "", "nl"}).values, Texts{"nl"});
  EXPECT_EQ(call("documentLanguage", {}).values, Texts{});
  EXPECT_EQ(call("node", {}).values, Texts{"n7"});
  EXPECT_EQ(call("node", {{"name", "series"}}).values, Texts{"n7-series"});
}

}  // namespace
}  // namespace semsite
