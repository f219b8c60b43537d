#include "base/arena.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::arena_test {
namespace {

TEST(Arena, KeptTextOutlivesItsSource) {
  Arena arena;
  std::string passing = "passing";
  const std::string_view kept = arena.keep(passing);
  passing = "changed";
  EXPECT_EQ(kept, "passing");
}

TEST(Arena, KeepsEveryTextApart) {
  Arena arena;
  std::vector<std::string> texts;
  std::vector<std::string_view> kept;
  for (std::size_t i = 0; i < 2000; ++i) {
    // Sizes from nothing to well above a chunk.
    texts.emplace_back(i % 97 == 0 ? 40'000 : i * 7 % 300,
                       static_cast<char>('a' + i % 26));
    kept.push_back(arena.keep(texts.back()));
  }
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(kept[i], texts[i]) << i;
}

TEST(Arena, NothingIsAnEmptyView) { EXPECT_TRUE(Arena{}.keep("").empty()); }

TEST(Arena, ViewsStayGoodWhenItMoves) {
  Arena first;
  const std::string_view kept = first.keep("text");
  Arena second = std::move(first);
  EXPECT_EQ(kept, "text");
  Arena third;
  third = std::move(second);
  EXPECT_EQ(kept, "text");
}

TEST(Arena, WhatIsMovedFromWritesNowhereElse) {
  Arena first;
  (void)first.keep("a");
  Arena second = std::move(first);
  const std::string_view old = first.keep("xxxx");  // moved from, and in order
  const std::string_view fresh = second.keep("yyyy");
  EXPECT_EQ(old, "xxxx");
  EXPECT_EQ(fresh, "yyyy");
}

TEST(Arena, AllocatedRoomCanBeWritten) {
  Arena arena;
  for (const std::size_t size : {1, 16 * 1024, 16 * 1024 + 1, 100}) {
    char* const room = arena.allocate(size);
    std::fill_n(room, size, 'z');
    EXPECT_EQ(room[size - 1], 'z');
  }
}

TEST(Arena, ThatWasClearedBeginsAnew) {
  Arena arena;
  const std::string_view first = arena.keep("a");
  arena.clear();
  const std::string_view again = arena.keep("b");
  EXPECT_EQ(again.data(), first.data()) << "one chunk is used again";
  const std::string large(20'000, 'x');
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(arena.keep(large), large);
    EXPECT_EQ(arena.keep("c"), "c");
    arena.clear();
  }
  Arena empty;
  empty.clear();
  EXPECT_EQ(empty.keep("d"), "d");
}

}  // namespace
}  // namespace semsite::arena_test
