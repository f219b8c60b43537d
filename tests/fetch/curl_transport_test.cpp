#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "fetch/curl_transport_kit.hpp"
#include "fetch/transport.hpp"
#include "support/loopback_server.hpp"

namespace semsite::test::curl_transport_test {
namespace {

using testing::HasSubstr;

TEST(CurlTransport, GivesStatusFieldsAndBody) {
  const LoopbackServer server{[](const ServedRequest& request, ServedConnection& out) {
    out.reply(200, "hello " + request.target,
              "Content-Type: text/turtle; charset=utf-8\r\nETag: \"v1\"\r\n");
  }};
  const auto transport = make_transport(options());
  const auto body = transport->open(get(server.url("/a?b=c")));
  const ResponseHead& head = body->head();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.url, server.url("/a?b=c"));
  EXPECT_EQ(head.protocol, "HTTP/1.1");
  EXPECT_EQ(head.address, "127.0.0.1");
  EXPECT_EQ(head.header("etag"), "\"v1\"");
  EXPECT_EQ(head.media_type(), "text/turtle");
  EXPECT_EQ(head.length(), 12U);
  EXPECT_FALSE(head.decoded);
  EXPECT_EQ(read_all(*body), "hello /a?b=c");
  EXPECT_TRUE(body->read().empty());
  EXPECT_EQ(body->wire_bytes(), 12U);
}

/// Lets requests go when it is told to.
class TestGate final : public RequestGate {
 public:
  [[nodiscard]] std::chrono::milliseconds pause_before(
      const std::string& host, const std::string& /*target*/,
      std::chrono::milliseconds /*crawl_delay*/) override {
    ++asked;
    if (host == "localhost") throw FetchError{FetchFailure::cancelled, "it is another's"};
    return std::chrono::milliseconds{is_open ? 0 : 5};
  }
  void connected(const std::string& /*host*/, const std::string& address) override {
    if (address == "127.0.0.1") ++met;
  }
  void paused(const std::string& host, std::chrono::milliseconds pause) override {
    if (host == "127.0.0.1" && pause == std::chrono::seconds{9}) ++paused_hosts;
  }
  std::atomic<bool> is_open{false};
  std::atomic<int> asked{0}, met{0}, paused_hosts{0};
};

TEST(CurlTransport, ARequestWaitsUntilTheGateLetsItGo) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.reply(200, "here"); }};
  TransportOptions how = options();
  const auto gate = std::make_shared<TestGate>();
  how.gate = gate;
  const auto transport = make_transport(how);
  const auto body = transport->open(get(server.url("/")));
  while (gate->asked < 3) std::this_thread::yield();
  EXPECT_EQ(server.requests(), 0U);
  gate->is_open = true;
  EXPECT_EQ(body->head().status, 200);
  EXPECT_EQ(read_all(*body), "here");
  EXPECT_EQ(gate->met, 1);
  transport->hold(server.url("/"), std::chrono::seconds{9});
  while (gate->paused_hosts < 1) std::this_thread::yield();
}

TEST(CurlTransport, WhatTheGateRefusesIsNeverSent) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.reply(200, "here"); }};
  TransportOptions how = options();
  how.gate = std::make_shared<TestGate>();
  const auto transport = make_transport(how);
  const auto body =
      transport->open(get(fmt::format("http://localhost:{}/", server.port())));
  EXPECT_THROW(static_cast<void>(body->head()), FetchError);
  EXPECT_EQ(server.requests(), 0U);
}

TEST(CurlTransport, OneOfSeveralThatShareItCancelsItsOwnRequestsAlone) {
  std::atomic<bool> is_open{false};
  const LoopbackServer server{[&](const ServedRequest&, ServedConnection& out) {
    while (!is_open) std::this_thread::yield();
    out.reply(200, "here");
  }};
  const auto all = make_transport(options());
  const auto one = make_shared_transport(*all);
  const auto two = make_shared_transport(*all);
  const auto cancelled = one->open(get(server.url("/1")));
  const auto stays = two->open(get(server.url("/2")));
  one->cancel();
  EXPECT_THROW(static_cast<void>(cancelled->head()), FetchError);
  const auto late = one->open(get(server.url("/3")));
  EXPECT_THROW(static_cast<void>(late->head()), FetchError);
  is_open = true;
  EXPECT_EQ(read_all(*stays), "here");
}

TEST(CurlTransport, SendsWhatItWasTold) {
  std::mutex mutex;
  ServedRequest seen;
  const LoopbackServer server{[&](const ServedRequest& request, ServedConnection& out) {
    const std::scoped_lock lock{mutex};
    seen = request;
    out.reply(204, "");
  }};
  TransportOptions how = options();
  how.user_agent = "semsite/1 (+mailto:me@example.org)";
  how.headers = {"X-One: 1", "Authorization: Bearer t"};
  std::string origin = server.url("/");
  origin.pop_back();
  how.named_origins = {origin};
  const auto transport = make_transport(how);
  Request request = get(server.url("/x"));
  request.headers = {{"Accept", "text/turtle"}, {"If-None-Match", "W/\"v\""}};
  request.content_coding = false;
  request.range_from = 100;
  request.if_range = "\"v1\"";
  EXPECT_EQ(transport->open(request)->head().status, 204);
  {
    const std::scoped_lock lock{mutex};
    EXPECT_EQ(seen.method, "GET");
    EXPECT_EQ(seen.header("user-agent"), how.user_agent);
    EXPECT_EQ(seen.header("x-one"), "1");
    EXPECT_EQ(seen.header("authorization"), "Bearer t");
    EXPECT_EQ(seen.header("accept"), "text/turtle");
    EXPECT_EQ(seen.header("if-none-match"), "W/\"v\"");
    EXPECT_EQ(seen.header("accept-encoding"), "identity");
    EXPECT_EQ(seen.header("range"), "bytes=100-");
    EXPECT_EQ(seen.header("if-range"), "\"v1\"");
  }
  request.range_from = 0;
  request.range_last = 0;
  EXPECT_EQ(transport->open(request)->head().status, 204);
  {
    const std::scoped_lock lock{mutex};
    EXPECT_EQ(seen.header("range"), "bytes=0-0");
  }
  Request post = get(server.url("/sparql"));
  post.method = "POST";
  post.body = std::string{"a\0b", 3};
  post.headers = {{"Content-Type", "application/sparql-query"}};
  EXPECT_EQ(transport->open(post)->head().status, 204);
  const std::scoped_lock lock{mutex};
  EXPECT_EQ(seen.method, "POST");
  EXPECT_EQ(seen.body, post.body);
  EXPECT_EQ(seen.header("content-type"), "application/sparql-query");
  EXPECT_EQ(seen.header("expect"), "");
  EXPECT_THAT(seen.header("accept-encoding"), HasSubstr("gzip"));
}

TEST(CurlTransport, CredentialsGoOnlyToOriginsThatTheUserNamed) {
  std::mutex mutex;
  std::vector<std::string> seen;
  const LoopbackServer server{[&](const ServedRequest& request, ServedConnection& out) {
    const std::scoped_lock lock{mutex};
    seen.push_back(request.header("host").substr(0, 7) + "|" +
                   request.header("authorization") + "|" + request.header("cookie") +
                   "|" + request.header("x-api-key") + "|" + request.header("x-plain"));
    out.reply(200, "");
  }};
  TransportOptions how = options();
  how.named_hosts = {"named.example"};
  how.named_origins = {"http://named.example:80"};
  how.connect_to = {fmt::format("::127.0.0.1:{}", server.port())};
  how.user = "me:secret";
  how.headers = {"Cookie: c=1", "X-Api-Key: k", "X-Plain: p"};
  const auto transport = make_transport(how);
  EXPECT_EQ(transport->open(get("http://named.example/"))->head().status, 200);
  EXPECT_EQ(transport->open(get("http://other.example/"))->head().status, 200);
  EXPECT_EQ(transport->open(get("http://named.example:81/"))->head().status, 200);
  const std::scoped_lock lock{mutex};
  EXPECT_THAT(seen, testing::ElementsAre("named.e|Basic bWU6c2VjcmV0|c=1|k|p",
                                         "other.e||||", "named.e||||p"));
}

TEST(CurlTransport, HeadersGoEverywhereOnlyOnRequestAndNeverWithSecrets) {
  std::mutex mutex;
  std::vector<std::string> seen;
  const LoopbackServer server{[&](const ServedRequest& request, ServedConnection& out) {
    const std::scoped_lock lock{mutex};
    seen.push_back(request.header("ocp-subscription-key") + "|" +
                   request.header("x-session") + "|" + request.header("x-plain"));
    out.reply(200, "");
  }};
  TransportOptions how = options();
  how.named_hosts = {"named.example"};
  how.named_origins = {"http://named.example:80"};
  how.connect_to = {fmt::format("::127.0.0.1:{}", server.port())};
  how.headers = {"Ocp-Subscription-Key: k", "X-Session: s", "X-Plain: p"};
  how.headers_everywhere = true;
  const auto transport = make_transport(how);
  for (const char* url : {"http://named.example/", "http://other.example/"})
    EXPECT_EQ(transport->open(get(url))->head().status, 200);
  const std::scoped_lock lock{mutex};
  EXPECT_THAT(seen, testing::ElementsAre("k|s|p", "||p"));
}

TEST(CurlTransport, ALoginOfOneUrlIsForItsOriginAlone) {
  std::mutex mutex;
  std::vector<std::string> seen;
  const LoopbackServer server{[&](const ServedRequest& request, ServedConnection& out) {
    const std::scoped_lock lock{mutex};
    seen.push_back(request.header("authorization"));
    out.reply(200, "");
  }};
  TransportOptions how = options();
  how.named_hosts = {"one.example", "two.example"};
  how.named_origins = {"http://one.example:80", "http://two.example:80"};
  how.connect_to = {fmt::format("::127.0.0.1:{}", server.port())};
  how.logins = {{"http://one.example:80", "me:secret"}};
  const auto transport = make_transport(how);
  for (const char* url :
       {"http://one.example/x", "http://two.example/", "http://one.example:81/"})
    EXPECT_EQ(transport->open(get(url))->head().status, 200);
  const std::scoped_lock lock{mutex};
  EXPECT_THAT(seen, testing::ElementsAre("Basic bWU6c2VjcmV0", "", ""));
}

TEST(CurlTransport, DoesNotFollowRedirects) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.reply(303, "see other", "Location: /elsewhere\r\n");
  }};
  const auto transport = make_transport(options());
  const auto body = transport->open(get(server.url("/")));
  EXPECT_EQ(body->head().status, 303);
  EXPECT_EQ(body->head().header("location"), "/elsewhere");
  EXPECT_EQ(server.requests(), 1U);
}

TEST(CurlTransport, SendsThePathAsRobotsTxtJudgedIt) {
  const LoopbackServer server{[](const ServedRequest& request, ServedConnection& out) {
    out.reply(200, request.target);
  }};
  EXPECT_EQ(fetch(get(server.url("/open/../private"))).body, "/open/../private");
}

TEST(CurlTransport, AHeadRequestHasNoBody) {
  const LoopbackServer server{[](const ServedRequest& request, ServedConnection& out) {
    out.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
    if (request.method != "HEAD") out.send("hello");
  }};
  const auto transport = make_transport(options());
  Request request = get(server.url("/"));
  request.method = "HEAD";
  const auto body = transport->open(request);
  EXPECT_EQ(body->head().length(), 5U);
  EXPECT_TRUE(body->read().empty());
}

// RFC 9110 §15.2
TEST(CurlTransport, PassesOverInterimAnswers) {
  const LoopbackServer server{
      raw("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
          "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\n 2\r\n\r\nok")};
  const auto transport = make_transport(options());
  const auto body = transport->open(get(server.url("/")));
  EXPECT_EQ(body->head().status, 200);
  EXPECT_EQ(body->head().header("link"), "");
  EXPECT_EQ(body->head().header("x-a"), "1 2");  // obsolete line folding
  EXPECT_EQ(read_all(*body), "ok");
}

// RFC 1952: "hello" as a stored deflate block in gzip.
std::string gzipped_hello() {
  constexpr std::array<unsigned char, 28> kBytes{
      0x1F, 0x8B, 8,   0,   0,   0,   0,    0,    0,    3,    1, 5, 0, 0xFA,
      0xFF, 'h',  'e', 'l', 'l', 'o', 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0};
  return {kBytes.begin(), kBytes.end()};
}

TEST(CurlTransport, UndoesContentCodingsThatItAskedFor) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.reply(200, gzipped_hello(), "Content-Encoding: gzip\r\n");
  }};
  const auto transport = make_transport(options());
  const auto body = transport->open(get(server.url("/")));
  EXPECT_TRUE(body->head().decoded);
  EXPECT_EQ(body->head().length(), std::nullopt);
  EXPECT_EQ(read_all(*body), "hello");
  EXPECT_EQ(body->wire_bytes(), gzipped_hello().size());
}

TEST(CurlTransport, LeavesContentCodingsAloneThatItDidNotAskFor) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.reply(200, gzipped_hello(), "Content-Encoding: gzip\r\n");
  }};
  const auto transport = make_transport(options());
  Request request = get(server.url("/"));
  request.content_coding = false;
  const auto body = transport->open(request);
  EXPECT_FALSE(body->head().decoded);
  EXPECT_EQ(body->head().length(), gzipped_hello().size());
  EXPECT_EQ(read_all(*body), gzipped_hello());
}

}  // namespace
}  // namespace semsite::test::curl_transport_test
