#include "base/share.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

namespace semsite::share_test {
namespace {

TEST(Share, EachNameFallsToOneAndEachHasAboutAsMany) {
  for (const std::uint64_t of : {1U, 2U, 3U, 7U, 64U}) {
    std::array<int, 64> names{};
    constexpr int kNames = 64'000;
    for (int i = 0; i < kNames; ++i) {
      int shares = 0;
      for (std::uint64_t number = 1; number <= of; ++number)
        if (Share{.number = number, .of = of}.has("http://a.example/" +
                                                  std::to_string(i))) {
          ++shares;
          ++names.at(number - 1);
        }
      ASSERT_EQ(shares, 1) << i;
    }
    for (std::uint64_t number = 0; number < of; ++number)
      EXPECT_NEAR(names.at(number), kNames / static_cast<double>(of),
                  0.2 * kNames / static_cast<double>(of))
          << of;
  }
}

// Indexes are built on many machines, and brought up to date with other builds: who has
// what must never change. Computed with Python's integers from FNV-1a's definition.
TEST(Share, IsTheSameForEver) {
  const auto share_of = [](const char* name) {
    for (std::uint64_t number = 1; number <= 1000; ++number)
      if (Share{.number = number, .of = 1000}.has(name)) return number;
    return std::uint64_t{0};
  };
  EXPECT_EQ(share_of(""), 946U);
  EXPECT_EQ(share_of("http://a.example/"), 875U);
  EXPECT_EQ(share_of("http://b.example/é"), 235U);
}

}  // namespace
}  // namespace semsite::share_test
