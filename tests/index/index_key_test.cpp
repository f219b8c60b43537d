#include "index/index_key.hpp"

#include <gtest/gtest.h>

namespace semsite::test::index_key_test {
namespace {

TEST(IndexKey, NamespaceAndLocalNameAreCutAtTheLastSlashOrHash) {
  EXPECT_EQ(space_of("http://a.example/x/y#z"), "http://a.example/x/y#");
  EXPECT_EQ(local_name_of("http://a.example/x/y#z"), "z");
  EXPECT_EQ(local_name_of("http://a.example/x/"), "x");
  EXPECT_EQ(space_of("urn:isbn:1"), "urn:isbn:");
  EXPECT_EQ(local_name_of("urn:isbn:1"), "1");
}

TEST(IndexKey, LongKeysAreCutAndStayDifferent) {
  const std::string text(1000, 'a');
  EXPECT_LT(index_key('U', text).size(), 400U);
  EXPECT_NE(index_key('U', text), index_key('U', text + "b"));
  EXPECT_EQ(index_key('U', text), index_key('U', text));
  EXPECT_EQ(index_key('U', "short"), "Ushort");
}

}  // namespace
}  // namespace semsite::test::index_key_test
