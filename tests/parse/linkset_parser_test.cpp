#include "parse/linkset.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "parse/detect_syntax.hpp"
#include "parse/syntax.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"
#include "support/convert_text.hpp"
#include "support/mutated.hpp"

namespace semsite::test::linkset_parser_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Texts = std::vector<std::string>;

// The pair of signposting §6, which must say the same.
constexpr std::string_view kJson = R"({"linkset": [
  {"anchor": "https://repo.example/obj/7",
   "cite-as": [{"href": "https://doi.example/10.9999/obj7"}],
   "item": [{"href": "https://files.example/7/data.csv", "type": "text/csv",
             "title*": [{"value": "Gegevens", "language": "nl"}], "hreflang": ["nl", "en"]}],
   "describedby": [{"href": "https://repo.example/obj/7.jsonld", "type": "application/ld+json",
             "profile": ["https://w3id.org/ro/crate"]}]},
  {"anchor": "https://files.example/7/data.csv",
   "collection": [{"href": "https://repo.example/obj/7", "type": "text/html"}]}
]})";
constexpr std::string_view kText =
    R"(<https://doi.example/10.9999/obj7>; rel="cite-as"; anchor="https://repo.example/obj/7",
<https://files.example/7/data.csv>; rel=item; type="text/csv"; title*=UTF-8'nl'Gegevens
  ; hreflang=nl; hreflang=en; anchor="https://repo.example/obj/7",
<https://repo.example/obj/7.jsonld>; rel="describedby"; type="application/ld+json"
  ; profile="https://w3id.org/ro/crate"; anchor="https://repo.example/obj/7",
<https://repo.example/obj/7>; rel="collection"; type="text/html"
  ; anchor="https://files.example/7/data.csv"
)";

struct Parsed {
  Texts lines;  // sorted
  CollectingDiagnostics diagnostics;
};

void parse(std::string_view text, std::string_view syntax, Parsed& out,
           const std::string& anchor = {}) {
  auto document = std::make_shared<Document>();
  document->iri = document->base = "https://repo.example/sets/7";
  QuadBuilder quads{document, [&](QuadBatch batch) {
                      TextBuffer buffer;
                      append_quads(buffer, batch);
                      std::istringstream all{std::string{buffer.view()}};
                      for (std::string line; std::getline(all, line);)
                        out.lines.push_back(line);
                    }};
  MemorySource bytes{std::string{text}, 7};
  ParseSettings settings;
  settings.linkset_anchor = anchor;
  find_syntax(syntax)->parse({.bytes = bytes,
                              .quads = quads,
                              .diagnostics = out.diagnostics,
                              .limits = Limits{},
                              .settings = settings});
  quads.flush();
  std::ranges::sort(out.lines);
}

Texts sorted(Texts lines) {
  std::ranges::sort(lines);
  return lines;
}

// Written from signposting §10.
const Texts kExpected = sorted({
    "<https://repo.example/obj/7> <http://www.iana.org/assignments/relation/cite-as> "
    "<https://doi.example/10.9999/obj7> .",
    "<https://repo.example/obj/7> <http://purl.org/dc/terms/identifier> "
    "\"https://doi.example/10.9999/obj7\" .",
    "<https://repo.example/obj/7> <http://www.iana.org/assignments/relation/item> "
    "<https://files.example/7/data.csv> .",
    "<https://repo.example/obj/7> <http://purl.org/dc/terms/hasPart> "
    "<https://files.example/7/data.csv> .",
    "<https://files.example/7/data.csv> <http://purl.org/dc/terms/format> \"text/csv\" .",
    "<https://files.example/7/data.csv> <http://purl.org/dc/terms/title> "
    "\"Gegevens\"@nl .",
    "<https://files.example/7/data.csv> <http://purl.org/dc/terms/language> \"nl\" .",
    "<https://files.example/7/data.csv> <http://purl.org/dc/terms/language> \"en\" .",
    "<https://repo.example/obj/7> <http://www.iana.org/assignments/relation/describedby> "
    "<https://repo.example/obj/7.jsonld> .",
    "<https://repo.example/obj/7> <http://www.w3.org/2007/05/powder-s#describedby> "
    "<https://repo.example/obj/7.jsonld> .",
    "<https://repo.example/obj/7.jsonld> <http://purl.org/dc/terms/format> "
    "\"application/ld+json\" .",
    "<https://repo.example/obj/7.jsonld> <http://purl.org/dc/terms/conformsTo> "
    "<https://w3id.org/ro/crate> .",
    "<https://files.example/7/data.csv> "
    "<http://www.iana.org/assignments/relation/collection> "
    "<https://repo.example/obj/7> .",
    "<https://files.example/7/data.csv> <http://purl.org/dc/terms/isPartOf> "
    "<https://repo.example/obj/7> .",
    "<https://repo.example/obj/7> <http://purl.org/dc/terms/format> \"text/html\" .",
});

TEST(LinksetParser, BothFormsSayTheSame) {  // signposting §6, §10
  Parsed json, text;
  parse(kJson, "linkset+json", json);
  parse(kText, "linkset", text);
  EXPECT_EQ(json.lines, kExpected);
  EXPECT_EQ(text.lines, kExpected);
  EXPECT_THAT(json.diagnostics.faults(), IsEmpty());
  EXPECT_THAT(text.diagnostics.faults(), IsEmpty());
}

TEST(LinksetParser, PassesOverLinksWhoseContextIsNotSaid) {  // RFC 9264 §4
  constexpr std::string_view kSet =
      R"({"linkset": [{"item": [{"href": "https://a.example/1"}]},
          {"anchor": "/rel", "item": [{"href": "https://a.example/2"}]},
          {"anchor": "https://a.example/", "item": [{"href": "3"}, {"href": ""}]}]})";
  Parsed got;
  parse(kSet, "linkset+json", got);
  EXPECT_THAT(got.diagnostics.codes(),
              ElementsAre("linkset.no-anchor", "linkset.relative", "linkset.relative"));
  EXPECT_THAT(got.lines,
              ElementsAre("<https://a.example/> <http://purl.org/dc/terms/hasPart> "
                          "<https://repo.example/sets/7> .",
                          "<https://a.example/> "
                          "<http://www.iana.org/assignments/relation/item> "
                          "<https://repo.example/sets/7> ."));
}

TEST(LinksetParser, UsesTheContextThatIsGiven) {
  Parsed got;
  parse(R"({"linkset": [{"next": [{"href": "8"}]}]})", "linkset+json", got,
        "https://repo.example/obj/7");
  EXPECT_THAT(got.lines, ElementsAre("<https://repo.example/obj/7> "
                                     "<http://www.iana.org/assignments/relation/next> "
                                     "<https://repo.example/sets/8> ."));
  EXPECT_THAT(got.diagnostics.faults(), IsEmpty());
}

TEST(LinksetParser, IsFoundByContentNameAndType) {
  EXPECT_EQ(detect_syntax(kJson, {}).found, "linkset+json");
  EXPECT_EQ(
      detect_syntax(kJson, {.media_type = "application/json", .path = "/x.json"}).found,
      "linkset+json");
  EXPECT_EQ(detect_syntax(kText, {.media_type = "text/plain", .path = ""}).found,
            "linkset");
  EXPECT_EQ(syntax_of_media_type("application/linkset+json; profile=\"x\"")->name,
            "linkset+json");
  EXPECT_EQ(syntax_of_media_type("application/linkset")->name, "linkset");
  // Whoever says that it is JSON-LD means it: a context makes it that (RFC 9264, A).
  EXPECT_EQ(detect_syntax(kJson, {.media_type = "application/ld+json", .path = ""}).found,
            "jsonld");
  EXPECT_EQ(detect_syntax("{\"x\": 1, \"linkset\": []}",
                          {.media_type = "application/linkset+json", .path = ""})
                .found,
            "linkset+json");
}

TEST(LinksetParser, GivesLegalQuadsWhateverItReads) {
  std::mt19937 random{9264};
  for (int i = 0; i < 3'000; ++i) {
    const bool json = i % 2 == 0;
    const std::string text = mutated(std::string{json ? kJson : kText}, random,
                                     {.favourites = "{}[]\",:<>;=*'% \\"});
    Parsed got;
    try {
      parse(text, json ? "linkset+json" : "linkset", got);
    } catch (const DocumentError& error) {
      EXPECT_EQ(error.code(), "linkset.syntax") << text;
    }
    std::string lines;
    for (const std::string& line : got.lines) lines += line + '\n';
    MemorySource bytes{lines};
    Converted again;
    convert(bytes, kNQuads, again);
    EXPECT_THAT(again.diagnostics.codes(), IsEmpty()) << text;
  }
}

}  // namespace
}  // namespace semsite::test::linkset_parser_test
