#include "walk/link_walk.hpp"

#include <gtest/gtest.h>

namespace semsite {
namespace {

TEST(LinkWalk, AsksForEachDocumentUnderThePrefixOnce) {
  LinkWalk walk{{"http://a.example/id/"}, 100};
  walk.offer("http://a.example/id/1#it");
  walk.offer("http://a.example/id/1#other");
  walk.offer("http://a.example/other/2");
  walk.offer("http://a.example/id/3");
  EXPECT_EQ(walk.next(), "http://a.example/id/1");
  EXPECT_EQ(walk.next(), "http://a.example/id/3");
  EXPECT_EQ(walk.next(), std::nullopt);
  EXPECT_FALSE(walk.cut_short());
}

// semantic-sitemap §4: the prefix is matched against the full IRI, fragment included.
TEST(LinkWalk, HashPrefixesCountWithTheirFragment) {
  LinkWalk walk{{"http://a.example/shop.rdf#"}, 100};
  walk.offer("http://a.example/shop.rdf");
  EXPECT_EQ(walk.next(), std::nullopt);
  walk.offer("http://a.example/shop.rdf#x");
  EXPECT_EQ(walk.next(), "http://a.example/shop.rdf");
}

TEST(LinkWalk, StopsAtTheBoundAndSaysSo) {
  LinkWalk walk{{"http://a.example/"}, 2};
  for (const char* iri :
       {"http://a.example/1", "http://a.example/2", "http://a.example/3"})
    walk.offer(iri);
  EXPECT_TRUE(walk.next());
  EXPECT_TRUE(walk.next());
  EXPECT_FALSE(walk.next());
  EXPECT_TRUE(walk.cut_short());
  EXPECT_EQ(walk.asked(), 2U);
}

}  // namespace
}  // namespace semsite
