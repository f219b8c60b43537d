#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "fetch/curl_transport_kit.hpp"
#include "fetch/transport.hpp"
#include "support/loopback_server.hpp"

namespace semsite::test::curl_transport_failures_test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using Outcome = FetchOutcome;

TEST(CurlTransport, NamesACodingThatCannotBeUndone) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.reply(200, "this is not gzip", "Content-Encoding: gzip\r\n");
  }};
  const Outcome outcome = fetch(get(server.url("/")));
  EXPECT_EQ(outcome.failure, FetchFailure::bad_coding);
  EXPECT_THAT(outcome.message, HasSubstr("the content coding gzip cannot be undone"));
}

TEST(CurlTransport, ABodyShorterThanItsLengthIsNamedAfterItsBytes) {
  const LoopbackServer server{raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")};
  const Outcome outcome = fetch(get(server.url("/f")));
  EXPECT_EQ(outcome.body, "abc");
  EXPECT_EQ(outcome.failure, FetchFailure::wrong_length);
  EXPECT_EQ(
      outcome.message,
      server.url("/f") + ": the body is shorter than its Content-Length 10 (3 came)");
}

// RFC 9112 §8: a chunked message without its last chunk is incomplete.
TEST(CurlTransport, ACutChunkedBodyIsBroken) {
  const LoopbackServer server{
      raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")};
  const Outcome outcome = fetch(get(server.url("/")));
  EXPECT_EQ(outcome.body, "abc");
  EXPECT_EQ(outcome.failure, FetchFailure::broken);
  EXPECT_THAT(outcome.message, HasSubstr("before the last chunk"));
}

TEST(CurlTransport, AWholeChunkedBodyWithTrailerIsFine) {
  const LoopbackServer server{
      raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
          "3\r\nabc\r\n2\r\nde\r\n0\r\nX-Late: 1\r\n\r\n")};
  const Outcome outcome = fetch(get(server.url("/")));
  EXPECT_EQ(outcome.body, "abcde");
  EXPECT_EQ(outcome.failure, FetchFailure::none) << outcome.message;
}

TEST(CurlTransport, AResetInTheMiddleIsBroken) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
    std::this_thread::sleep_for(50ms);
    out.reset();
  }};
  const Outcome outcome = fetch(get(server.url("/")));
  EXPECT_EQ(outcome.failure, FetchFailure::broken);
  EXPECT_THAT(outcome.message, HasSubstr("the connection broke after 0 B"));
}

TEST(CurlTransport, NoAnswerAtAllIsBroken) {
  const LoopbackServer server{raw("")};
  const Outcome outcome = fetch(get(server.url("/")));
  EXPECT_EQ(outcome.failure, FetchFailure::broken);
  EXPECT_THAT(outcome.message, HasSubstr("closed the connection without an answer"));
}

TEST(CurlTransport, AnAnswerThatIsNotHttpIsNamed) {
  const LoopbackServer server{raw("220 ftp.example ready\r\n")};
  EXPECT_EQ(fetch(get(server.url("/"))).failure, FetchFailure::protocol);
}

TEST(CurlTransport, ANameThatDoesNotResolveIsSaid) {
  // RFC 6761 §6.4: `.invalid` never resolves.
  const Outcome outcome = fetch(get("http://nowhere.invalid/x"));
  EXPECT_EQ(outcome.failure, FetchFailure::dns);
  EXPECT_EQ(outcome.message,
            "http://nowhere.invalid/x: the name nowhere.invalid does not resolve");
}

TEST(CurlTransport, AClosedPortIsSaid) {
  std::string url;
  std::uint16_t port = 0;
  {
    const LoopbackServer gone{raw("")};
    url = gone.url("/");
    port = gone.port();
  }
  const Outcome outcome = fetch(get(url));
  EXPECT_EQ(outcome.failure, FetchFailure::connect);
  EXPECT_EQ(outcome.message,
            fmt::format("{}: cannot connect to 127.0.0.1 port {}: Connection refused",
                        url, port));
}

TEST(CurlTransport, TlsWithAServerThatHasNoneIsNamed) {
  const LoopbackServer server{raw("HTTP/1.1 400 Bad Request\r\n\r\n")};
  const Outcome outcome = fetch(get(fmt::format("https://127.0.0.1:{}/", server.port())));
  EXPECT_EQ(outcome.failure, FetchFailure::tls) << outcome.message;
  EXPECT_THAT(outcome.message,
              HasSubstr("speaks no TLS at that port; did you mean http://"));
}

TEST(CurlTransport, OtherSchemesAndTextAreRefused) {
  for (const char* url :
       {"ftp://example.org/", "ftp://example.org/a/", "ftp://example.org/a;type=a",
        "gopher://example.org/", "mailto:a@b", "http://", "not a url", "", "http://a b/",
        "dict://127.0.0.1/"}) {
    const Outcome outcome = fetch(get(url));
    EXPECT_EQ(outcome.failure, FetchFailure::protocol) << url << ": " << outcome.message;
    EXPECT_NE(outcome.message, "") << url;
  }
  EXPECT_EQ(fetch(get("gopher://example.org/")).message,
            "gopher://example.org/: scheme gopher: only http, https, ftp and file can be "
            "fetched");
}

TEST(CurlTransport, AHeaderWithALineBreakIsNotSent) {
  Request request = get("http://127.0.0.1:1/");
  request.headers = {{"If-None-Match", "\"a\"\r\nX-Smuggled: 1"}};
  EXPECT_EQ(fetch(request).failure, FetchFailure::protocol);
}

}  // namespace
}  // namespace semsite::test::curl_transport_failures_test
