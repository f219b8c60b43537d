#include "fetch/ip_address.hpp"

#include <gtest/gtest.h>

#include "semsite/errors.hpp"
#include "vocab/embedded_tables.hpp"

namespace semsite::ip_address_test {
namespace {

bool holds(const char* range, const char* address) {
  const auto parsed = parse_range(range);
  const auto ip = literal_address(address);
  EXPECT_TRUE(parsed && ip) << range;
  return parsed && ip && parsed->contains(*ip);
}

// RFC 4632 §3.1, RFC 4291 §2.3.
TEST(AddressRange, HoldsTheAddressesThatShareItsFirstBits) {
  EXPECT_TRUE(holds("192.0.2.0/24", "192.0.2.255"));
  EXPECT_FALSE(holds("192.0.2.0/24", "192.0.3.0"));
  EXPECT_TRUE(holds("172.64.0.0/13", "172.71.255.1"));
  EXPECT_FALSE(holds("172.64.0.0/13", "172.72.0.0"));
  EXPECT_TRUE(holds("2a06:98c0::/29", "2a06:98c7::1"));
  EXPECT_FALSE(holds("2a06:98c0::/29", "2a06:98c8::1"));
  EXPECT_TRUE(holds("192.0.2.1", "192.0.2.1"));
  EXPECT_FALSE(holds("192.0.2.1", "192.0.2.2"));
  EXPECT_TRUE(holds("0.0.0.0/0", "8.8.8.8"));
  EXPECT_FALSE(holds("0.0.0.0/0", "2001:db8::1"));
  EXPECT_TRUE(holds("::/0", "2001:db8::1"));
}

TEST(AddressRange, IsNothingElse) {
  for (const char* const text : {"", "example.org", "192.0.2.0/33", "192.0.2.0/",
                                 "192.0.2.0/-1", "2001:db8::/129", "/8"})
    EXPECT_FALSE(parse_range(text)) << text;
}

TEST(AddressRange, AreReadFromLines) {
  EXPECT_EQ(read_ranges("# x\n\n 192.0.2.0/24 a name\r\n2001:db8::/32\n").size(), 2U);
  try {
    (void)read_ranges("192.0.2.0/24\nnone\n");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(
        error.what(),
        "line 2: \"none\" is no range of addresses (192.0.2.0/24, 2001:db8::/32)");
  }
}

// vocab/shared-addresses.txt
TEST(AddressRange, TheKnownOnesCanBeReadAndArePublic) {
  const std::vector<AddressRange> known = read_ranges(shared_addresses_table());
  EXPECT_GT(known.size(), 40U);
  for (const AddressRange& range : known)
    EXPECT_EQ(private_range(range.first), "") << range.first.text();
}

}  // namespace
}  // namespace semsite::ip_address_test
