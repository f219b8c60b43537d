#include "io/sorter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace semsite::test::sorter_string_sort_test {
namespace {

std::vector<std::string> sorted_by_us(const std::vector<std::string>& texts) {
  std::string room;
  std::vector<SortItem> items;
  for (const std::string& text : texts) {
    items.push_back({.cache = 0,
                     .at = static_cast<std::uint32_t>(room.size()),
                     .size = static_cast<std::uint32_t>(text.size())});
    room += text;
    room += '\0';
  }
  room.resize(room.size() + kSortSlack, 'x');
  sort_strings(items, room.data());
  std::vector<std::string> out;
  for (const SortItem& item : items) out.push_back(room.substr(item.at, item.size));
  return out;
}

std::vector<std::string> sorted_by_library(std::vector<std::string> texts) {
  std::ranges::sort(texts);
  return texts;
}

TEST(StringSort, SortsByBytesAsTheLibraryDoes) {
  std::mt19937 dice{7};
  for (const std::size_t count : {0U, 1U, 2U, 15U, 16U, 17U, 100U, 5000U}) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) {
      // Few different bytes, among them such above 127, and many equal beginnings.
      std::string text(dice() % 3 * 8, 'p');
      for (std::size_t length = dice() % 20; length > 0; --length)
        text +=
            "\x01"
            "ab\xC3\xBF"[dice() % 5];
      texts.push_back(text);
    }
    EXPECT_EQ(sorted_by_us(texts), sorted_by_library(texts)) << count;
  }
}

TEST(StringSort, ATextComesBeforeThoseThatItBegins) {
  std::vector<std::string> texts;
  for (std::size_t length = 0; length < 40; ++length) texts.emplace_back(length, 'a');
  std::ranges::reverse(texts);
  EXPECT_EQ(sorted_by_us(texts), sorted_by_library(texts));
}

TEST(StringSort, EqualTextsAreAllKept) {
  std::vector<std::string> texts(1000, "http://example.org/the-same");
  texts[500] = "http://example.org/other";
  EXPECT_EQ(sorted_by_us(texts), sorted_by_library(texts));
}

TEST(StringSort, SortedAndReversedInputIsNoTrap) {
  std::vector<std::string> texts;
  for (int i = 0; i < 100'000; ++i) texts.push_back(std::to_string(1'000'000 + i));
  const auto sorted = texts;
  EXPECT_EQ(sorted_by_us(texts), sorted);
  std::ranges::reverse(texts);
  EXPECT_EQ(sorted_by_us(texts), sorted);
}

}  // namespace
}  // namespace semsite::test::sorter_string_sort_test
