#include "base/byte_scan.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::byte_scan_test {
namespace {

/// Every byte at every place of texts around the vector's width stops or does not.
template <typename Stop>
void stops_where_it_should() {
  for (std::size_t size = 1; size <= 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'a');
      for (unsigned byte = 0; byte < 256; ++byte) {
        text[at] = static_cast<char>(byte);
        const char* const end = text.data() + size;
        const ByteScan scan = scan_to<Stop>(text.data(), end);
        const bool stops = Stop::test(static_cast<unsigned char>(byte));
        ASSERT_EQ(scan.stop, stops ? text.data() + at : end) << byte;
        ASSERT_EQ(scan.ascii, stops || byte < 0x80) << byte;
      }
    }
  }
}

TEST(ByteScan, FindsEveryByteThatNoIriHolds) { stops_where_it_should<IriStop>(); }

TEST(ByteScan, FindsEveryByteThatALiteralEscapes) {
  stops_where_it_should<LiteralStop>();
}

TEST(ByteScan, DoesNotMindWhatIsBehindTheStop) {
  const std::string text = "abc>\xC3\xA9 and more text";
  const ByteScan scan = scan_to<IriStop>(text.data(), text.data() + text.size());
  EXPECT_EQ(scan.stop - text.data(), 3);
  EXPECT_TRUE(scan.ascii);
}

TEST(ByteScan, CountsEveryKindOfLineEnd) {
  EXPECT_EQ(count_line_ends(""), 0U);
  EXPECT_EQ(count_line_ends("a\nb\r\nc\rd\r"), 4U);
  EXPECT_EQ(count_line_ends("\r\r\n\n"), 3U);
  std::string text;
  for (int i = 0; i < 10'000; ++i)
    text += std::string(static_cast<std::size_t>(i % 7), 'x') + "\n";
  EXPECT_EQ(count_line_ends(text), 10'000U);
  EXPECT_EQ(count_line_ends(std::string(5000, '\n')), 5000U);
}

}  // namespace
}  // namespace semsite::byte_scan_test
