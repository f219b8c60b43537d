#include "base/sha256.hpp"

#include <gtest/gtest.h>

namespace semsite::test::sha256_test {
namespace {

// FIPS 180-4, examples published with it: the empty message, "abc", a million times "a".
TEST(Sha256, GivesTheDigestsOfTheStandard) {
  EXPECT_EQ(Sha256{}.hex(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  Sha256 parts;
  parts.add("a");
  parts.add("");
  parts.add("bc");
  EXPECT_EQ(parts.hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Sha256 many;
  for (int i = 0; i < 1000; ++i) many.add(std::string(1000, 'a'));
  EXPECT_EQ(many.hex(),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace semsite::test::sha256_test
