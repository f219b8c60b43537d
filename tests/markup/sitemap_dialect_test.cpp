#include "markup/sitemap_dialect.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::sitemap_dialect_test {
namespace {

using Place = SitemapDialect::Place;
using Texts = std::vector<std::string>;

/// A dialect whose root element is in `root`, and what it tells.
struct Heard {
  Texts codes;
  SitemapDialect dialect{
      [this](std::string_view code, const std::string&) { codes.emplace_back(code); }};
  explicit Heard(std::string_view root, std::string_view local = "urlset") {
    dialect.set_root({.local = local, .prefix = {}, .namespace_ = root});
  }
  std::string of(std::string_view prefix, std::string_view namespace_,
                 Place place = Place::in_entry) {
    return std::string{dialect.namespace_of(
        {.local = "x", .prefix = prefix, .namespace_ = namespace_}, place)};
  }
};

TEST(SitemapDialect, KnowsTheProtocolInAnySpelling) {
  EXPECT_TRUE(is_sitemap_namespace(kSitemapNamespace));
  EXPECT_TRUE(is_sitemap_namespace("https://www.sitemaps.org/schemas/sitemap/0.9/"));
  EXPECT_TRUE(is_sitemap_namespace("http://www.google.com/schemas/sitemap/0.84"));
  EXPECT_FALSE(is_sitemap_namespace("http://www.google.com/schemas/sitemap-image/1.1"))
      << "an extension, whose loc is no page";
  EXPECT_FALSE(is_sitemap_namespace("http://example.org/"));
}

TEST(SitemapDialect, TakesTheNamespaceOfTheRootForTheProtocols) {
  Heard odd{"http://mine/"};
  EXPECT_EQ(odd.of("", "http://mine/"), kSitemapNamespace);
  EXPECT_EQ(odd.of("", ""), kSitemapNamespace);
  EXPECT_EQ(odd.of("", "http://other/"), "http://other/");
  Heard none{"", "Documents"};
  EXPECT_EQ(none.of("", ""), "") << "no sitemap, so nothing to lend";
}

TEST(SitemapDialect, BindsWellKnownPrefixesInEntriesOnly) {
  Heard heard{kSitemapNamespace};
  EXPECT_EQ(heard.of("ocx", "", Place::outside), "");
  EXPECT_EQ(heard.codes, Texts{});
  EXPECT_EQ(heard.of("ocx", ""), "http://sitemap.ocx.org/v/1.0");
  EXPECT_EQ(heard.of("ocx", ""), "http://sitemap.ocx.org/v/1.0");
  EXPECT_EQ(heard.of("rs", ""), "http://www.openarchives.org/rs/terms/");
  EXPECT_EQ(heard.of("foo", ""), "");
  EXPECT_EQ(heard.of("ocx", "http://declared/"), "http://declared/");
  EXPECT_EQ(heard.codes, (Texts{"sitemap.unbound-prefix", "sitemap.unbound-prefix"}));
}

TEST(SitemapDialect, TellsOfNearMissesButDoesNotMendThem) {
  // diwoo §8: another namespace is another namespace.
  Heard heard{kSitemapNamespace};
  for (const char* near : {"https://standaarden.overheid.nl/diwoo/metadata",
                           "http://standaarden.overheid.nl/diwoo/metadata/",
                           "http://sitemap.ocx.org/v/1.0#"})
    EXPECT_EQ(heard.of("d", near), near);
  EXPECT_EQ(heard.codes, Texts(3, "sitemap.near-miss"));
  EXPECT_EQ(heard.of("d", "https://standaarden.overheid.nl/diwoo/metadata/"),
            "https://standaarden.overheid.nl/diwoo/metadata/");
  EXPECT_EQ(heard.codes.size(), 3U);
}

// diwoo §7: such metadata is to be reported, and not to be taken for an empty DiWoo
// block.
TEST(SitemapDialect, TellsOnceOfMetadataThatIsLeftOut) {
  Heard heard{kSitemapNamespace};
  EXPECT_EQ(heard.of("mdto", "https://www.nationaalarchief.nl/mdto"),
            "https://www.nationaalarchief.nl/mdto");
  EXPECT_EQ(heard.of("", "http://other/"), "http://other/");
  EXPECT_EQ(heard.of("m", "https://www.nationaalarchief.nl/mdto"),
            "https://www.nationaalarchief.nl/mdto");
  EXPECT_EQ(heard.codes, Texts{"sitemap.mdto"});
}

TEST(SitemapDialect, TellsABoundedNumberOfOddities) {
  Heard heard{kSitemapNamespace};
  for (int i = 0; i < 1000; ++i)
    (void)heard.of("d", "http://sitemap.ocx.org/v/1.0" + std::string(i + 1, '/'));
  EXPECT_EQ(heard.codes.size(), 20U);
}

}  // namespace
}  // namespace semsite::sitemap_dialect_test
