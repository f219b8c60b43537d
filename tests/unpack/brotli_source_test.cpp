#include "unpack/brotli_source.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/broken_source.hpp"
#include "support/drain.hpp"
#include "support/packing.hpp"

namespace semsite::brotli_source_test {
namespace {

using test::Drained;

constexpr std::size_t kRun = 50'000;

/// The head of a meta-block of `bytes` bytes as they are (RFC 7932 §9.2), behind as many
/// bits.
std::string plain_head(std::size_t bytes, unsigned bits) {
  return test::le((bytes - 1) << (bits + 3) | std::size_t{1} << (bits + 19), 3);
}

/// Seven runs of letters in a window of 64 KiB.
std::string runs(std::string& text) {
  std::string packed;
  for (char letter = 'a'; letter < 'h'; ++letter) {
    packed += plain_head(kRun, packed.empty() ? 1 : 0) + std::string(kRun, letter);
    text.append(kRun, letter);
  }
  return packed;
}

Drained unpacked(std::string packed, std::size_t step) {
  BrotliSource source{test::memory(std::move(packed), step), "body"};
  return test::drain(source);
}

TEST(BrotliSource, GivesTheSameHoweverItComes) {
  std::string text;
  const std::string packed = runs(text) + '\x03';
  for (const std::size_t step : {std::size_t{1}, std::size_t{13}, kBlockBytes}) {
    const Drained got = unpacked(packed, step);
    EXPECT_EQ(got.error, "") << got.message;
    EXPECT_TRUE(got.text == text) << step;
  }
}

TEST(BrotliSource, GivesNearlyAllBeforeDamageAndTheSameHoweverItComes) {
  std::string text;
  const std::string packed = runs(text) + '\x0E';  // a reserved bit
  const Drained whole = unpacked(packed, kBlockBytes);
  EXPECT_EQ(whole.error, "unpack.damaged");
  EXPECT_TRUE(text.starts_with(whole.text));
  EXPECT_GE(whole.text.size() + 4096, text.size());
  for (const std::size_t step : {1U, 13U, 5000U}) {
    const Drained got = unpacked(packed, step);
    EXPECT_EQ(got.error, "unpack.damaged");
    EXPECT_TRUE(got.text == whole.text) << step;
  }
}

TEST(BrotliSource, GivesAllThatCameBeforeTheInputFailed) {
  std::string text;
  const std::string packed = runs(text);
  BrotliSource source{std::make_unique<test::BrokenSource>(packed, 100), "body"};
  const Drained got = test::drain(source);
  EXPECT_EQ(got.error, "gzip.truncated");
  EXPECT_TRUE(got.text == text);
}

}  // namespace
}  // namespace semsite::brotli_source_test
