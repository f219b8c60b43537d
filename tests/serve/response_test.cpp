#include "serve/response.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::test::response_test {
namespace {

// RFC 9110 §12.5.3.
TEST(Response, GzipIsTakenUnlessItsWeightIsZero) {
  for (const char* const field : {"gzip", "br, GZIP;q=0.5", "gzip; q=1", "deflate,gzip"})
    EXPECT_TRUE(takes_gzip(field)) << field;
  for (const char* const field :
       {"", "br", "gzip;q=0", "gzip; q=0.000", "xgzip", "identity"})
    EXPECT_FALSE(takes_gzip(field)) << field;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Response, SaysHowLongItIsAndWhetherTheConnectionEnds) {
  const SiteAnswer answer = plain_answer(404, "nothing\n");
  const std::string whole = response_text(answer, {.closes = true});
  EXPECT_TRUE(whole.starts_with("HTTP/1.1 404 Not Found\r\nDate: Thu, 01 Jan 1970 "));
  EXPECT_TRUE(whole.ends_with("\r\n\r\nnothing\n"));
  EXPECT_TRUE(has(whole, "\r\nContent-Length: 8\r\n"));
  EXPECT_TRUE(has(whole, "\r\nConnection: close\r\n"));
  EXPECT_FALSE(has(response_text(answer, {}), "Connection"));
  EXPECT_TRUE(has(response_text(answer, {.says_keep = true}), "Connection: keep-alive"));
}

TEST(Response, ToHeadIsTheSameWithoutItsContent) {
  const SiteAnswer answer = plain_answer(200, std::string(1000, 'a'));
  for (const bool gzip : {false, true}) {
    const std::string whole = response_text(answer, {.gzip = gzip});
    const std::string head = response_text(answer, {.head_only = true, .gzip = gzip});
    EXPECT_TRUE(whole.starts_with(head) && head.ends_with("\r\n\r\n"));
    EXPECT_TRUE(has(head, "\r\nContent-Length: " +
                              std::to_string(whole.size() - head.size()) + "\r\n"));
    EXPECT_EQ(has(head, "Content-Encoding: gzip"), gzip);
  }
}

// RFC 9110 §8.6.
TEST(Response, NotModifiedSaysNothingOfALengthAndARedirectSaysNone) {
  EXPECT_FALSE(has(response_text({.status = 304}, {}), "Content-Length"));
  const std::string redirect =
      response_text({.status = 303, .fields = {{"Location", "/a"}}}, {});
  EXPECT_TRUE(has(redirect, "\r\nLocation: /a\r\n"));
  EXPECT_TRUE(has(redirect, "\r\nContent-Length: 0\r\n"));
  EXPECT_FALSE(has(redirect, "\r\nContent-Type:"));
}

TEST(Response, AFieldIsOfOneLine) {
  const SiteAnswer answer{
      .status = 303,
      .fields = {{"Location", "/a\r\nSet-Cookie: b"}, {"X", "a\nb"}, {"Y", "fine"}}};
  const std::string text = response_text(answer, {});
  EXPECT_FALSE(has(text, "Set-Cookie"));
  EXPECT_FALSE(has(text, "X: a"));
  EXPECT_TRUE(has(text, "\r\nY: fine\r\n"));
}

}  // namespace
}  // namespace semsite::test::response_test
