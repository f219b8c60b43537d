#include "base/hash.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace semsite::hash_text_hash_test {
namespace {

/// A hash whose numbers anybody can know, as names of JSON once had.
std::uint64_t known_hash(std::string_view text) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ULL ^ text.size();
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDULL;
    hash ^= hash >> 32U;
  };
  for (; text.size() >= 8; text.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    mix(word);
  }
  std::uint64_t word = 0;
  std::memcpy(&word, text.data(), text.size());
  mix(word);
  return hash;
}

/// Texts of 16 bytes, all of one `known_hash`: the second word undoes the first.
std::vector<std::string> colliding_texts(std::uint64_t count) {
  std::vector<std::string> out;
  for (std::uint64_t first = 1; first <= count; ++first) {
    std::uint64_t state = (0x9E3779B97F4A7C15ULL ^ 16U ^ first) * 0xFF51AFD7ED558CCDULL;
    state ^= state >> 32U;
    std::string text(16, '\0');
    std::memcpy(text.data(), &first, 8);
    std::memcpy(text.data() + 8, &state, 8);
    out.push_back(text);
  }
  return out;
}

TEST(TextHash, GivesTheSameForTheSameText) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'x');
    EXPECT_EQ(text_hash(text), text_hash(std::string{text}));
    EXPECT_EQ(KeyedHash{}(text), text_hash(text));
  }
}

TEST(TextHash, TellsTextsApartThatDifferInZerosAndLength) {
  std::unordered_set<std::uint64_t> hashes;
  std::size_t texts = 0;
  for (std::size_t size = 0; size < 40; ++size) {
    for (const char first : {'\0', '\1', '\2', '\3', '\4', '\5', '\6', '\7'}) {
      if (size == 0 && first != '\0') continue;
      std::string text(size, '\0');
      if (size > 0) text.front() = first;
      hashes.insert(text_hash(text));
      ++texts;
    }
  }
  EXPECT_EQ(hashes.size(), texts);
}

TEST(TextHash, ManyTextsOfOneKnownHashHaveHashesOfTheirOwn) {
  constexpr std::uint64_t kCount = 50'000;
  const std::vector<std::string> texts = colliding_texts(kCount);
  std::unordered_set<std::uint64_t> known, keyed;
  for (const std::string& text : texts) {
    known.insert(known_hash(text));
    keyed.insert(text_hash(text));
  }
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(keyed.size(), kCount);
}

TEST(TextHash, ATableOfThemComparesFewTexts) {
  static std::uint64_t compared;
  struct Equal {
    bool operator()(std::string_view a, std::string_view b) const {
      ++compared;
      return a == b;
    }
  };
  constexpr std::uint64_t kCount = 50'000;
  const std::vector<std::string> texts = colliding_texts(kCount);
  std::unordered_set<std::string_view, KeyedHash, Equal> table;
  compared = 0;
  for (const std::string& text : texts) table.insert(text);
  for (const std::string& text : texts) ASSERT_TRUE(table.contains(text));
  EXPECT_EQ(table.size(), kCount);
  EXPECT_LT(compared, 4 * kCount);
}

/// The low bits choose the place in a table of our own; they must be spread, too.
TEST(TextHash, SpreadsItsLowBits) {
  constexpr std::size_t kPlaces = 1024;
  std::vector<std::uint32_t> held(kPlaces);
  for (int i = 0; i < 64 * 1024; ++i)
    ++held[text_hash("http://e.org/" + std::to_string(i)) % kPlaces];
  for (const std::uint32_t count : held) {
    EXPECT_GT(count, 8U);
    EXPECT_LT(count, 256U);
  }
}

}  // namespace
}  // namespace semsite::hash_text_hash_test
