#include "commands/inspect_links.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "semsite/errors.hpp"

namespace semsite::inspect_links_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> shown(const std::vector<std::string>& fields,
                               std::string_view base = "http://e.org/dir/page") {
  std::vector<std::string> lines;
  inspect_link_fields(fields, base, [&](std::string_view line) {
    EXPECT_TRUE(line.ends_with('\n'));
    lines.emplace_back(line.substr(0, line.size() - 1));
  });
  return lines;
}

std::vector<std::string> page_lines(std::string_view text,
                                    const InspectOptions& options = {
                                        .base = "http://e.org/dir/page"}) {
  std::vector<std::string> lines;
  MemorySource bytes{std::string{text}, 16};
  EXPECT_EQ(inspect(bytes, options, {},
                    [&](std::string_view line) {
                      lines.emplace_back(line.substr(0, line.size() - 1));
                    })
                .kind,
            InspectKind::page);
  return lines;
}

TEST(InspectLinks, EachRelationOfAFieldIsALine) {
  EXPECT_THAT(
      shown({"<a>; rel=\"item http://r.org/X\"; type=\"text/csv\"; hreflang=en; "
             "hreflang=de; title*=UTF-8'nl'Gegevens",
             "</b>"}),
      ElementsAre(
          R"({"kind":"link","anchor":"http://e.org/dir/page","rel":"item","target":"http://e.org/dir/a","params":{"type":"text/csv","hreflang":["en","de"],"title*":{"value":"Gegevens","language":"nl"}},"place":"header"})",
          R"({"kind":"link","anchor":"http://e.org/dir/page","rel":"http://r.org/X","target":"http://e.org/dir/a","params":{"type":"text/csv","hreflang":["en","de"],"title*":{"value":"Gegevens","language":"nl"}},"place":"header"})",
          R"({"kind":"link","anchor":"http://e.org/dir/page","rel":"","target":"http://e.org/b","params":{},"place":"header"})"));
}

// RFC 8288 §3.2: an anchor is relative to the document; the target never to the anchor.
TEST(InspectLinks, AnAnchorResolvesLikeATarget) {
  EXPECT_THAT(
      shown({"<a>; rel=x; anchor=\"/other/#part\", <b>; rel=x; anchor=\"\""}),
      ElementsAre(
          R"({"kind":"link","anchor":"http://e.org/other/#part","rel":"x","target":"http://e.org/dir/a","params":{},"place":"header"})",
          R"({"kind":"link","anchor":"http://e.org/dir/page","rel":"x","target":"http://e.org/dir/b","params":{},"place":"header"})"));
}

// RFC 8288 §3.3: rev is the relation seen from the other end.
TEST(InspectLinks, ARevIsTurnedRound) {
  EXPECT_THAT(
      shown({"<a>; rel=x; rev=y; type=t, <b>; rev=z"}),
      ElementsAre(
          R"({"kind":"link","anchor":"http://e.org/dir/page","rel":"x","target":"http://e.org/dir/a","params":{"type":"t"},"place":"header"})",
          R"({"kind":"link","anchor":"http://e.org/dir/a","rel":"y","target":"http://e.org/dir/page","params":{},"place":"header"})",
          R"({"kind":"link","anchor":"http://e.org/dir/b","rel":"z","target":"http://e.org/dir/page","params":{},"place":"header"})"));
}

TEST(InspectLinks, WhatIsMalformedIsNoted) {
  EXPECT_THAT(
      shown({"oops"}),
      ElementsAre(
          R"({"kind":"note","code":"link.malformed","message":"a link begins with <, not with \"oops\"; passed over","line":0})"));
}

TEST(InspectLinks, FindsTheFieldsOfAHeader) {
  EXPECT_THAT(
      link_fields("HTTP/1.1 302 Found\r\nLink: <old>; rel=x\r\nLocation: /b\r\n\r\n"
                  "HTTP/2 200\r\ncontent-type: text/html\r\nLINK: <a>; rel=x,\r\n"
                  "\t<b>; rel=y\r\nX: z\r\n folded\r\nlink:<c>\r\n\r\n"),
      ElementsAre("<a>; rel=x, <b>; rel=y", "<c>"));
  EXPECT_THAT(link_fields("<a>; rel=x,\n  <b>; rel=y\n<c>"),
              ElementsAre("<a>; rel=x, <b>; rel=y", "<c>"));
  EXPECT_THAT(link_fields("Linked: <a>\n  <b>\n\nhello\n"), IsEmpty());
}

TEST(InspectLinks, APageShowsItsLinksInOrder) {
  const std::vector<std::string> lines = page_lines(
      "<!doctype html>\n<head><base href='/data/'>\n<link rel='DescribedBy  alternate' "
      "href='m.ttl' type='text/turtle'>\n<body><a href='x y'>z</a>");
  EXPECT_THAT(
      lines,
      ElementsAre(
          R"({"kind":"link","anchor":"http://e.org/dir/page","rel":"describedby","target":"http://e.org/data/m.ttl","params":{"type":"text/turtle"},"place":"link","line":3})",
          R"({"kind":"link","anchor":"http://e.org/dir/page","rel":"alternate","target":"http://e.org/data/m.ttl","params":{"type":"text/turtle"},"place":"link","line":3})",
          R"({"kind":"link","anchor":"http://e.org/dir/page","rel":"","target":"http://e.org/data/x%20y","params":{},"place":"anchor","line":4})",
          // What is amiss with it is shown by inspect_profile_test.
          HasSubstr(R"({"kind":"profile","profile":"fair-signposting",)"
                    R"("page":"http://e.org/dir/page","level":null,"findings":[)"),
          R"({"kind":"summary","type":"html","links":2,"base":"http://e.org/data/","bytes":136,"complete":true,"problem":null})"));
}

// RFC 8288 §3.2: a Link field knows nothing of <base>.
TEST(InspectLinks, FieldsThatCameWithAPageComeFirst) {
  const std::vector<std::string> lines =
      page_lines("<html><base href='http://other.org/'><a href=b>",
                 {.base = "http://e.org/", .link_fields = {"<a>; rel=item"}});
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_THAT(lines[0], HasSubstr("\"target\":\"http://e.org/a\""));
  EXPECT_THAT(lines[1], HasSubstr("\"target\":\"http://other.org/b\""));
}

TEST(InspectLinks, XhtmlIsAPageToo) {
  const std::vector<std::string> lines = page_lines(
      "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><link "
      "rel='license' href='l'/></head><body/></html>");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0],
              HasSubstr("\"rel\":\"license\",\"target\":\"http://e.org/dir/l\""));
}

TEST(InspectLinks, APageMayBeTooLong) {
  MemorySource bytes{"<html>" + std::string(100, ' '), 16};
  Limits limits;
  limits.page_bytes = 50;
  EXPECT_THROW((void)inspect(bytes, {}, limits, [](std::string_view) {}), DocumentError);
}

}  // namespace
}  // namespace semsite::inspect_links_test
