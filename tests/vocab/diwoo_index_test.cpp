#include "vocab/diwoo_index.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::diwoo_index_test {
namespace {

const std::string kKern = "https://identifier.overheid.nl/tooi/def/thes/kern/";

// DiWoo, Sitemapindex en Sitemaps: names of indexes.
TEST(DiwooIndexName, FollowsTheNamingConvention) {
  EXPECT_TRUE(diwoo_index_name("https://a.example/x/sitemapindex-diwoo.xml").follows);
  const DiwooIndexName numbered =
      diwoo_index_name("https://a.example/sitemapindex-diwoo-infocat010.xml?x=1#y");
  EXPECT_TRUE(numbered.follows);
  EXPECT_EQ(numbered.category, kKern + "c_99a836c7");
  for (const char* name : {"sitemap.xml", "sitemapindex-diwoo-infocat018.xml",
                           "sitemapindex-DIWOO.xml", "sitemapindex-diwoo.xml.gz"})
    EXPECT_FALSE(diwoo_index_name("https://a.example/" + std::string{name}).follows)
        << name;
}

// Met: numbers and names of a publisher's own; they say no category.
TEST(DiwooIndexName, TellsIndexesOfDocumentsWithNamesOfTheirOwn) {
  for (const char* name :
       {"sitemapindex-diwoo.xml", "sitemapindex-diwoo-infocat010.xml",
        "sitemapindex-diwoo-infocat018.xml", "sitemapindex-diwoo-x.xml"})
    EXPECT_TRUE(diwoo_index_name("https://a.example/" + std::string{name}).of_documents)
        << name;
  EXPECT_EQ(
      diwoo_index_name("https://a.example/sitemapindex-diwoo-infocat018.xml").category,
      "");
  for (const char* name : {"sitemapindex.xml", "x-sitemapindex-diwoo.xml",
                           "sitemapindex-diwoo.xml/page", ""})
    EXPECT_FALSE(diwoo_index_name("https://a.example/" + std::string{name}).of_documents)
        << name;
}

}  // namespace
}  // namespace semsite::diwoo_index_test
