#include "slice/slice_rules.hpp"

#include <gtest/gtest.h>

namespace semsite::test::slice_rules_test {
namespace {

TEST(SliceMethod, IsNamedAsInSitemaps) {
  EXPECT_EQ(slice_method("subject"), SliceMethod::subject);
  EXPECT_EQ(slice_method("Subject-Object"), SliceMethod::subject_object);
  EXPECT_EQ(slice_method(" cbd\n"), SliceMethod::cbd);
  EXPECT_EQ(slice_method("SCBD"), SliceMethod::scbd);
  for (const char* name : {"msg", "msgs", "mscg", "MSCGs"})
    EXPECT_EQ(slice_method(name), SliceMethod::msg) << name;
  EXPECT_FALSE(slice_method(""));
  EXPECT_FALSE(slice_method("object"));
}

TEST(SliceRules, APrefixIsComparedByteByByteWithTheFragment) {
  const SliceRules rules{.prefixes = {"http://a.example/shop.rdf#", "http://b.example/"}};
  EXPECT_TRUE(rules.covers("http://a.example/shop.rdf#offer"));
  EXPECT_TRUE(rules.covers("http://b.example/"));
  EXPECT_FALSE(rules.covers("http://a.example/shop.rdf"));
  EXPECT_FALSE(rules.covers("http://B.example/x"));
}

TEST(SliceRules, WithoutPrefixesEveryIriIsCovered) {
  EXPECT_TRUE(SliceRules{}.covers("urn:x"));
}

}  // namespace
}  // namespace semsite::test::slice_rules_test
