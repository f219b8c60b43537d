#include "fetch/curl_ftp.hpp"

#include <curl/curl.h>
#include <gtest/gtest.h>

#include <chrono>
#include <initializer_list>
#include <optional>

namespace semsite::test::curl_ftp_test {
namespace {

using Time = std::chrono::system_clock::time_point;

TEST(CurlFtp, AFileIsNamedByItsUrl) {
  for (const char* url :
       {"ftp://a.example/b", "ftp://a.example/b/c.nt.gz", "ftp://a.example/b;v=1",
        "ftp://a.example/..b/c..", "ftp://a.example/;type=a/b"})
    EXPECT_EQ(no_ftp_file(url), "") << url;
  for (const char* url :
       {"ftp://a.example", "ftp://a.example/", "ftp://a.example/b/", "ftp://a.example//b",
        "ftp://a.example/./b", "ftp://a.example/c/../b", "ftp://a.example/%2Fb",
        "ftp://a.example/c\\..\\b", "ftp://a.example/%2e/b", "ftp://a.example/b%2F",
        "ftp://a.example/b/..", "ftp://a.example/b;type=i", "ftp://a.example/b;TYPE=d",
        "ftp://a.example/;type=a"})
    EXPECT_NE(no_ftp_file(url), "") << url;
}

TEST(CurlFtp, IsThatOfHttp) {
  const Time now{std::chrono::seconds{1'700'000'000}};
  const ResponseHead whole = ftp_head({.length = 10, .modified = 1'600'000'000}, now);
  EXPECT_EQ(whole.status, 200);
  EXPECT_EQ(whole.header("content-length"), "10");
  EXPECT_EQ(whole.header("last-modified"), "Sun, 13 Sep 2020 12:26:40 GMT");
  EXPECT_EQ(whole.header("etag"), "");  // the length of all of it is not known
  EXPECT_EQ(whole.header("date"), "Tue, 14 Nov 2023 22:13:20 GMT");
  EXPECT_EQ(whole.header("content-range"), "");

  // What comes is the rest of it.
  const ResponseHead rest = ftp_head(
      {.length = 10, .whole = 15, .modified = {}, .from = 5, .has_range = true}, now);
  EXPECT_EQ(rest.status, 206);
  EXPECT_EQ(rest.header("content-range"), "bytes 5-14/15");
  EXPECT_EQ(rest.header("last-modified"), "");

  const ResponseHead same =
      ftp_head({.length = 10, .modified = 5, .is_unchanged = true}, now);
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.header("content-length"), "");
}

TEST(CurlFtp, AVersionIsItsTimeAndItsLength) {
  const ResponseHead head = ftp_head({.length = 7, .whole = 10, .modified = 5}, Time{});
  EXPECT_EQ(head.header("etag"), ftp_entity_tag(5, 10));
  EXPECT_EQ(length_in_ftp_tag(ftp_entity_tag(5, 10)), 10U);
  for (const char* other :
       {"", "W/", "W/\"", "W/\"5\"", "W/\"5-\"", "\"5-10\"", "W/\"5-1x\""})
    EXPECT_EQ(length_in_ftp_tag(other), std::nullopt) << other;
}

TEST(CurlFtp, BehindTheEndThereIsNothing) {  // RFC 9110 §15.5.17
  const ResponseHead head = ftp_head(
      {.length = 0, .whole = 5, .modified = {}, .from = 9, .has_range = true}, Time{});
  EXPECT_EQ(head.status, 416);
  EXPECT_EQ(head.header("content-range"), "bytes */5");
}

TEST(CurlFtp, TheLengthIsAskedForByName) {  // RFC 3659 §4
  EXPECT_EQ(ftp_size_command("ftp://a.example/b/c%20d.nt"), "*SIZE b/c d.nt");
  EXPECT_EQ(ftp_size_command("ftp://a.example/b?c"), "*SIZE b?c");
  for (const char* url :
       {"ftp://a.example/b%0D%0ADELE%20c", "ftp://a.example/b%00", "ftp://a.example/"})
    EXPECT_EQ(ftp_size_command(url), "") << url;
}

TEST(CurlFtp, LengthsStandInReplies) {
  const auto said = [](std::initializer_list<const char*> lines) {
    FtpSize size;
    for (const char* line : lines) size.take(line);
    return size.bytes();
  };
  EXPECT_EQ(said({"213 20200913122640\r\n", "213 1234\r\n"}), 1234U);
  EXPECT_EQ(said({"213 20200913122640\r\n", "550 no\r\n"}), std::nullopt);
  EXPECT_EQ(said({"550 no\r\n", "150 Opening connection for a(1) (77 bytes)\r\n"}), 77U);
  EXPECT_EQ(said({"213 5\r\n", "150 Opening connection for a (77 bytes)\r\n"}), 5U);
  EXPECT_EQ(said({"150 Here it comes\r\n", "213 -5\r\n", "213 x\r\n"}), std::nullopt);
}

TEST(CurlFtp, AnUnknownLengthIsNoLength) {
  const ResponseHead head = ftp_head({.length = {}, .modified = {}}, Time{});
  EXPECT_EQ(head.header("content-length"), "");
  EXPECT_FALSE(head.length());
}

TEST(CurlFtp, RepliesHaveTheirStatus) {
  EXPECT_EQ(ftp_status(CURLE_REMOTE_FILE_NOT_FOUND, 550), 404);
  EXPECT_EQ(ftp_status(CURLE_FTP_COULDNT_RETR_FILE, 550), 404);
  EXPECT_EQ(ftp_status(CURLE_FTP_COULDNT_RETR_FILE, 450), 503);
  EXPECT_EQ(ftp_status(CURLE_WEIRD_SERVER_REPLY, 421), 503);
  EXPECT_EQ(ftp_status(CURLE_LOGIN_DENIED, 530), 403);
  EXPECT_EQ(ftp_status(CURLE_BAD_DOWNLOAD_RESUME, 350), 416);
  EXPECT_EQ(ftp_status(CURLE_QUOTE_ERROR, 502), 416);  // REST is not known
  // Of connections that break, status codes would say what is not known.
  EXPECT_EQ(ftp_status(CURLE_RECV_ERROR, 426), 0);
  EXPECT_EQ(ftp_status(CURLE_PARTIAL_FILE, 226), 0);
  EXPECT_EQ(ftp_status(CURLE_COULDNT_CONNECT, 0), 0);
}

}  // namespace
}  // namespace semsite::test::curl_ftp_test
