#include "parse/standard_sitemap.hpp"

#include <gtest/gtest.h>

#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test::standard_sitemap_test {
namespace {

using Kind = StandardElement::Kind;
using Rules = StandardReading::Rules;

struct FileInTest {
  std::shared_ptr<const StandardFile> file;
  std::vector<CollectingDiagnostics::Kept> faults;
  std::string error;

  [[nodiscard]] const StandardElement& at(std::size_t index) const {
    return file->elements.at(index);
  }
  [[nodiscard]] std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const auto& fault : faults) out.push_back(fault.code);
    return out;
  }
};

FileInTest read_file(std::string text, StandardReading reading = {},
                     const Limits& limits = {}) {
  if (reading.url.empty()) reading.url = "https://dorp.example/nav/map.xml";
  MemorySource bytes{std::move(text), 7};
  CollectingDiagnostics faults;
  FileInTest out;
  try {
    out.file = read_standard_sitemap(bytes, reading, limits, faults);
  } catch (const DocumentError& error) {
    out.error = error.code();
  }
  out.faults = faults.faults();
  return out;
}

FileInTest read_strictly(std::string text) {
  return read_file(std::move(text),
                   {.url = {}, .content_type = {}, .rules = Rules::strict});
}

FileInTest read_sent(std::string text, std::string content_type) {
  return read_file(std::move(text), {.url = {}, .content_type = std::move(content_type)});
}

/// A file with this inside.
std::string sitemap(const std::string& inside, const std::string& attributes = {}) {
  return "<sitemap xmlns='http://standard-sitemap.org/2007/ns' " + attributes + ">" +
         inside + "</sitemap>";
}

using Codes = std::vector<std::string>;

// standard-sitemap §3
TEST(StandardSitemap, TheRootIsToldByItsNamespace) {
  EXPECT_EQ(read_file(sitemap("")).error, "");
  EXPECT_EQ(read_file("<s:sitemap xmlns:s='http://standard-sitemap.org/2007/ns'/>").error,
            "");
  for (const char* text :
       {"<sitemap xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><item/></sitemap>",
        "<sitemapindex xmlns='http://standard-sitemap.org/2007/ns'/>",
        "<sitemap xmlns='http://standard-sitemap.org/2007/ns#'><item/></sitemap>",
        "<html/>"})
    EXPECT_EQ(read_file(text).error, "ssp.not-standard") << text;
}

TEST(StandardSitemap, WithoutNamespaceAChildHasToProveIt) {
  const FileInTest lenient = read_file("<sitemap><item name='a'/></sitemap>");
  EXPECT_EQ(lenient.error, "");
  EXPECT_EQ(lenient.codes(), (Codes{"ssp.no-namespace"}));
  EXPECT_FALSE(lenient.faults[0].skipped);
  EXPECT_EQ(lenient.at(1).name, "a");
  EXPECT_EQ(read_file("<sitemap><loc>x</loc></sitemap>").error, "ssp.not-standard");
  EXPECT_EQ(read_strictly("<sitemap><item name='a'/></sitemap>").error,
            "ssp.no-namespace");
}

TEST(StandardSitemap, MediaTypes) {
  for (const char* type : {"", "text/xml", "Application/XML; q=1", "application/x+xml"})
    EXPECT_TRUE(read_sent(sitemap(""), type).codes().empty()) << type;
  EXPECT_EQ(read_sent(sitemap(""), "text/plain").codes(), (Codes{"ssp.media-type"}));
  EXPECT_EQ(read_sent(sitemap(""), "text/html").error, "ssp.media-type");
  EXPECT_EQ(read_sent(sitemap(""), "application/xhtml+xml").error, "ssp.media-type");
}

// RFC 7303 §3: byte order mark, charset, declaration
TEST(StandardSitemap, TheSentCharsetOverridesTheDeclaration) {
  const auto name = [](const std::string& declared, const std::string& bytes,
                       const std::string& type, const std::string& mark = {}) {
    const FileInTest got = read_sent(mark + "<?xml version='1.0' encoding='" + declared +
                                         "'?>" + sitemap("<item name='" + bytes + "'/>"),
                                     type);
    return got.file ? std::string{got.at(1).name} : got.error;
  };
  const std::string utf8 = "\xC3\xB4";
  const std::string latin = "\xF4";
  EXPECT_EQ(name("utf-8", utf8, ""), utf8);
  EXPECT_EQ(name("iso-8859-1", latin, ""), utf8);
  EXPECT_EQ(name("utf-8", latin, "text/xml; charset=ISO-8859-1"), utf8);
  EXPECT_EQ(name("iso-8859-1", utf8, "text/xml;charset=\"UTF-8\""), utf8);
  EXPECT_EQ(name("iso-8859-1", utf8, "text/xml; charset=iso-8859-1", "\xEF\xBB\xBF"),
            utf8);
  EXPECT_EQ(name("utf-8", utf8, "text/xml; charset=iso-8859-1"), "\xC3\x83\xC2\xB4");
}

TEST(StandardSitemap, NoEntityIsExpanded) {
  EXPECT_NE(
      read_file("<!DOCTYPE sitemap [<!ENTITY e 'x'>]>" + sitemap("<item name='&e;'/>"))
          .error,
      "");
}

// standard-sitemap §5
TEST(StandardSitemap, LanguagesAndTypesAreInherited) {
  const FileInTest got = read_file(sitemap(
      "<item name='1'><group lang='fy' name='2'><item name='3' type='a/b'/></group>"
      "<item name='4' lang='' xml:lang='fr'/><item name='5' xml:lang=''/>"
      "<variant lang='en' name='6'/><variant name='7'/>"
      "<variant lang='en' xml:lang='de' name='8'/></item>",
      "lang='nl' type='text/html' xml:lang='nl-NL'"));
  const auto check = [&](std::size_t i, std::string_view language, std::string_view lang,
                         std::string_view type) {
    EXPECT_EQ(got.at(i).name, std::to_string(i));
    EXPECT_EQ(got.at(i).language, language) << i;
    EXPECT_EQ(got.at(i).lang, lang) << i;
    EXPECT_EQ(got.at(i).type, type) << i;
  };
  check(1, "nl-NL", "nl", "text/html");
  check(2, "nl-NL", "fy", "text/html");
  check(3, "nl-NL", "fy", "a/b");
  check(4, "fr", "", "text/html");
  check(5, "", "nl", "text/html");
  check(6, "en", "en", "text/html");
  check(7, "nl-NL", "nl", "text/html");
  check(8, "de", "en", "text/html");
}

TEST(StandardSitemap, ATextHasTheLanguageOfItsPageIfNothingElseIsSaid) {
  const FileInTest got = read_file(sitemap("<item name='a'/>", "lang='fy'"));
  EXPECT_EQ(got.at(1).language, "fy");
  const FileInTest bad = read_file(sitemap("<item name='a'/>", "lang='not a tag'"));
  EXPECT_EQ(bad.at(1).language, "");
  EXPECT_EQ(bad.at(1).lang, "not a tag");
  EXPECT_EQ(bad.codes(), (Codes{"ssp.bad-language"}));
}

TEST(StandardSitemap, ReferencesFollowTheNearestBase) {
  const FileInTest got = read_file(sitemap(
      "<item url='a'/><item url='b' xml:base='x/'><item url='c' xml:base='/y/#f'/></item>"
      "<item url=''/><item url=' ../d '/><item url='#e'/>",
      "xml:base='https://other.example/p/q'"));
  EXPECT_EQ(got.at(1).url, "https://other.example/p/a");
  EXPECT_EQ(got.at(2).url, "https://other.example/p/x/b");
  EXPECT_EQ(got.at(3).url, "https://other.example/y/c");
  EXPECT_EQ(got.at(4).url, "https://other.example/p/q");
  EXPECT_EQ(got.at(5).url, "https://other.example/d");
  EXPECT_EQ(got.at(6).url, "https://other.example/p/q#e");
  EXPECT_TRUE(got.codes().empty());
}

TEST(StandardSitemap, AUrlThatIsNoneIsDroppedAndCounted) {
  const FileInTest got = read_file(sitemap("<item url='a b'/><item url='&#x7f;'/>"));
  EXPECT_EQ(got.at(1).url, "https://dorp.example/nav/a%20b");
  ASSERT_EQ(got.codes().size(), 2U);
  EXPECT_EQ(got.codes()[0], "iri.repaired");
  const FileInTest relative = read_file(sitemap("<item name='x' url='a'/>"),
                                        {.url = "no-url", .content_type = {}});
  EXPECT_EQ(relative.at(1).url, "");
  EXPECT_EQ(relative.codes(), (Codes{"ssp.bad-url"}));
  EXPECT_TRUE(relative.faults[0].skipped);
}

TEST(StandardSitemap, NodesAreNamedByTheirIdOrTheirPlace) {
  const FileInTest got =
      read_file(sitemap("<style url='a' type='b'/><x:y xmlns:x='urn:x'><item/></x:y>"
                        "<item xml:id='i'><group/><item><group/></item></item>"));
  const std::string file = "https://dorp.example/nav/map.xml";
  ASSERT_EQ(got.file->elements.size(), 5U);
  EXPECT_EQ(got.file->node(0), file + "#element(/1)");
  EXPECT_EQ(got.file->node(1), file + "#i");
  EXPECT_EQ(got.file->node(2), file + "#element(/1/3/1)");
  EXPECT_EQ(got.file->node(4), file + "#element(/1/3/2/1)");
}

TEST(StandardSitemap, AFragmentNamesAnIdOrAPlace) {
  const auto file = read_file(sitemap("<item xml:id='i'><group/><group/></item>")).file;
  EXPECT_EQ(file->find("i"), 1U);
  EXPECT_EQ(file->find("element(i)"), 1U);
  EXPECT_EQ(file->find("element(/1)"), 0U);
  EXPECT_EQ(file->find("element(/1/1/2)"), 3U);
  EXPECT_EQ(file->find("element(i/2)"), 3U);
  EXPECT_EQ(file->find("element(%2F1%2F1)"), 1U);
  for (const char* none : {"", "j", "element(/2)", "element(/1/1/3)", "element()",
                           "element(/1/x)", "element(j/1)", "element(/)"})
    EXPECT_EQ(file->find(none), StandardElement::kNone) << none;
}

TEST(StandardSitemap, AnIdMustBeANameAndStandOnce) {
  const FileInTest got = read_file(
      sitemap("<item xml:id='a'/><item xml:id='a'/><item xml:id='1'/><item id='b'/>"));
  EXPECT_EQ(got.codes(), (Codes{"ssp.duplicate-id", "ssp.bad-id"}));
  EXPECT_EQ(got.at(1).id, "a");
  for (const std::size_t i : {2U, 3U, 4U}) EXPECT_EQ(got.at(i).id, "");
}

TEST(StandardSitemap, RolesAreTermsPrefixedNamesIrisOrWords) {
  const FileInTest got = read_file(
      sitemap("<item role=' help  Search home e:x http://a.example/r urn:r u:x '/>"
              "<item xmlns:e='urn:inner:' role='e:x'/><item role=''/>",
              "xmlns:e='http://e.example/#'"));
  const auto role = [&](std::size_t i) {
    const StandardRole& one = got.file->roles.at(i);
    return std::string{one.is_iri ? "I " : "W "} + std::string{one.text};
  };
  EXPECT_EQ(got.at(1).roles, 7U);
  EXPECT_EQ(role(0), "I http://www.w3.org/1999/xhtml/vocab#help");
  EXPECT_EQ(role(1), "I http://www.w3.org/1999/xhtml/vocab#search");
  EXPECT_EQ(role(2), "W home");
  EXPECT_EQ(role(3), "I http://e.example/#x");
  EXPECT_EQ(role(4), "I http://a.example/r");
  EXPECT_EQ(role(5), "I urn:r");
  EXPECT_EQ(role(6), "W u:x");
  EXPECT_EQ(role(7), "I urn:inner:x");
  EXPECT_EQ(got.at(3).roles, 0U);
}

TEST(StandardSitemap, OnlyGetMayBeFetched) {
  const FileInTest got = read_file(
      sitemap("<item url='a'/><item url='b' method='get'/><item url='c' method=' POST '/>"
              "<item url='d' method=''/>"));
  EXPECT_FALSE(got.at(1).posts);
  EXPECT_FALSE(got.at(2).posts);
  EXPECT_TRUE(got.at(3).posts);
  EXPECT_FALSE(got.at(4).posts);
}

TEST(StandardSitemap, WhatIsBlankIsNotThere) {
  const FileInTest got = read_file(
      sitemap("<item name=' ' description='&#10;' relation='' priority=' 3 '/>"));
  EXPECT_EQ(got.at(1).name, "");
  EXPECT_EQ(got.at(1).description, "");
  EXPECT_EQ(got.at(1).relation, "");
  EXPECT_EQ(got.at(1).priority, "3");
}

TEST(StandardSitemap, WhatIsUnknownIsPassedOverSilently) {
  const FileInTest got = read_file(
      sitemap("<new><item name='no'/></new><item name='a' new='x'><deep/></item>text"
              "<s:item xmlns:s='urn:s' name='no'/>"));
  EXPECT_EQ(got.file->elements.size(), 2U);
  EXPECT_TRUE(got.codes().empty());
}

TEST(StandardSitemap, WhatMayNotStandThereIsPassedOverAndCounted) {
  const FileInTest got =
      read_file(sitemap("<variant name='v'/><item><variant><item/></variant>"
                        "<external url='x'><item/></external></item>"));
  EXPECT_EQ(got.codes(), (Codes{"ssp.misplaced", "ssp.misplaced", "ssp.misplaced"}));
  EXPECT_EQ(got.file->elements.size(), 4U);
}

TEST(StandardSitemap, ParentsAndChildrenAreLinkedInOrder) {
  const FileInTest got = read_file(sitemap(
      "<item name='1'><item name='2'/><external url='x'/></item><item name='4'/>"));
  EXPECT_EQ(got.at(0).first_child, 1U);
  EXPECT_EQ(got.at(1).next, 4U);
  EXPECT_EQ(got.at(4).next, StandardElement::kNone);
  EXPECT_EQ(got.at(1).first_child, 2U);
  EXPECT_EQ(got.at(2).next, 3U);
  EXPECT_EQ(got.at(3).kind, Kind::external);
  EXPECT_EQ(got.at(3).parent, 1U);
  EXPECT_EQ(got.at(3).number, 2U);
}

// standard-sitemap §7
struct Obsolete {
  const char* inside;
  const char* attributes;
  Codes codes;
  bool skips;  ///< when read strictly
};
class StandardSitemapObsolete : public testing::TestWithParam<Obsolete> {};

TEST_P(StandardSitemapObsolete, IsNotedInEitherReading) {
  const auto& [inside, attributes, codes, skips] = GetParam();
  const FileInTest lenient = read_file(sitemap(inside, attributes));
  EXPECT_EQ(lenient.codes(), codes);
  for (const auto& fault : lenient.faults) EXPECT_FALSE(fault.skipped);
  const FileInTest strict = read_strictly(sitemap(inside, attributes));
  EXPECT_EQ(strict.codes(), codes);
  for (const auto& fault : strict.faults) EXPECT_EQ(fault.skipped, skips);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, StandardSitemapObsolete,
    testing::Values(
        Obsolete{"", "baseurl='/x/'", {"ssp.baseurl"}, true},
        Obsolete{"<item xlink:href='a' xmlns:xlink='http://www.w3.org/1999/xlink'/>",
                 "",
                 {"ssp.xlink-href"},
                 true},
        Obsolete{
            "<image url='l.png'><variant url='m'/></image>", "", {"ssp.image"}, true},
        Obsolete{
            "<style url='a' type='b' replace='yes'/>", "", {"ssp.style-replace"}, false},
        Obsolete{"<change elem='/html' attr='class' prefix='x'/>",
                 "",
                 {"ssp.change"},
                 false}));

TEST(StandardSitemap, TheObsoleteBaseGivesWayToTheNewOne) {
  EXPECT_EQ(read_file(sitemap("<item url='a'/>", "baseurl='/x/'")).at(1).url,
            "https://dorp.example/x/a");
  EXPECT_EQ(
      read_file(sitemap("<item url='a'/>", "baseurl='/x/' xml:base='/y/'")).at(1).url,
      "https://dorp.example/y/a");
  EXPECT_EQ(read_strictly(sitemap("<item url='a'/>", "baseurl='/x/'")).at(1).url,
            "https://dorp.example/nav/a");
}

TEST(StandardSitemap, TheObsoleteReferenceGivesWayToTheNewOne) {
  const FileInTest got = read_file(
      sitemap("<item url='a' x:href='b'/>", "xmlns:x='http://www.w3.org/1999/xlink'"));
  EXPECT_EQ(got.at(1).url, "https://dorp.example/nav/a");
  EXPECT_EQ(got.codes(), (Codes{"ssp.two-urls"}));
}

// standard-sitemap §6, bounds
TEST(StandardSitemap, DeepElementsArePassedOver) {
  std::string inside, behind;
  for (int i = 0; i < 100; ++i) {
    inside += "<group name='g'>";
    behind += "</group>";
  }
  const FileInTest got = read_file(sitemap(inside + behind + "<item name='after'/>"));
  EXPECT_EQ(got.codes(), (Codes{"ssp.too-deep"}));
  EXPECT_FALSE(got.file->complete);
  EXPECT_EQ(got.file->elements.size(), std::size_t{kStandardDepth} + 1);
  EXPECT_EQ(got.file->elements.back().name, "after");
}

TEST(StandardSitemap, WhatIsBeyondAllDepthEndsIt) {
  std::string inside;
  for (int i = 0; i < 100'000; ++i) inside += "<group>";
  const FileInTest got = read_file(sitemap(inside));
  ASSERT_TRUE(got.file);
  EXPECT_FALSE(got.file->complete);
  EXPECT_EQ(got.file->elements.size(), kStandardDepth);
}

TEST(StandardSitemap, TooManyElementsAreLeftOut) {
  std::string inside;
  for (std::uint32_t i = 0; i < kStandardNodes + 10; ++i) inside += "<item/>";
  const FileInTest got = read_file(sitemap(inside));
  EXPECT_EQ(got.file->elements.size(), kStandardNodes);
  EXPECT_EQ(got.file->code, "ssp.too-many-nodes");
  EXPECT_FALSE(got.file->complete);
}

TEST(StandardSitemap, WhatBreaksOffIsKeptSoFar) {
  const FileInTest got = read_file(
      "<sitemap xmlns='http://standard-sitemap.org/2007/ns'><item name='a'/><item name=");
  ASSERT_TRUE(got.file);
  EXPECT_FALSE(got.file->complete);
  EXPECT_EQ(got.file->code, "xml.syntax");
  EXPECT_EQ(got.at(1).name, "a");
  EXPECT_EQ(read_file("<sitemap xmlns='http://standard-sitemap.org/2007/ns'").error,
            "xml.syntax");
  EXPECT_EQ(read_file("").error, "xml.syntax");
}

TEST(StandardNames, LanguageTagsByTheirForm) {
  for (const char* good : {"nl", "de-CH-1996", "x-private", "abcdefgh"})
    EXPECT_TRUE(is_standard_language(good)) << good;
  for (const char* bad : {"", "n l", "de_CH", "1a", "abcdefghi", "nl-", "-nl"})
    EXPECT_FALSE(is_standard_language(bad)) << bad;
}

TEST(StandardNames, CharsetsOfMediaTypes) {
  EXPECT_EQ(charset_parameter("text/xml"), "");
  EXPECT_EQ(charset_parameter("text/xml; q=1; Charset = \"UTF-8\" ; x"), "utf-8");
  EXPECT_EQ(charset_parameter("text/xml;charset=a"), "a");
  EXPECT_EQ(charset_parameter("text/xml;charset"), "");
}

}  // namespace
}  // namespace semsite::test::standard_sitemap_test
