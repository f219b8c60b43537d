#include "serve/request_head.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>

namespace semsite::test::request_head_test {
namespace {

RequestHead good(std::string_view bytes) {
  auto read = read_request_head(bytes);
  if (const auto* const fault = std::get_if<HeadFault>(&read)) {
    ADD_FAILURE() << bytes << fault->text;
    return {};
  }
  return std::get<RequestHead>(read);
}

/// 0: the head is taken.
int fault(std::string_view bytes) {
  const auto read = read_request_head(bytes);
  const auto* const out = std::get_if<HeadFault>(&read);
  return out == nullptr ? 0 : out->status;
}

/// A GET with these lines behind a good Host field.
std::string with(const std::string& lines) {
  return "GET / HTTP/1.1\r\nHost: a.example\r\n" + lines + "\r\n";
}

TEST(RequestHead, GivesWhatWasSent) {
  const RequestHead head = good(
      "GET /a%20b?q=%C3%A4+1&x HTTP/1.1\r\nhost: A.example:80 \r\nAccept-Encoding: br\r\n"
      "ACCEPT-ENCODING:\tgzip \r\nIf-None-Match: \"x\"\r\nX-Other: \xE4 b\tc\r\n\r\n");
  EXPECT_EQ(head.method, "GET");
  EXPECT_EQ(head.target, "/a%20b?q=%C3%A4+1&x");
  EXPECT_EQ(head.host, "A.example:80");
  EXPECT_EQ(head.accept_encoding, "br, gzip");
  EXPECT_EQ(head.if_none_match, "\"x\"");
  EXPECT_TRUE(head.keeps_alive);
  EXPECT_FALSE(head.has_content);
}

// A name is not decoded into another one.
TEST(RequestHead, TheHostIsAsItWasSent) {
  for (const std::string host : {"%6cocalhost", "localhost.", "a@localhost", "local host",
                                 "[::1]:80", "localhost%00.evil.example", ""})
    EXPECT_EQ(good("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").host, host);
}

// RFC 9112 §3.2.
TEST(RequestHead, ThereIsOneHost) {
  EXPECT_EQ(fault("GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(fault(with("Host: a.example\r\n")), 400);
  EXPECT_EQ(fault(with("hOST:\r\n")), 400);
  EXPECT_EQ(fault("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"), 400);
  EXPECT_EQ(good("GET / HTTP/1.0\r\n\r\n").host, std::nullopt);
}

// RFC 9112 §3.2.2.
TEST(RequestHead, TheAbsoluteFormNamesTheHost) {
  const RequestHead head =
      good("GET HTTP://a.example:80?q=1 HTTP/1.1\r\nHost: A.example:80\r\n\r\n");
  EXPECT_EQ(head.target, "/?q=1");
  EXPECT_EQ(head.host, "a.example:80");
  EXPECT_EQ(good("GET http://a.example/b HTTP/1.0\r\n\r\n").host, "a.example");
  EXPECT_EQ(good("GET http://a.example/b HTTP/1.0\r\n\r\n").target, "/b");
  for (const std::string target :
       {"http://b.example/", "http://a.example:80/", "http://x@a.example/", "http:///",
        "https://a.example/", "http:/a.example/", "ftp://a.example/", "a.example:80", "*",
        "search", "\\", "http://"})
    EXPECT_EQ(fault("GET " + target + " HTTP/1.1\r\nHost: a.example\r\n\r\n"), 400)
        << target;
}

TEST(RequestHead, TheRequestLineHasThreePartsAndSingleSpaces) {
  const std::string rest = "\r\nHost: a.example\r\n\r\n";
  for (const std::string line : {"",
                                 " ",
                                 "GET",
                                 "GET /",
                                 "GET  / HTTP/1.1",
                                 "GET /  HTTP/1.1",
                                 " GET / HTTP/1.1",
                                 "GET / HTTP/1.1 ",
                                 "GET\t/\tHTTP/1.1",
                                 "GET / b HTTP/1.1",
                                 "GET / HTTP/1",
                                 "GET / http/1.1",
                                 "GET / HTTP/1.10",
                                 "GET / HTTP/1,1",
                                 "GET / HTTPS/1.1",
                                 "G{T / HTTP/1.1",
                                 "GET /#part HTTP/1.1",
                                 "GET /\x7F HTTP/1.1",
                                 "GET /\x01 HTTP/1.1",
                                 "/ HTTP/1.1"})
    EXPECT_EQ(fault(line + rest), 400) << line;
  for (const std::string line : {"GET / HTTP/2.0", "GET / HTTP/0.9", "PRI * HTTP/2.0"})
    EXPECT_EQ(fault(line + rest), 505) << line;
  for (const std::string line :
       {"GET / HTTP/1.1", "GET / HTTP/1.0", "GET / HTTP/1.9", "OPTIONS * HTTP/1.1",
        "CONNECT a:80 HTTP/1.1", "get / HTTP/1.1", "GET /{\"}\xC3\xA4 HTTP/1.1"})
    EXPECT_EQ(fault(line + rest), 0) << line;
}

TEST(RequestHead, FieldsAreOfOneLineAndHaveANameAndAColonBehindIt) {
  using namespace std::string_literals;
  for (const std::string& line :
       {"X : y\r\n"s, "X\t: y\r\n"s, " X: y\r\n"s, "\tX: y\r\n"s, "X\r\n"s, ": y\r\n"s,
        "X y: z\r\n"s, "X(y): z\r\n"s, "X: y\r\n folded\r\n"s, "X: y\r\n\tfolded\r\n"s,
        "X: y\0z\r\n"s, "X\0: y\r\n"s, "X: y\rz\r\n"s, "X: y\r\r\n"s, "X: y\n"s,
        "X: \x1F\r\n"s, "X: \x7F\r\n"s, "\xC3\xA4: y\r\n"s})
    EXPECT_EQ(fault(with(line)), 400) << line;
  for (const std::string line :
       {"X:\r\n", "X:y\r\n", "X:\t y \t\r\n", "a!#$%&'*+-.^_`|~: :\r\n"})
    EXPECT_EQ(fault(with(line)), 0) << line;
}

TEST(RequestHead, LinesEndWithCrLf) {
  EXPECT_EQ(fault("GET / HTTP/1.1\nHost: a.example\n\n"), 400);
  EXPECT_EQ(fault("GET / HTTP/1.1\r\nHost: a.example\r\n\n"), 400);
  EXPECT_EQ(fault("GET / HTTP/1.1\r\nHost: a.example\n\r\n"), 400);
  EXPECT_EQ(fault("GET / HTTP/1.1\rHost: a.example\r\n\r\n"), 400);
  EXPECT_EQ(fault("GET / HTTP/1.1\r\nHost: a.example\r\n"), 400);
  EXPECT_EQ(fault(with("") + "x"), 400);
  EXPECT_EQ(fault(""), 400);
}

// RFC 9110 §8.6, RFC 9112 §6.3.
TEST(RequestHead, TheLengthOfContentIsOnePlainNumber) {
  EXPECT_FALSE(good(with("Content-Length: 0\r\n")).has_content);
  EXPECT_TRUE(good(with("Content-Length: 5\r\n")).has_content);
  EXPECT_TRUE(good(with("Content-Length: 9223372036854775807\r\n")).has_content);
  for (const std::string length :
       {"+5", "-5", "5, 5", "5,", "5 5", "0x5", "5.0", "5e1", "\"5\"", "five", "",
        "9223372036854775808", "18446744073709551616", "99999999999999999999999999",
        "\xD9\xA5"})
    EXPECT_EQ(fault(with("Content-Length: " + length + "\r\n")), 400) << length;
  EXPECT_EQ(fault(with("Content-Length: 5\r\nContent-Length: 5\r\n")), 400);
  EXPECT_EQ(fault(with("Content-Length: 0\r\ncontent-length: 5\r\n")), 400);
}

TEST(RequestHead, NoTransferEncodingIsTaken) {
  for (const std::string line :
       {"Transfer-Encoding: chunked", "Transfer-Encoding:\tchunked",
        "Transfer-Encoding:chunked ", "transfer-encoding: CHUNKED", "Transfer-Encoding:",
        "Transfer-Encoding: identity", "Transfer-Encoding: x, chunked",
        "Transfer-Encoding : chunked", " Transfer-Encoding: chunked",
        "Transfer-Encoding\t: chunked", "X: y\r\n Transfer-Encoding: chunked",
        "Transfer-Encoding: \x0B"
        "chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 3"}) {
    EXPECT_EQ(fault(with(line + "\r\n")), 400) << line;
    EXPECT_EQ(fault("POST / HTTP/1.0\r\n" + line + "\r\n\r\n"), 400) << line;
  }
}

// RFC 9112 §9.3.
TEST(RequestHead, TheClientSaysWhetherTheConnectionStays) {
  EXPECT_FALSE(good(with("Connection: x, Close\r\n")).keeps_alive);
  EXPECT_FALSE(good(with("Connection: keep-alive\r\nConnection: close\r\n")).keeps_alive);
  EXPECT_TRUE(good(with("Connection: closed\r\n")).keeps_alive);
  EXPECT_FALSE(good("GET / HTTP/1.0\r\n\r\n").keeps_alive);
  EXPECT_TRUE(good("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").keeps_alive);
}

TEST(RequestHead, EndsBehindItsEmptyLineWhereverItWasCut) {
  for (const std::string head :
       {"GET / HTTP/1.1\r\nA: b\r\n\r\n", "GET /\n\n", "GET /\r\n\n", "GET /\n\r\n"}) {
    const std::string more = head + "GET /next HTTP/1.1\r\n\r\n";
    EXPECT_EQ(end_of_head(more), head.size());
    for (std::size_t cut = 0; cut < head.size(); ++cut) {
      EXPECT_EQ(end_of_head(head.substr(0, cut)), std::string::npos);
      EXPECT_EQ(end_of_head(more, cut), head.size());
    }
  }
}

}  // namespace
}  // namespace semsite::test::request_head_test
