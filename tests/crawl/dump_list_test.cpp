#include "crawl/dump_list.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"
#include "support/drain.hpp"

namespace semsite::test::dump_list_test {
namespace {

/// Gives "ab" in two blocks, fails once, and then ends as if nothing had been.
class FailsOnce final : public ByteSource {
 public:
  [[nodiscard]] Block read() override {
    static constexpr std::string_view kText{"ab"};
    if (at_ < kText.size())
      return {.bytes = kText.substr(at_, 1), .owner = {}, .offset = at_++};
    if (at_++ > kText.size()) return {};
    throw DocumentError{"fetch.digest", "wrong"};
  }

 private:
  std::size_t at_ = 0;
};

TEST(Rewindable, WhatItFailedWithComesAgain) {
  Rewindable bytes{std::make_unique<FailsOnce>()};
  for (int i = 0; i < 2; ++i) {
    const Drained got = drain(*bytes.from_start());
    EXPECT_EQ(got.text, "ab");
    EXPECT_EQ(got.error, "fetch.digest");
  }
  const Drained got = drain(*bytes.last());
  EXPECT_EQ(got.text, "ab");
  EXPECT_EQ(got.error, "fetch.digest");
}

TEST(Rewindable, GoesOnWhereALookEnded) {
  Rewindable bytes{memory("abcdef", 2)};
  (void)bytes.from_start()->read();
  EXPECT_EQ(drain(*bytes.from_start()).text, "abcdef");
  EXPECT_EQ(drain(*bytes.last()).text, "abcdef");
}

}  // namespace
}  // namespace semsite::test::dump_list_test
