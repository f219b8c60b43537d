#include "map/functions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "map/functions_kit.hpp"

namespace semsite::test::functions_test {
namespace {

const std::string kXsd = "http://www.w3.org/2001/XMLSchema#";

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

TEST(LiteralFunctions, ADurationIsNoDate) {
  for (const std::string text : {"-P1D", "P10D", "PT1H", "P1Y", "-P1Y2M"}) {
    const Collected got = call("date", {{"value", text}});
    EXPECT_EQ(got.notes, Texts{"map.bad-date"}) << text;
    EXPECT_EQ(got.values, Texts{text + "^^" + kXsd + "string"}) << text;
  }
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
}  // namespace semsite::test::functions_test
