#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/limits.hpp"
#include "fetch/transport.hpp"
#include "support/loopback_server.hpp"

namespace semsite {
namespace {

using namespace std::chrono_literals;
using testing::ContainsRegex;
using testing::HasSubstr;

/// Options under which the loopback servers may be asked.
TransportOptions options() {
  TransportOptions out;
  out.named_hosts = {"127.0.0.1"};
  out.limits.stall_timeout = 1s;
  out.limits.connect_timeout = 5s;
  return out;
}

Request get(std::string url) {
  Request out;
  out.url = std::move(url);
  return out;
}

std::string read_all(Body& body) {
  std::string text;
  for (Block block = body.read(); !block.empty(); block = body.read())
    text += block.bytes;
  return text;
}

struct Outcome {
  std::string body;
  FetchFailure failure = FetchFailure::none;
  std::string message;
};
Outcome outcome_of(Body& body) {
  Outcome out;
  try {
    (void)body.head();
    for (Block block = body.read(); !block.empty(); block = body.read())
      out.body += block.bytes;
  } catch (const FetchError& error) {
    out.failure = error.failure();
    out.message = error.what();
  }
  return out;
}
Outcome fetch(const Request& request, const TransportOptions& how = options()) {
  const auto transport = make_transport(how);
  return outcome_of(*transport->open(request));
}

/// Waits for something that another thread does; at most five seconds.
template <typename Condition>
bool comes_true(Condition condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return condition();
}

/// A server that always misbehaves in the same way.
LoopbackServer::Handler raw(std::string bytes) {
  return [bytes = std::move(bytes)](const ServedRequest&, ServedConnection& connection) {
    connection.send(bytes);
    connection.close();
  };
}

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

TEST(CurlTransport, CredentialsGoOnlyToHostsThatTheUserNamed) {
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
  how.connect_to = {fmt::format("::127.0.0.1:{}", server.port())};
  how.user = "me:secret";
  how.headers = {"Cookie: c=1", "X-Api-Key: k", "X-Plain: p"};
  const auto transport = make_transport(how);
  EXPECT_EQ(transport->open(get("http://named.example/"))->head().status, 200);
  EXPECT_EQ(transport->open(get("http://other.example/"))->head().status, 200);
  const std::scoped_lock lock{mutex};
  EXPECT_THAT(seen,
              testing::ElementsAre("named.e|Basic bWU6c2VjcmV0|c=1|k|p", "other.e||||p"));
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

TEST(CurlTransport, AnEndlessHeadIsCut) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.send("HTTP/1.1 200 OK\r\n");
    while (out.send("X-Filler: " + std::string(1000, 'x') + "\r\n")) {
    }
  }};
  const Outcome outcome = fetch(get(server.url("/")));
  EXPECT_NE(outcome.failure, FetchFailure::none);
  EXPECT_NE(outcome.failure, FetchFailure::stalled);
  EXPECT_LT(server.bytes_sent(), 20U * kMiB);
}

TEST(CurlTransport, AStallBeforeTheHeadEndsInTime) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.stall(); }};
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = fetch(get(server.url("/s")));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(outcome.failure, FetchFailure::stalled);
  EXPECT_EQ(
      outcome.message,
      server.url("/s") + ": stalled: no byte came for 1 s (--stall-timeout), 0 B so far");
  EXPECT_GE(took, 950ms);
  EXPECT_LT(took, 4s);
}

TEST(CurlTransport, AStallInTheBodyEndsInTime) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
    out.stall();
  }};
  const Outcome outcome = fetch(get(server.url("/")));
  EXPECT_EQ(outcome.body, "abc");
  EXPECT_EQ(outcome.failure, FetchFailure::stalled);
}

TEST(CurlTransport, ASlowButSteadyBodyIsNoStall) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n");
    for (int i = 0; i < 7; ++i) {
      std::this_thread::sleep_for(300ms);
      out.send("x");
    }
  }};
  const Outcome outcome = fetch(get(server.url("/")));
  EXPECT_EQ(outcome.body, "xxxxxxx");
  EXPECT_EQ(outcome.failure, FetchFailure::none) << outcome.message;
}

LoopbackServer::Handler large(std::size_t size) {
  return [size](const ServedRequest&, ServedConnection& out) {
    out.send(fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", size));
    std::string chunk(1'000'003, '\0');
    for (std::size_t i = 0; i < chunk.size(); ++i) chunk[i] = static_cast<char>(i % 251);
    for (std::size_t left = size; left > 0;) {
      const std::size_t count = std::min(left, chunk.size());
      if (!out.send(std::string_view{chunk}.substr(0, count))) return;
      left -= count;
    }
  };
}

TEST(CurlTransport, ASlowReaderPausesTheServerAndIsNoStall) {
  constexpr std::size_t kSize = 64 * kMiB;
  const LoopbackServer server{large(kSize)};
  const auto transport = make_transport(options());
  Request request = get(server.url("/"));
  request.content_coding = false;
  const auto body = transport->open(request);
  EXPECT_EQ(body->head().status, 200);
  // Longer than the stall time: the server can only fill the pipe and the sockets.
  std::this_thread::sleep_for(1500ms);
  const std::uint64_t sent = server.bytes_sent();
  EXPECT_LT(sent, 32 * kMiB);
  EXPECT_GE(sent, 4 * kMiB);
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(server.bytes_sent(), sent);
  std::uint64_t at = 0;
  for (Block block = body->read(); !block.empty(); block = body->read()) {
    ASSERT_EQ(block.offset, at);
    ASSERT_EQ(block.bytes.front(), static_cast<char>(at % 1'000'003 % 251));
    at += block.bytes.size();
  }
  EXPECT_EQ(at, kSize);
  EXPECT_EQ(body->wire_bytes(), kSize);
}

TEST(CurlTransport, DestroyingABodyEndsItsTransfer) {
  const LoopbackServer server{large(1024 * kMiB)};
  const auto transport = make_transport(options());
  {
    const auto body = transport->open(get(server.url("/")));
    EXPECT_FALSE(body->read().empty());
  }
  EXPECT_TRUE(comes_true([&] { return server.open_connections() == 0; }));
  EXPECT_LT(server.bytes_sent(), 128 * kMiB);
}

TEST(CurlTransport, DestroyingAWaitingBodySendsNothing) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.reply(200, ""); }};
  TransportOptions how = options();
  how.delay = 200ms;
  const auto transport = make_transport(how);
  const auto first = transport->open(get(server.url("/1")));
  (void)transport->open(get(server.url("/2")));
  const auto third = transport->open(get(server.url("/3")));
  EXPECT_EQ(first->head().status, 200);
  EXPECT_EQ(third->head().status, 200);
  EXPECT_EQ(server.requests(), 2U);
}

TEST(CurlTransport, AnUnreadSmallBodyDoesNotCostTheConnection) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.send("HTTP/1.1 404 Not Found\r\nContent-Length: 2000\r\n\r\n");
    std::this_thread::sleep_for(50ms);
    out.send(std::string(2000, 'x'));
  }};
  TransportOptions how = options();
  how.connections = 1;
  const auto transport = make_transport(how);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(transport->open(get(server.url("/")))->head().status, 404);
  EXPECT_EQ(server.requests(), 4U);
  EXPECT_EQ(server.connections(), 1U);
}

TEST(CurlTransport, ReusesItsConnections) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.reply(200, "x"); }};
  const auto transport = make_transport(options());
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(read_all(*transport->open(get(server.url("/")))), "x");
  EXPECT_EQ(server.requests(), 10U);
  EXPECT_EQ(server.connections(), 1U);
}

TEST(CurlTransport, CancelEndsEverythingNowAndLater) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.stall(); }};
  TransportOptions how = options();
  how.limits.stall_timeout = 60s;
  const auto transport = make_transport(how);
  const auto running = transport->open(get(server.url("/")));
  ASSERT_TRUE(comes_true([&] { return server.requests() == 1; }));
  std::jthread stopper{[&] { transport->cancel(); }};
  EXPECT_EQ(outcome_of(*running).failure, FetchFailure::cancelled);
  stopper.join();
  EXPECT_EQ(outcome_of(*transport->open(get(server.url("/")))).failure,
            FetchFailure::cancelled);
  EXPECT_EQ(server.requests(), 1U);
}

TEST(CurlTransport, ABodyOutlivesItsTransport) {
  const LoopbackServer server{large(64 * kMiB)};
  auto transport = make_transport(options());
  const auto body = transport->open(get(server.url("/")));
  EXPECT_EQ(body->head().status, 200);
  transport.reset();
  const Outcome outcome = outcome_of(*body);
  EXPECT_EQ(outcome.failure, FetchFailure::cancelled);
  EXPECT_LT(outcome.body.size(), 64 * kMiB);
}

TEST(CurlTransport, StopsAtTheLimit) {
  const LoopbackServer server{large(10 * kMiB)};
  Request request = get(server.url("/big"));
  request.max_bytes = 100'000;
  const Outcome outcome = fetch(request);
  EXPECT_EQ(outcome.body.size(), 100'000U);
  EXPECT_EQ(outcome.failure, FetchFailure::too_large);
  EXPECT_EQ(outcome.message,
            server.url("/big") + ": the body is longer than the 100 kB allowed here");
  request.max_bytes = 10 * kMiB;
  EXPECT_EQ(fetch(request).failure, FetchFailure::none);
}

TEST(CurlTransport, RunsManyRequestsAtOnce) {
  std::atomic<unsigned> arrived = 0;
  const LoopbackServer server{[&](const ServedRequest& request, ServedConnection& out) {
    ++arrived;
    // Nobody is answered before all are there.
    for (int i = 0; i < 500 && arrived < 64; ++i) std::this_thread::sleep_for(10ms);
    out.reply(200, request.target);
  }};
  TransportOptions how = options();
  how.connections = 64;
  how.limits.stall_timeout = 20s;
  const auto transport = make_transport(how);
  std::vector<std::unique_ptr<Body>> bodies;
  for (int i = 0; i < 64; ++i)
    bodies.push_back(transport->open(get(server.url(fmt::format("/{}", i)))));
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(read_all(*bodies[static_cast<std::size_t>(i)]), fmt::format("/{}", i));
  EXPECT_EQ(server.most_at_once(), 64U);
}

TEST(CurlTransport, KeepsToTheConnectionsPerHost) {
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    std::this_thread::sleep_for(30ms);
    out.reply(200, "");
  }};
  const auto transport = make_transport(options());  // two connections
  std::vector<std::unique_ptr<Body>> bodies;
  for (int i = 0; i < 10; ++i) bodies.push_back(transport->open(get(server.url("/"))));
  for (const auto& body : bodies) EXPECT_EQ(body->head().status, 200);
  EXPECT_EQ(server.most_at_once(), 2U);
  EXPECT_LE(server.connections(), 2U);
}

TEST(CurlTransport, KeepsCrawlDelayAndHold) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.reply(200, ""); }};
  const auto transport = make_transport(options());
  const auto start = std::chrono::steady_clock::now();
  Request request = get(server.url("/"));
  request.crawl_delay = 150ms;
  const auto first = transport->open(request);
  const auto second = transport->open(request);
  EXPECT_EQ(first->head().status, 200);
  EXPECT_EQ(second->head().status, 200);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 150ms);
  transport->hold(server.url("/any"), 300ms);
  const auto held = std::chrono::steady_clock::now();
  EXPECT_EQ(transport->open(get(server.url("/")))->head().status, 200);
  EXPECT_GE(std::chrono::steady_clock::now() - held, 300ms);
}

TEST(CurlTransport, KeepsToTheRate) {
  const LoopbackServer server{large(600'000)};
  TransportOptions how = options();
  how.rate = 400'000;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(fetch(get(server.url("/")), how).body.size(), 600'000U);
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GE(took, 1s);
  EXPECT_LT(took, 5s);
}

TEST(CurlTransport, SharesTheRateAmongTransfers) {
  const LoopbackServer server{large(300'000)};
  TransportOptions how = options();
  how.rate = 400'000;
  const auto transport = make_transport(how);
  const auto start = std::chrono::steady_clock::now();
  const auto one = transport->open(get(server.url("/")));
  const auto two = transport->open(get(server.url("/")));
  EXPECT_EQ(outcome_of(*one).body.size(), 300'000U);
  const auto first = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(outcome_of(*two).body.size(), 300'000U);
  const auto both = std::chrono::steady_clock::now() - start;
  EXPECT_GE(both, 1200ms);
  EXPECT_LT(both, 5s);
  EXPECT_GE(first, 900ms);  // neither of them got it all
}

TEST(CurlTransport, RefusesPrivateAddressesThatNobodyNamed) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.reply(200, "secret"); }};
  TransportOptions how = options();
  how.named_hosts = {"example.org"};
  for (const char* host : {"127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1",
                           "localhost", "[::ffff:127.0.0.1]"}) {
    const Outcome outcome =
        fetch(get(fmt::format("http://{}:{}/", host, server.port())), how);
    EXPECT_EQ(outcome.failure, FetchFailure::refused_address) << host;
    EXPECT_THAT(outcome.message, HasSubstr("is a private address (loopback)")) << host;
    EXPECT_THAT(outcome.message, HasSubstr("--allow-private")) << host;
  }
  EXPECT_EQ(server.connections(), 0U);
  how.allow_private = true;
  EXPECT_EQ(fetch(get(server.url("/")), how).body, "secret");
}

TEST(CurlTransport, ANameThatLeadsToAPrivateAddressIsRefusedAtTheSocket) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.reply(200, "secret"); }};
  // Nobody named localhost, and no rule maps it.
  TransportOptions how = options();
  const Outcome refused =
      fetch(get(fmt::format("http://localhost:{}/", server.port())), how);
  EXPECT_EQ(refused.failure, FetchFailure::refused_address);
  EXPECT_THAT(refused.message, HasSubstr("(of localhost)"));
  how.named_hosts = {"localhost"};
  EXPECT_EQ(fetch(get(fmt::format("http://localhost:{}/", server.port())), how).body,
            "secret");
}

TEST(CurlTransport, MappedHostsGoWhereTheUserSentThem) {
  const LoopbackServer server{[](const ServedRequest& request, ServedConnection& out) {
    out.reply(200, request.header("host"));
  }};
  TransportOptions how = options();
  how.named_hosts = {};
  how.connect_to = {fmt::format("a.example:80:127.0.0.1:{}", server.port())};
  how.resolve = {fmt::format("b.example:{}:127.0.0.1", server.port())};
  EXPECT_EQ(fetch(get("http://a.example/"), how).body, "a.example");
  EXPECT_EQ(fetch(get(fmt::format("http://b.example:{}/", server.port())), how).body,
            fmt::format("b.example:{}", server.port()));
}

TEST(CurlTransport, BehindAProxyPrivateLiteralsAreStillRefused) {
  const LoopbackServer proxy{[](const ServedRequest& request, ServedConnection& out) {
    out.reply(200, "proxied " + request.target);
  }};
  TransportOptions how = options();
  how.named_hosts = {};
  how.proxy = proxy.url("");
  EXPECT_EQ(fetch(get("http://far.example/x"), how).body, "proxied http://far.example/x");
  EXPECT_EQ(fetch(get("http://10.0.0.1/x"), how).failure, FetchFailure::refused_address);
  EXPECT_EQ(proxy.requests(), 1U);
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
  EXPECT_THAT(outcome.message, HasSubstr("--cacert"));
}

TEST(CurlTransport, OtherSchemesAndTextAreRefused) {
  for (const char* url :
       {"ftp://example.org/", "gopher://example.org/", "mailto:a@b", "http://",
        "not a url", "", "http://a b/", "dict://127.0.0.1/"}) {
    const Outcome outcome = fetch(get(url));
    EXPECT_EQ(outcome.failure, FetchFailure::protocol) << url << ": " << outcome.message;
    EXPECT_NE(outcome.message, "") << url;
  }
  EXPECT_EQ(fetch(get("ftp://example.org/")).message,
            "ftp://example.org/: scheme ftp: only http, https and file can be fetched");
}

TEST(CurlTransport, AHeaderWithALineBreakIsNotSent) {
  Request request = get("http://127.0.0.1:1/");
  request.headers = {{"If-None-Match", "\"a\"\r\nX-Smuggled: 1"}};
  EXPECT_EQ(fetch(request).failure, FetchFailure::protocol);
}

TEST(CurlTransport, ManyThreadsMayAskAtOnce) {
  const LoopbackServer server{[](const ServedRequest& request, ServedConnection& out) {
    out.reply(200, request.target);
  }};
  TransportOptions how = options();
  how.connections = 8;
  how.limits.stall_timeout = 20s;
  const auto transport = make_transport(how);
  std::atomic<int> good = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < 20; ++i) {
          const std::string path = fmt::format("/{}/{}", t, i);
          const auto body = transport->open(get(server.url(path)));
          if (i % 5 == 4) continue;  // thrown away unread
          if (outcome_of(*body).body == path) ++good;
        }
      });
  }
  EXPECT_EQ(good, 8 * 16);
}

}  // namespace
}  // namespace semsite
