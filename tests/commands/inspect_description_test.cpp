#include "commands/inspect_description.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace semsite::inspect_description_test {
namespace {

using testing::HasSubstr;
using Texts = std::vector<std::string>;

struct Shown {
  InspectResult result;
  Texts lines;
};

Shown show(std::string_view text, const std::string& content_type = {}) {
  Shown shown;
  MemorySource bytes{std::string{text}, 16};
  shown.result =
      inspect(bytes, {.base = "http://a.example/void", .content_type = content_type}, {},
              [&](std::string_view line) {
                shown.lines.emplace_back(line.substr(0, line.size() - 1));
              });
  return shown;
}

constexpr std::string_view kVoid = R"(
@prefix void: <http://rdfs.org/ns/void#> .
<#d> a void:Dataset ; void:dataDump <dump.nt.gz> ; void:uriSpace "http://a.example/id/" .
)";

TEST(InspectDescription, ShowsEachDatasetAndASummary) {
  const Shown shown = show(kVoid);
  EXPECT_EQ(shown.result.kind, InspectKind::description);
  EXPECT_TRUE(shown.result.complete);
  ASSERT_EQ(shown.lines.size(), 2U);
  EXPECT_THAT(shown.lines[0], HasSubstr(R"("kind":"dataset")"));
  EXPECT_THAT(shown.lines[0], HasSubstr(R"("uri":"http://a.example/void#d")"));
  EXPECT_THAT(shown.lines[0], HasSubstr(R"("url":"http://a.example/dump.nt.gz")"));
  EXPECT_THAT(shown.lines[0], HasSubstr(R"("prefix":"http://a.example/id/")"));
  EXPECT_THAT(
      shown.lines[1],
      HasSubstr(
          R"("type":"description","syntax":"turtle","describes":"VoID","datasets":1)"));
  EXPECT_THAT(shown.lines[1], HasSubstr(R"("complete":true,"problem":null)"));
}

TEST(InspectDescription, JsonLdIsNoLinkSetUnlessItSaysSo) {
  for (const char* type : {"", "application/ld+json", "application/linkset+json"}) {
    const Shown shown =
        show(R"({"@context": {"p": "u:p"}, "@id": "u:s", "p": "o"})", type);
    EXPECT_EQ(shown.result.kind, InspectKind::description) << type;
    EXPECT_TRUE(shown.result.complete) << shown.lines.back();
    for (const std::string& line : shown.lines)
      EXPECT_THAT(line, testing::Not(HasSubstr("9264")));
  }
  EXPECT_EQ(show(R"({"@context": {}, "linkset": []})").result.kind, InspectKind::linkset);
}

// RFC 9264 §4.2: a term of JSON-LD that has the member's name makes no link set of it.
TEST(InspectDescription, ATermNamedLinksetIsNoLinkSet) {
  for (const char* text :
       {R"({"@context": {"@vocab": "u:"}, "linkset": "x", "name": "n"})",
        R"({"@context": {"@vocab": "u:"}, "name": "n", "linkset": [{"anchor": "x"}]})",
        R"({"linkset": [{"@id": "u:s", "u:p": 1}], "@context": {"@vocab": "u:"}})"}) {
    for (const char* type : {"", "application/ld+json", "application/linkset+json"}) {
      const Shown shown = show(text, type);
      EXPECT_EQ(shown.result.kind, InspectKind::description) << text << type;
      for (const std::string& line : shown.lines)
        EXPECT_THAT(line, testing::Not(HasSubstr("9264")));
    }
  }
}

TEST(InspectDescription, AFeedOfRss1IsAListOfPages) {
  const Shown shown = show(
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
      "xmlns=\"http://purl.org/rss/1.0/\"><channel rdf:about='http://a.example/f'/>"
      "<item rdf:about='http://a.example/1'><link>http://a.example/1</link></item>"
      "</rdf:RDF>");
  EXPECT_EQ(shown.result.kind, InspectKind::sitemap);
  EXPECT_THAT(shown.lines.back(), HasSubstr(R"("type":"rss")"));
}

TEST(InspectDescription, ShowsWhatIsSaidOfAFile) {  // DCAT 3 §6.8
  const Shown shown = show(R"(
@prefix dcat: <http://www.w3.org/ns/dcat#> .
<#d> a dcat:Dataset ; dcat:distribution [ dcat:downloadURL <d.ttl> ; dcat:byteSize 40 ;
  dcat:mediaType <https://www.iana.org/assignments/media-types/text/turtle> ] .
)");
  EXPECT_THAT(shown.lines.at(0), HasSubstr(R"("media_type":"text/turtle","bytes":40)"));
}

TEST(InspectDescription, ShowsTheDatasetsOfJsonLd) {
  const Shown dataset = show(R"({"@context": "https://schema.org/", "@type": "Dataset",
    "name": "Data", "distribution": {"@type": "DataDownload", "contentUrl": "d.nt",
    "encodingFormat": "application/n-triples"}})");
  EXPECT_EQ(dataset.result.kind, InspectKind::description);
  EXPECT_THAT(dataset.lines.at(0), HasSubstr(R"("label":"Data")"));
  EXPECT_EQ(show(R"({"linkset": []})").result.kind, InspectKind::linkset);
  EXPECT_EQ(show("<a>; rel=item", "application/linkset").result.kind,
            InspectKind::linkset);
}

TEST(InspectDescription, AFaultyOneIsSaidToBe) {
  const Shown shown = show(std::string{kVoid} + "<#e> a void:Data set .\n");
  EXPECT_FALSE(shown.result.complete);
  EXPECT_THAT(shown.lines.front(), HasSubstr(R"("kind":"note")"));
  EXPECT_THAT(shown.lines.back(), HasSubstr(R"("datasets":1)"));
  EXPECT_THAT(shown.lines.back(), HasSubstr(R"("complete":false)"));
}

TEST(InspectDescription, APageShowsTheDatasetsInIt) {
  const Shown shown = show(
      R"(<!doctype html><script type="application/ld+json">{"@context":
      "https://schema.org/", "@type": "Dataset", "name": "Of the page", "distribution":
      {"@type": "DataDownload", "contentUrl": "d.nt"}}</script>)");
  EXPECT_EQ(shown.result.kind, InspectKind::page);
  ASSERT_EQ(shown.lines.size(), 2U);
  EXPECT_THAT(shown.lines[0], HasSubstr(R"("label":"Of the page")"));
  EXPECT_THAT(shown.lines[1], HasSubstr(R"("type":"html","links":0,"datasets":1)"));
}

TEST(InspectDescription, OtherDocumentsStayWhatTheyAre) {
  EXPECT_EQ(show("User-agent: *\nDisallow:\n").result.kind, InspectKind::robots);
  EXPECT_EQ(show("http://a.example/1\nhttp://a.example/2\n").result.kind,
            InspectKind::sitemap);
  EXPECT_EQ(show("<urlset><url><loc>http://a.example/</loc></url></urlset>").result.kind,
            InspectKind::sitemap);
}

}  // namespace
}  // namespace semsite::inspect_description_test
