#include "markup/sitemap_dialect.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::sitemap_dialect_fragment_test {
namespace {

std::string whole(std::string text, std::size_t step = kBlockBytes) {
  MemorySource inner{std::move(text), step};
  SitemapFragment source{inner};
  std::string out;
  for (Block block = source.read(); !block.empty(); block = source.read())
    out += block.bytes;
  EXPECT_TRUE(source.read().empty()) << "at every later call, too";
  return out;
}

TEST(SitemapFragment, IsToldByItsFirstElement) {
  EXPECT_TRUE(is_sitemap_fragment("<url>"));
  EXPECT_TRUE(
      is_sitemap_fragment("\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- a -->\n<sitemap "));
  EXPECT_TRUE(is_sitemap_fragment("<url/>"));
  for (const char* other : {"", "<urlset>", "<urls>", "url", "<!-- <url>", "<?xml <url>",
                            "<!-- a --> <html><url>"})
    EXPECT_FALSE(is_sitemap_fragment(other)) << other;
}

TEST(SitemapFragment, GetsItsRootBehindTheProlog) {
  EXPECT_EQ(
      whole("<?xml version='1.0'?>\n<url/>\n<url/>"),
      "<?xml version='1.0'?>\n<urlset "
      "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url/>\n<url/></urlset>");
  EXPECT_EQ(whole("<url/>\n<url/>", 7),
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url/>\n"
            "<url/></urlset>");
  EXPECT_EQ(whole(""), "");
}

}  // namespace
}  // namespace semsite::sitemap_dialect_fragment_test
