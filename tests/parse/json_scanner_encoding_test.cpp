#include "parse/json_scanner.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::json_scanner_encoding_test {
namespace {

using namespace std::string_literals;
using Found = JsonDecoder::Found;

struct Decoded {
  std::string text;
  Found found;
};

Decoded decode(std::string_view bytes, std::size_t step) {
  JsonDecoder decoder;
  Decoded out{.text = {}, .found = Found::open};
  for (std::size_t at = 0; at < bytes.size(); at += step)
    decoder.add(bytes.substr(at, step), out.text);
  decoder.finish(out.text);
  out.found = decoder.found();
  return out;
}

// RFC 8259 §8.1
TEST(JsonDecoder, ReadsEveryEncodingInSteps) {
  for (std::size_t step = 1; step < 8; ++step) {
    EXPECT_EQ(decode("{\"a\":\"\u00e9\"}", step).text, "{\"a\":\"\u00e9\"}");
    EXPECT_EQ(decode("\xEF\xBB\xBF{}", step).text, "{}");
    EXPECT_EQ(decode("\xEF\xBB\xBF{}", step).found, Found::byte_order_mark);
    EXPECT_EQ(decode("\xFF\xFE[\0]\0"s, step).text, "[]");
    EXPECT_EQ(decode("\0[\0]"s, step).text, "[]");
    EXPECT_EQ(decode("[\0\x3D\xD8\x00\xDE]\0"s, step).text, "[\U0001F600]");
    // Half a pair, half a unit: no character, which whoever reads the text must see.
    EXPECT_EQ(decode("\xFE\xFF\0[\xD8\x3D\0]"s, step).text, "[\xFF]");
    EXPECT_EQ(decode("\xFF\xFE[\0\x3D\xD8"s, step).text, "[\xFF");
    EXPECT_EQ(decode("\xFF\xFE[\0]"s, step).text, "[\xFF");
    EXPECT_EQ(decode("[\0\0\0]\0\0\0"s, step).found, Found::utf32);
    EXPECT_EQ(decode("{", step).text, "{");
    EXPECT_EQ(decode("", step).text, "");
  }
}

}  // namespace
}  // namespace semsite::json_scanner_encoding_test
