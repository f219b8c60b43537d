#include "io/packed_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::packed_text_test {
namespace {

std::string lines(int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += "<http://a.example/" + std::to_string(i) +
           "> <http://a.example/p> \"a value\" <http://a.example/g> .\n";
  return out;
}

TEST(PackedText, ComesBackAsItWas) {
  using namespace std::string_literals;
  for (const std::string& text : {""s, "a"s, "\0\xff\0"s, lines(1), lines(20'000)})
    EXPECT_TRUE(unpack_text(TextPacker{}.pack(text)) == text) << text.size();
}

TEST(PackedText, QuadsTakeLessThanAFifth) {
  EXPECT_LT(TextPacker{}.pack(lines(1'000)).size() * 5, lines(1'000).size());
}

TEST(PackedText, WhatIsCutOffIsDamaged) {  // a RunError, not a crash
  const std::string packed = TextPacker{}.pack(lines(50));
  for (std::size_t size = 0; size < packed.size(); ++size)
    EXPECT_THROW((void)unpack_text(packed.substr(0, size)), RunError) << size;
}

TEST(PackedText, AFlippedBitIsDamage) {
  const std::string packed = TextPacker{}.pack(lines(50));
  std::size_t noticed = 0;
  for (std::size_t place = 0; place < packed.size(); ++place) {
    std::string other = packed;
    other[place] = static_cast<char>(other[place] ^ 1);
    try {
      EXPECT_TRUE(unpack_text(other) == lines(50)) << place;
    } catch (const RunError&) {
      ++noticed;
    }
  }
  EXPECT_GT(noticed, packed.size() / 2);
}

TEST(PackedText, WhatIsNoFrameIsDamaged) {
  EXPECT_THROW((void)unpack_text("<http://a.example/s> <http://a.example/p> \"o\" .\n"),
               RunError);
}

TEST(PackedText, AnAbsurdSizeIsDamaged) {
  // A frame that says it holds 2^62 bytes (RFC 8878 §3.1.1.1).
  const char* const frame = "\x28\xB5\x2F\xFD\xE0\0\0\0\0\0\0\0\x40\x01\0";
  EXPECT_THROW((void)unpack_text(std::string{frame, 16}), RunError);
}

}  // namespace
}  // namespace semsite::packed_text_test
