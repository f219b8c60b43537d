#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fetch/curl_transport_kit.hpp"
#include "fetch/transport.hpp"
#include "semsite/limits.hpp"
#include "support/loopback_server.hpp"

namespace semsite::test::curl_transport_transfers_test {
namespace {

using namespace std::chrono_literals;
using Outcome = FetchOutcome;

/// Waits for something that another thread does; at most five seconds.
template <typename Condition>
bool comes_true(Condition condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return condition();
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
}  // namespace semsite::test::curl_transport_transfers_test
