#include "markup/link_header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/utf8.hpp"
#include "support/cpu_watch.hpp"
#include "support/mutated.hpp"

namespace semsite::link_header_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// The links as text: `target relation… [anchor] name=value name*=value@language`.
std::vector<std::string> links(std::string_view field) {
  std::vector<std::string> out;
  for (const HeaderLink& link : read_link_header(field).links) {
    std::string& text = out.emplace_back(link.target);
    for (const std::string& relation : link.relations) text += ' ' + relation;
    for (const std::string& relation : link.reverse) text += " ^" + relation;
    if (link.anchor) text += " [" + *link.anchor + ']';
    for (const LinkAttribute& one : link.attributes) {
      text += ' ' + one.name + '=' + one.value;
      if (one.name.ends_with('*')) text += '@' + one.language;
    }
  }
  return out;
}

std::string problem(std::string_view field) {
  const LinkHeader header = read_link_header(field);
  return header.problems.empty() ? "" : header.problems.front();
}

// RFC 8288 §3.5
TEST(LinkHeader, ReadsTheExamplesOfTheStandard) {
  EXPECT_THAT(links("<http://example.com/TheBook/chapter2>; rel=\"previous\"; "
                    "title=\"previous chapter\""),
              ElementsAre("http://example.com/TheBook/chapter2 previous "
                          "title=previous chapter"));
  EXPECT_THAT(links("</terms>; rel=\"copyright\"; anchor=\"#foo\""),
              ElementsAre("/terms copyright [#foo]"));
  EXPECT_THAT(links("</TheBook/chapter2>; rel=\"previous\"; "
                    "title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>; "
                    "rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"),
              ElementsAre("/TheBook/chapter2 previous title*=letztes Kapitel@de",
                          "/TheBook/chapter4 next title*=n\u00e4chstes Kapitel@de"));
}

// RFC 8288 §3.3: several words; registered names in any case, URIs kept for predicates.
TEST(LinkHeader, ARelHoldsSeveralTypes) {
  EXPECT_THAT(links("<a>; REL=\" Start\thttp://e.org/Rel/X \""),
              ElementsAre("a start http://e.org/Rel/X"));
  const HeaderLink link = read_link_header("<a>; rel=\"Item http://e.org/Rel\"").links[0];
  EXPECT_TRUE(link.has_relation("item"));
  EXPECT_TRUE(link.has_relation("HTTP://E.ORG/rel"));
  EXPECT_FALSE(link.has_relation("items"));
}

// RFC 8288 §3.2, §3.3, §3.4.1
TEST(LinkHeader, OfARepeatedParameterTheFirstCounts) {
  EXPECT_THAT(
      links("<a>; rel=x; rel=y; anchor=\"#1\"; anchor=\"#2\"; type=t/1; type=t/2; "
            "media=m; media=n; title=t; title=u; title*=UTF-8''v; title*=UTF-8''w; "
            "rev=r; rev=s"),
      ElementsAre("a x ^r [#1] type=t/1 media=m title=t title*=v@"));
  EXPECT_THAT(links("<a>; rel=x; hreflang=en; hreflang=de; foo=1; foo=2"),
              ElementsAre("a x hreflang=en hreflang=de foo=1 foo=2"));
}

TEST(LinkHeader, QuotesAndBracketsHoldSeparators) {
  EXPECT_THAT(
      links("<http://e.org/?a=1,2;b>;rel=x;title=\"a, \\\"b\\\"; <c>\", <d>;rel=y"),
      ElementsAre("http://e.org/?a=1,2;b x title=a, \"b\"; <c>", "d y"));
}

TEST(LinkHeader, TakesWhatSendersReallySend) {
  EXPECT_THAT(
      links(" , <a> ;; rel = item ; type=text/html;profile=http://p.org/#x, ,<b"
            ">;rel=http://r.org/,"),
      ElementsAre("a item type=text/html profile=http://p.org/#x", "b http://r.org/"));
  EXPECT_THAT(links("<a>; rel='next'; nopush"), ElementsAre("a 'next' nopush="));
  EXPECT_THAT(links("< a >;rel=x,\r\n <b>;\r\n rel=y"), ElementsAre("a x", "b y"));
  EXPECT_THAT(links("<>; rel=self"), ElementsAre(" self"));
  EXPECT_THAT(links("<a>"), ElementsAre("a"));
  EXPECT_THAT(links(""), IsEmpty());
}

TEST(LinkHeader, PassesOverWhatIsMalformedAndSaysWhy) {
  EXPECT_THAT(links("junk \"a,b\", <a>;rel=x"), ElementsAre("a x"));
  EXPECT_THAT(problem("junk, <a>"), HasSubstr("not with \"junk, <a>\""));
  EXPECT_THAT(links("<a; rel=x, <b>; rel=y"), ElementsAre("b y"));
  EXPECT_THAT(problem("<a; rel=x, <b>"), HasSubstr("the target <a; rel=x,"));
  EXPECT_THAT(links("<a; rel=x"), IsEmpty());
  EXPECT_THAT(links("<a> rel=x; type=t, <b>;rel=\"y\"z;type=u"),
              ElementsAre("a type=t", "b y type=u"));
  EXPECT_THAT(problem("<a> rel=x"), HasSubstr("; or , is expected, not \"rel=x\""));
  EXPECT_THAT(links("<a>; rel=\"next"), ElementsAre("a next"));
  EXPECT_THAT(problem("<a>; rel=\"next"), "a quoted text does not end");
  EXPECT_EQ(problem("<a>; rel=x"), "");
}

// RFC 8187 §3.2
TEST(LinkHeader, DecodesExtendedValues) {
  EXPECT_THAT(links("<a>; title*=utf-8'en-GB'%C2%a3%20rates; x*=ISO-8859-1''%e9"),
              ElementsAre("a title*=\u00a3 rates@en-GB x*=\u00e9@"));
  EXPECT_THAT(links("<a>; title*=UTF-8''%ff; title=plain"), ElementsAre("a title=plain"));
  for (const char* const odd : {"x", "UTF-8'x", "UTF-8''%e", "UTF-8''%zz", "koi8-r''x"})
    EXPECT_THAT(problem(std::string{"<a>; title*="} + odd), HasSubstr("RFC 8187")) << odd;
}

TEST(LinkHeader, ReadsOtherBytesAsLatin1) {
  EXPECT_THAT(links("<a>; title=\"caf\xE9\""), ElementsAre("a title=caf\u00e9"));
  EXPECT_THAT(links("<caf\u00e9>"), ElementsAre("caf\u00e9"));
}

TEST(LinkHeader, IsBounded) {
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "<a>;rel=x,";
  const LinkHeader header = read_link_header(many);
  EXPECT_THAT(header.links, SizeIs(10'000));
  EXPECT_THAT(header.problems, ElementsAre(HasSubstr("more than 10000 links")));
  std::string wide = "<a>";
  for (int i = 0; i < 1000; ++i) wide += ";p=1";
  EXPECT_THAT(read_link_header(wide).links.at(0).attributes, SizeIs(100));
  const test::CpuWatch watch;
  for (const char* const part :
       {"<", "x,", ";", "<a>;", "\"", "\\", "<a>;rel=\"", "<a>\""}) {
    std::string text;
    while (text.size() < 1'000'000) text += part;
    EXPECT_LE(read_link_header(text).problems.size(), 20U);
  }
  EXPECT_LT(watch.seconds(), test::cpu_bound(10));
}

TEST(LinkHeader, AnyTextGivesUtf8) {
  std::mt19937 random{8288};
  for (int round = 0; round < 5000; ++round) {
    const std::string text = test::mutated(
        "<a>; rel=\"x y\"; title*=UTF-8'de'n%c3%a4; anchor=\"#\\\"b\", <c>; rev=d",
        random, {.most_edits = 8, .favourites = "<>;,=\"\\'*%"});
    for (const HeaderLink& link : read_link_header(text).links) {
      EXPECT_TRUE(is_utf8(link.target));
      for (const LinkAttribute& one : link.attributes) EXPECT_TRUE(is_utf8(one.value));
    }
  }
}

}  // namespace
}  // namespace semsite::link_header_test
