#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fetch/curl_transport_kit.hpp"
#include "fetch/transport.hpp"
#include "semsite/limits.hpp"
#include "support/loopback_server.hpp"

namespace semsite::test::curl_transport_limits_test {
namespace {

using namespace std::chrono_literals;
using Outcome = FetchOutcome;

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

/// A server that sends `head`, and then one byte after the other.
LoopbackServer::Handler trickle(std::string head) {
  return [head = std::move(head)](const ServedRequest&, ServedConnection& out) {
    out.send(head);
    while (out.send("x")) std::this_thread::sleep_for(20ms);
  };
}

TEST(CurlTransport, AHeadThatNeverEndsIsGivenUpInTime) {  // although bytes come
  const LoopbackServer server{[](const ServedRequest&, ServedConnection& out) {
    out.send("HTTP/1.1 200 OK\r\n");
    while (out.send("X: y\r\n")) std::this_thread::sleep_for(20ms);
  }};
  TransportOptions how = options();
  how.limits.request_timeout = 300ms;
  const Outcome outcome = fetch(get(server.url("/h")), how);
  EXPECT_EQ(outcome.failure, FetchFailure::timeout);
  EXPECT_EQ(outcome.message, server.url("/h") +
                                 ": the head of an answer did not come within 0.3 s "
                                 "(--request-timeout)");
}

TEST(CurlTransport, AnAnswerThatIsBoundAsAWholeEndsInTime) {
  const LoopbackServer server{trickle("HTTP/1.1 200 OK\r\n\r\n")};
  Request request = get(server.url("/robots.txt"));
  request.whole_within = 300ms;
  const Outcome outcome = fetch(request);
  EXPECT_EQ(outcome.failure, FetchFailure::timeout);
  EXPECT_FALSE(outcome.body.empty());
}

TEST(CurlTransport, ABodyBelowTheLowestRateIsGivenUp) {
  const LoopbackServer server{trickle("HTTP/1.1 200 OK\r\n\r\n")};
  TransportOptions how = options();
  how.limits.speed_time = 400ms;
  const Outcome outcome = fetch(get(server.url("/")), how);
  EXPECT_EQ(outcome.failure, FetchFailure::slow);
}

TEST(CurlTransport, AHeaderLineThatIsTooLongIsToldAsThat) {
  const LoopbackServer server{
      raw("HTTP/1.1 200 OK\r\nX: " + std::string(400'000, 'x') + "\r\n\r\n")};
  const Outcome outcome = fetch(get(server.url("/")));
  EXPECT_EQ(outcome.failure, FetchFailure::long_header);
}

/// Sends `begin`, and then `fields` for as long as somebody reads, up to 64 MiB.
LoopbackServer::Handler without_end(std::string begin, std::string_view fields) {
  std::string block;
  while (block.size() < 64 * kKiB) block += fields;
  return [begin = std::move(begin), block = std::move(block)](const ServedRequest&,
                                                              ServedConnection& out) {
    out.send(begin);
    for (int i = 0; i < 1000 && out.send(block); ++i) continue;
    out.close();
  };
}

TEST(CurlTransport, FieldsBehindABodyCountAsThoseOfTheHead) {
  const std::string body =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n";
  const std::string text(1000, 'a');
  for (const auto& [begin, fields] :
       {std::pair{body, "X-T: " + text + "\r\n"}, std::pair{body, std::string{"a:\r\n"}},
        std::pair{std::string{},
                  "HTTP/1.1 103 Early Hints\r\nLink: <" + text + ">\r\n\r\n"}}) {
    const LoopbackServer server{without_end(begin, fields)};
    const Outcome outcome = fetch(get(server.url("/")));
    EXPECT_EQ(outcome.failure, FetchFailure::long_header) << outcome.message;
    EXPECT_LT(server.bytes_sent(), 32 * kMiB);
  }
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

}  // namespace
}  // namespace semsite::test::curl_transport_limits_test
