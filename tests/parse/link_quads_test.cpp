#include "parse/link_quads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "rdf/nquads_text.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test::link_quads_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Texts = std::vector<std::string>;

const std::string kPage = "https://repo.example/obj/7";

/// The quads of the links of a `Link` field, in order.
struct Field {
  CollectingDiagnostics diagnostics;
  Texts lines;

  explicit Field(std::string_view field,
                 LinkQuads::Aliases aliases = LinkQuads::Aliases::without,
                 std::string_view language = {}) {
    auto document = std::make_shared<Document>();
    document->scope = "s";
    QuadBuilder quads{document, [&](QuadBatch batch) {
                        TextBuffer buffer;
                        append_quads(buffer, batch);
                        std::istringstream all{std::string{buffer.view()}};
                        for (std::string line; std::getline(all, line);)
                          lines.push_back(line);
                      }};
    LinkQuads made{quads, diagnostics, aliases};
    const BaseIri base{kPage};
    for (const HeaderLink& link : read_link_header(field).links)
      made.add(link, base, kPage, language);
    quads.flush();
  }
};

std::string page_says(const std::string& predicate, const std::string& object) {
  return "<" + kPage + "> <" + predicate + "> " + object + " .";
}
std::string iana(const std::string& name) {
  return "http://www.iana.org/assignments/relation/" + name;
}

TEST(LinkQuads, WritesRegisteredNamesAndUris) {  // signposting §7, §10
  const Field got{
      "</t>; rel=\"Item https://r.example/Rel http://www.iana.org/assignments/"
      "link-relations/#next\""};
  EXPECT_THAT(got.lines,
              ElementsAre(page_says(iana("item"), "<https://repo.example/t>"),
                          page_says("https://r.example/Rel", "<https://repo.example/t>"),
                          page_says(iana("next"), "<https://repo.example/t>")));
  EXPECT_THAT(got.diagnostics.faults(), IsEmpty());
}

TEST(LinkQuads, LeavesOutWordsThatAreNoRelation) {  // signposting §7
  const Field got{"</t>; rel=\"foo stylesheet preload\""};
  EXPECT_THAT(got.lines, IsEmpty());
  EXPECT_THAT(got.diagnostics.codes(), ElementsAre("link.unknown-relation"));
  EXPECT_FALSE(got.diagnostics.faults()[0].skipped);
}

TEST(LinkQuads, WritesAliases) {  // signposting §10, 2
  const auto alias = [](const std::string& relation) {
    const Field got{"<https://t.example/>; rel=" + relation, LinkQuads::Aliases::with};
    EXPECT_EQ(got.lines.size(), 2U) << relation;
    return got.lines.back();
  };
  const std::string dct = "http://purl.org/dc/terms/";
  const std::string target = "<https://t.example/>";
  EXPECT_EQ(alias("author"), page_says(dct + "creator", target));
  EXPECT_EQ(alias("cite-as"), page_says(dct + "identifier", "\"https://t.example/\""));
  EXPECT_EQ(alias("describedby"),
            page_says("http://www.w3.org/2007/05/powder-s#describedby", target));
  EXPECT_EQ(
      alias("describes"),
      target + " <http://www.w3.org/2007/05/powder-s#describedby> <" + kPage + "> .");
  EXPECT_EQ(alias("item"), page_says(dct + "hasPart", target));
  EXPECT_EQ(alias("collection"), page_says(dct + "isPartOf", target));
  EXPECT_EQ(alias("license"), page_says(dct + "license", target));
  EXPECT_EQ(alias("type"),
            page_says("http://www.w3.org/1999/02/22-rdf-syntax-ns#type", target));
  EXPECT_EQ(alias("linkset"),
            page_says("http://www.w3.org/2000/01/rdf-schema#seeAlso", target));
  EXPECT_EQ(alias("alternate"), page_says(dct + "hasFormat", target));
  EXPECT_EQ(alias("related"), page_says(dct + "relation", target));
  EXPECT_EQ(Field("</c>; rel=canonical", LinkQuads::Aliases::with).lines.size(), 1U);
}

TEST(LinkQuads, WritesWhatIsSaidOfTheTarget) {  // signposting §10, 3
  const Field got{
      "<https://t.example/>; rel=item; type=\"Text/CSV;Header=present\"; "
      "profile=\"https://p.example/1 https://p.example/2\"; hreflang=nl; hreflang=en; "
      "length=42; modified=\"2024-05-01T10:00:00Z\"; datetime=\"Thu, 13 Jun 2019 "
      "09:34:33 "
      "GMT\"; pri=1; path=\"/x\""};
  const auto target = [](const std::string& predicate, const std::string& object) {
    return "<https://t.example/> <" + predicate + "> " + object + " .";
  };
  const std::string dct = "http://purl.org/dc/terms/";
  EXPECT_THAT(
      got.lines,
      ElementsAre(page_says(iana("item"), "<https://t.example/>"),
                  target(dct + "format", "\"text/csv;Header=present\""),
                  target(dct + "conformsTo", "<https://p.example/1>"),
                  target(dct + "conformsTo", "<https://p.example/2>"),
                  target(dct + "language", "\"nl\""), target(dct + "language", "\"en\""),
                  target("http://www.w3.org/ns/dcat#byteSize",
                         "\"42\"^^<http://www.w3.org/2001/XMLSchema#nonNegativeInteger>"),
                  target(dct + "modified",
                         "\"2024-05-01T10:00:00Z\"^^<http://www.w3.org/2001/"
                         "XMLSchema#dateTime>"),
                  target(dct + "modified", "\"Thu, 13 Jun 2019 09:34:33 GMT\"")));
}

TEST(LinkQuads, AProfileThatIsNoListOfIrisIsLeftOut) {  // signposting §6
  EXPECT_EQ(Field("</t>; rel=item; profile=\"https://p.example/ and more\"").lines.size(),
            1U);
}

TEST(LinkQuads, TheTitleWithALanguageIsPreferred) {  // RFC 8288 §3.4.1
  const std::string title = "<https://repo.example/t> <http://purl.org/dc/terms/title> ";
  EXPECT_THAT(Field("</t>; rel=item; title=x; title*=UTF-8'de'n%c3%a4chstes").lines,
              Contains(title + "\"n\u00e4chstes\"@de ."));
  EXPECT_THAT(Field("</t>; rel=item; title=x; title*=UTF-8'de'y").lines,
              Not(Contains(title + "\"x\" .")));
  EXPECT_THAT(Field("</t>; rel=item; title=x").lines, Contains(title + "\"x\" ."));
  EXPECT_THAT(Field("</t>; rel=item; title=x", LinkQuads::Aliases::without, "fr").lines,
              Contains(title + "\"x\"@fr ."));
  EXPECT_THAT(Field("</t>; rel=item; title*=UTF-8'n_l'x").lines,
              Contains(title + "\"x\" ."));
}

TEST(LinkQuads, AHashIsANodeOfItsOwn) {  // signposting §10, 3
  const Field got{"</t>; rel=item; hash=\"md5:ABCD sha-256:zz sha-1:00ff\""};
  ASSERT_EQ(got.lines.size(), 7U);
  EXPECT_THAT(got.lines[1],
              testing::StartsWith("<https://repo.example/t> "
                                  "<http://spdx.org/rdf/terms#checksum> _:"));
  EXPECT_THAT(got.lines[2], testing::HasSubstr("#checksumAlgorithm_md5>"));
  EXPECT_THAT(
      got.lines[3],
      testing::HasSubstr("\"abcd\"^^<http://www.w3.org/2001/XMLSchema#hexBinary>"));
  EXPECT_THAT(got.lines[5], testing::HasSubstr("#checksumAlgorithm_sha1>"));
}

TEST(LinkQuads, EqualQuadsAreWrittenOnce) {
  EXPECT_EQ(
      Field("</t>; rel=item; type=a/b, </t>; rel=\"item item\"; type=a/b").lines.size(),
      2U);
}

TEST(LinkQuads, TurnsReverseRelations) {  // signposting §5, 6
  EXPECT_THAT(
      Field("</t>; rev=item; type=a/b").lines,
      ElementsAre("<https://repo.example/t> <" + iana("item") + "> <" + kPage + "> ."));
}

TEST(LinkQuads, AnAnchorIsAnotherContextAndNoBase) {  // RFC 8288 §3.2
  EXPECT_THAT(Field("<t>; rel=next; anchor=\"/x/y/\"").lines,
              ElementsAre("<https://repo.example/x/y/> <" + iana("next") +
                          "> <https://repo.example/obj/t> ."));
  EXPECT_THAT(Field("<t>; rel=next; anchor=\"#p\"").lines,
              ElementsAre("<" + kPage + "#p> <" + iana("next") +
                          "> <https://repo.example/obj/t> ."));
}

TEST(LinkQuads, RepairsIrisAndDropsWhatIsNone) {  // signposting §10, 5
  const Field spaced{"<a b>; rel=next"};
  EXPECT_THAT(spaced.lines,
              ElementsAre(page_says(iana("next"), "<https://repo.example/obj/a%20b>")));
  EXPECT_THAT(spaced.diagnostics.codes(), ElementsAre("iri.repaired"));
  CollectingDiagnostics diagnostics;
  std::uint64_t count = 0;
  QuadBuilder quads{std::make_shared<Document>(),
                    [&](const QuadBatch& batch) { count += batch.size(); }};
  LinkQuads made{quads, diagnostics};
  made.add({.context = kPage, .relation = "next", .target = "relative"});
  made.add({.context = "", .relation = "next", .target = kPage});
  quads.flush();
  EXPECT_EQ(count, 0U);
  EXPECT_THAT(diagnostics.codes(), ElementsAre("link.bad-iri", "link.bad-iri"));
  EXPECT_TRUE(diagnostics.faults()[0].skipped);
}

TEST(LinkQuads, BoundsWhatOneLinkCanBecome) {
  std::string field = "</t>; rel=\"";
  for (int i = 0; i < 1'000; ++i) field += "https://r.example/" + std::to_string(i) + " ";
  EXPECT_EQ(Field(field + "\"").lines.size(), 100U);
  const Field longer{"</" + std::string(9'000, 'x') + ">; rel=item"};
  EXPECT_THAT(longer.lines, IsEmpty());
  EXPECT_THAT(longer.diagnostics.codes(), ElementsAre("link.bad-iri"));
}

TEST(LinkQuads, ManyLinksGoOverSeveralBatches) {
  std::string field;
  for (int i = 0; i < 3'000; ++i)
    field += "</" + std::to_string(i) + ">; rel=item; type=a/b,";
  const Field got{field};
  ASSERT_EQ(got.lines.size(), 6'000U);
  EXPECT_EQ(got.lines[5'998], page_says(iana("item"), "<https://repo.example/2999>"));
}

}  // namespace
}  // namespace semsite::test::link_quads_test
