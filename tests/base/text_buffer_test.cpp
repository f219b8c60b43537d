#include "base/text_buffer.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>

namespace semsite::text_buffer_test {
namespace {

TEST(TextBuffer, KeepsItsTextWhenItGrows) {
  TextBuffer buffer;
  EXPECT_EQ(buffer.view(), "");
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    buffer.append("part " + std::to_string(i));
    expected += "part " + std::to_string(i);
  }
  buffer.append("");
  EXPECT_TRUE(buffer.view() == expected);
  EXPECT_GE(buffer.capacity(), expected.size());
  EXPECT_EQ(buffer.room_left(), buffer.capacity() - expected.size());
}

TEST(TextBuffer, IsWrittenThroughAPointer) {
  TextBuffer buffer;
  buffer.append("ab");
  char* const to = buffer.room(10);
  std::memcpy(to, "cde", 3);
  buffer.end_at(to + 3);
  EXPECT_EQ(buffer.view(), "abcde");
}

TEST(TextBuffer, KeepsItsRoomWhenCleared) {
  TextBuffer buffer;
  buffer.append(std::string(500, 'x'));
  const std::size_t capacity = buffer.capacity();
  buffer.clear();
  EXPECT_EQ(buffer.view(), "");
  EXPECT_EQ(buffer.capacity(), capacity);
}

TEST(TextBuffer, LeavesNothingBehindWhenMoved) {
  TextBuffer from;
  from.append("text");
  TextBuffer to{std::move(from)};
  EXPECT_EQ(to.view(), "text");
  EXPECT_EQ(from.view(), "");  // usable again
  from.append("new");
  to = std::move(from);
  EXPECT_EQ(to.view(), "new");
}

}  // namespace
}  // namespace semsite::text_buffer_test
