#include "unpack/byte_sum.hpp"

#include <gtest/gtest.h>

namespace semsite::test::byte_sum_test {
namespace {

// The check value of CRC-64/XZ, of which the catalogue of CRCs says that it is that of
// "123456789".
TEST(ByteSum, IsThatOfTheWholeHoweverItIsCut) {
  EXPECT_EQ(byte_sum(0, "123456789"), 0x995DC9BBDF1939FAULL);
  EXPECT_EQ(byte_sum(byte_sum(0, "1234"), "56789"), 0x995DC9BBDF1939FAULL);
  EXPECT_EQ(byte_sum(0x995DC9BBDF1939FAULL, ""), 0x995DC9BBDF1939FAULL);
  EXPECT_NE(byte_sum(0, "123456780"), 0x995DC9BBDF1939FAULL);
}

}  // namespace
}  // namespace semsite::test::byte_sum_test
