#include "base/byte_source.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite::byte_source_counting_source_test {
namespace {

TEST(CountingSource, HandsOnWhatItCounts) {
  MemorySource text{"some text"};
  CountingSource source{text};
  EXPECT_EQ(source.read().bytes, "some text");
  EXPECT_TRUE(source.read().empty());
  EXPECT_EQ(source.bytes(), 9U);
}

TEST(CountingSource, TellsEachBlockAndTheEnd) {
  std::vector<std::size_t> told;
  CountingSource source{std::make_unique<MemorySource>("abc"),
                        [&](std::size_t bytes) { told.push_back(bytes); }};
  while (!source.read().empty()) {
  }
  EXPECT_EQ(told, (std::vector<std::size_t>{3, 0}));
}

TEST(CountingSource, WhatTheNoteThrowsEndsTheReading) {
  CountingSource source{std::make_unique<MemorySource>("abc"), [](std::size_t) {
                          throw DocumentError{"a.b", "too much"};
                        }};
  EXPECT_THROW((void)source.read(), DocumentError);
}

}  // namespace
}  // namespace semsite::byte_source_counting_source_test
