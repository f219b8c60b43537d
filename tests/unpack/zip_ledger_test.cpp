#include "unpack/zip_ledger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/sanitized.hpp"
#include "unpack/unpacker_kit.hpp"
#include "unpack/zip_kit.hpp"

namespace semsite::zip_ledger_test {
namespace {

using test::Got;
using test::unpack;
using test::zip_parts;
using test::ZipItem;
using test::ZipParts;
using testing::HasSubstr;

// Names are remembered only of the first entries; sums are kept of all.
TEST(ZipLedger, AMissingEntryAmongManyIsNoticed) {
  if (test::kSanitized) GTEST_SKIP() << "takes minutes";
  std::vector<ZipItem> items;
  for (int i = 0; i < 30'000; ++i)
    items.push_back({.name = std::to_string(i), .bytes = "x"});
  ZipParts parts = zip_parts(items);
  EXPECT_EQ(unpack(parts.whole()).size(), items.size());
  std::swap(parts.names[100], parts.names[29'000]);
  EXPECT_EQ(unpack(parts.whole()).back().error, "");
  parts.names[29'000][46] ^= 1;
  const std::vector<Got> all = unpack(parts.whole());
  EXPECT_EQ(all.back().error, "unpack.directory");
  EXPECT_THAT(all.back().message, HasSubstr("names 30,000 entries, 30,000 came"));
}

}  // namespace
}  // namespace semsite::zip_ledger_test
