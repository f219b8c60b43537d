#include "fetch/politeness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/manual_clock.hpp"

namespace semsite::politeness_test {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

class PolitenessTest : public testing::Test {
 protected:
  /// Everything that may start at this moment, in its order.
  static std::vector<Politeness::Ticket> all_due(Politeness& queue) {
    std::vector<Politeness::Ticket> out;
    while (const auto ticket = queue.next()) out.push_back(*ticket);
    return out;
  }
  /// The same, each sent at once.
  static std::vector<Politeness::Ticket> all_sent(Politeness& queue) {
    std::vector<Politeness::Ticket> out;
    while (const auto ticket = queue.next()) {
      out.push_back(*ticket);
      queue.sent(*ticket);
    }
    return out;
  }
  /// How long until something is due, from now.
  [[nodiscard]] std::optional<std::chrono::milliseconds> wait(
      const Politeness& queue) const {
    const auto due = queue.due();
    if (!due) return std::nullopt;
    return std::chrono::duration_cast<std::chrono::milliseconds>(*due - clock.now());
  }

  ManualClock clock;
};

TEST_F(PolitenessTest, StartsAtOneHostAreTheDelayApart) {
  Politeness queue{{.delay = 300ms, .connections = 9}, clock};
  for (Politeness::Ticket t = 1; t <= 3; ++t) queue.enqueue(t, {"a.example"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
  EXPECT_EQ(wait(queue), 300ms);
  clock.advance(299ms);
  EXPECT_THAT(all_sent(queue), IsEmpty());
  clock.advance(1ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
}

TEST_F(PolitenessTest, SaysHowManyHostsAndRequestsWait) {
  Politeness queue{{.delay = 300ms, .connections = 1}, clock};
  for (Politeness::Ticket t = 1; t <= 3; ++t) queue.enqueue(t, {"a.example"}, 0ms);
  queue.enqueue(4, {"b.example"}, 0ms);
  EXPECT_EQ(queue.load().hosts_waiting, 2U);
  EXPECT_EQ(queue.load().requests_waiting, 4U);
  EXPECT_EQ(queue.load().requests_running, 0U);
  EXPECT_THAT(all_sent(queue), ElementsAre(1, 4));
  EXPECT_EQ(queue.load().hosts_waiting, 1U);
  EXPECT_EQ(queue.load().requests_waiting, 2U);
  EXPECT_EQ(queue.load().requests_running, 2U);
  queue.silent(1);  // it runs all the same, and bars those behind it
  EXPECT_EQ(queue.load().requests_running, 2U);
  EXPECT_EQ(queue.load().hosts_waiting, 1U);
  queue.finish(2);  // withdrawn
  queue.finish(3);
  EXPECT_EQ(queue.load().hosts_waiting, 0U);
  EXPECT_EQ(queue.load().requests_waiting, 0U);
  queue.finish(1);
  queue.finish(4);
  EXPECT_EQ(queue.load().requests_running, 0U);
}

TEST_F(PolitenessTest, OneThatIsPutBackComesFirstAgainAndCostsNoDelay) {
  Politeness queue{{.delay = 300ms, .connections = 1}, clock};
  for (Politeness::Ticket t = 1; t <= 2; ++t) queue.enqueue(t, {"a.example"}, 0ms);
  EXPECT_THAT(all_due(queue), ElementsAre(1));
  queue.put_back(1, 20ms);
  EXPECT_EQ(wait(queue), 20ms);
  clock.advance(20ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1)) << "nothing was sent before";
  queue.finish(1);
  EXPECT_EQ(wait(queue), 300ms);
  clock.advance(300ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
}

TEST_F(PolitenessTest, TheDelayCountsFromWhenARequestWasSent) {
  // A connection took 200 ms: the server sees the request only then.
  Politeness queue{{.delay = 300ms, .connections = 9}, clock};
  for (Politeness::Ticket t = 1; t <= 3; ++t) queue.enqueue(t, {"a.example"}, 0ms);
  EXPECT_THAT(all_due(queue), ElementsAre(1));
  clock.advance(1s);
  EXPECT_THAT(all_due(queue), IsEmpty()) << "the first has not been sent yet";
  queue.sent(1);
  queue.sent(1);  // once is enough
  EXPECT_EQ(wait(queue), 300ms);
  clock.advance(300ms);
  EXPECT_THAT(all_due(queue), ElementsAre(2));
  queue.finish(2);  // never sent: no connection
  clock.advance(300ms);
  EXPECT_THAT(all_due(queue), ElementsAre(3));
}

TEST_F(PolitenessTest, TheDefaultDelayIsHalfASecondAndNoneOnLoopback) {
  Politeness queue{{.connections = 9}, clock};
  for (const Politeness::Ticket t : {1U, 2U}) queue.enqueue(t, {"a.example"}, 0ms);
  for (const Politeness::Ticket t : {3U, 4U}) queue.enqueue(t, {"127.0.0.1"}, 0ms);
  for (const Politeness::Ticket t : {5U, 6U}) queue.enqueue(t, {"::1"}, 0ms);
  EXPECT_THAT(all_sent(queue), testing::UnorderedElementsAre(1, 3, 4, 5, 6));
  EXPECT_EQ(wait(queue), 500ms);
}

TEST_F(PolitenessTest, AGivenDelayHoldsOnLoopbackToo) {
  Politeness queue{{.delay = 100ms, .connections = 9}, clock};
  for (const Politeness::Ticket t : {1U, 2U}) queue.enqueue(t, {"127.0.0.1"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
}

TEST_F(PolitenessTest, NoMoreThanTheConnectionsRunAtOneHost) {
  Politeness queue{{.delay = 0ms, .connections = 2}, clock};
  for (Politeness::Ticket t = 1; t <= 4; ++t) queue.enqueue(t, {"a.example"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1, 2));
  EXPECT_EQ(wait(queue), std::nullopt);  // only an end can help
  queue.finish(1);
  EXPECT_THAT(all_sent(queue), ElementsAre(3));
}

TEST_F(PolitenessTest, NoMoreThanTheParallelOnesRunInAll) {
  Politeness queue{{.delay = 0ms, .connections = 2, .parallel = 3}, clock};
  for (Politeness::Ticket t = 0; t < 6; ++t)
    queue.enqueue(t, {"host" + std::to_string(t)}, 0ms);
  EXPECT_EQ(all_sent(queue).size(), 3U);
  EXPECT_EQ(wait(queue), std::nullopt);
  queue.finish(0);
  EXPECT_EQ(all_sent(queue).size(), 1U);
}

// Precedents count the delay from the end of the request before.
TEST_F(PolitenessTest, ACrawlDelayCountsFromTheEndAndRunsAlone) {
  Politeness queue{{.delay = 100ms, .connections = 4}, clock};
  queue.enqueue(1, {"a.example"}, 2000ms);
  queue.enqueue(2, {"a.example"}, 2000ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
  clock.advance(5000ms);
  EXPECT_THAT(all_sent(queue), IsEmpty());
  queue.finish(1);
  EXPECT_EQ(wait(queue), 2000ms);
  clock.advance(1999ms);
  EXPECT_THAT(all_sent(queue), IsEmpty());
  clock.advance(1ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
}

TEST_F(PolitenessTest, TheLongerOfOwnAndCrawlDelayCounts) {
  Politeness queue{{.delay = 3000ms, .connections = 4}, clock};
  queue.enqueue(1, {"a.example"}, 1000ms);
  queue.enqueue(2, {"a.example"}, 1000ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
  queue.finish(1);
  EXPECT_EQ(wait(queue), 3000ms);
}

TEST_F(PolitenessTest, OthersWaitWhileOneWithACrawlDelayRuns) {
  Politeness queue{{.delay = 0ms, .connections = 4}, clock};
  queue.enqueue(1, {"a.example"}, 1000ms);
  queue.enqueue(2, {"a.example"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
  queue.finish(1);
  clock.advance(1000ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
}

TEST_F(PolitenessTest, OneWithACrawlDelayWaitsForTheOthers) {
  Politeness queue{{.delay = 0ms, .connections = 4}, clock};
  queue.enqueue(1, {"a.example"}, 0ms);
  queue.enqueue(2, {"a.example"}, 1000ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
  clock.advance(2000ms);
  EXPECT_THAT(all_sent(queue), IsEmpty());
  queue.finish(1);
  clock.advance(1000ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
}

// RFC 6585 §4, RFC 9110 §15.6.4: the whole host, not one URL.
TEST_F(PolitenessTest, AHoldStopsTheWholeHostAndNoOther) {
  Politeness queue{{.delay = 0ms, .connections = 9}, clock};
  queue.hold({"a.example"}, 10s);
  queue.enqueue(1, {"a.example"}, 0ms);
  queue.enqueue(2, {"b.example"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
  EXPECT_EQ(wait(queue), 10s);
  queue.hold({"a.example"}, 1s);  // a shorter one takes nothing back
  EXPECT_EQ(wait(queue), 10s);
  clock.advance(10s);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
}

TEST_F(PolitenessTest, HostsTakeTurns) {
  Politeness queue{{.delay = 0ms, .connections = 9, .parallel = 1}, clock};
  for (Politeness::Ticket t = 1; t <= 3; ++t) queue.enqueue(t, {"a.example"}, 0ms);
  for (Politeness::Ticket t = 11; t <= 13; ++t) queue.enqueue(t, {"b.example"}, 0ms);
  std::vector<Politeness::Ticket> order;
  for (int i = 0; i < 6; ++i) {
    const auto ticket = queue.next();
    ASSERT_TRUE(ticket);
    order.push_back(*ticket);
    clock.advance(1ms);
    queue.finish(*ticket);
  }
  EXPECT_THAT(order, ElementsAre(1, 11, 2, 12, 3, 13));
}

TEST_F(PolitenessTest, HostsAtOneAddressShareOneQueue) {
  Politeness queue{{.delay = 500ms, .connections = 9}, clock};
  queue.enqueue(1, {"a.example"}, 0ms);
  queue.enqueue(2, {"b.example"}, 0ms);
  EXPECT_EQ(all_sent(queue).size(), 2U);  // not known yet
  queue.share({"a.example"}, "192.0.2.1");
  queue.share({"b.example"}, "192.0.2.1");
  queue.finish(1);
  queue.finish(2);
  queue.enqueue(3, {"a.example"}, 0ms);
  queue.enqueue(4, {"b.example"}, 0ms);
  queue.enqueue(5, {"192.0.2.1"}, 0ms);
  clock.advance(500ms);
  EXPECT_EQ(all_sent(queue).size(), 1U);
  clock.advance(500ms);
  EXPECT_EQ(all_sent(queue).size(), 1U);
  queue.hold({"b.example"}, 10s);
  clock.advance(500ms);
  EXPECT_THAT(all_sent(queue), IsEmpty());
}

TEST_F(PolitenessTest, MergedQueuesKeepWhatWaitsAndRuns) {
  Politeness queue{{.delay = 0ms, .connections = 2}, clock};
  for (const Politeness::Ticket t : {1U, 2U, 3U}) queue.enqueue(t, {"a.example"}, 0ms);
  for (const Politeness::Ticket t : {11U, 12U, 13U}) queue.enqueue(t, {"b.example"}, 0ms);
  EXPECT_EQ(all_sent(queue).size(), 4U);
  queue.share({"a.example"}, "192.0.2.1");
  queue.share({"b.example"}, "192.0.2.1");
  queue.finish(1);
  queue.finish(2);
  EXPECT_THAT(all_sent(queue), IsEmpty());  // two still run there
  queue.finish(11);
  queue.finish(12);
  EXPECT_THAT(all_sent(queue), testing::UnorderedElementsAre(3, 13));
}

TEST_F(PolitenessTest, AHostThatTurnsOutToBeLoopbackHasNoDelay) {
  Politeness queue{{.connections = 9}, clock};
  queue.enqueue(1, {"a.example"}, 0ms);
  queue.enqueue(2, {"a.example"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
  queue.share({"a.example"}, "127.0.0.1");
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
}

TEST_F(PolitenessTest, AWithdrawnRequestNeverStarts) {
  Politeness queue{{.delay = 0ms, .connections = 1}, clock};
  for (const Politeness::Ticket t : {1U, 2U, 3U}) queue.enqueue(t, {"a.example"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
  queue.finish(2);
  queue.finish(1);
  EXPECT_THAT(all_sent(queue), ElementsAre(3));
  queue.finish(3);
  queue.finish(99);  // unknown: no harm
  EXPECT_EQ(queue.due(), std::nullopt);
}

/// Twenty hosts at one address of a platform that the hosts of many share.
class SharedPlatform : public PolitenessTest {
 protected:
  static Politeness::Place host(int number) {
    return {.target = "198.51.100.7", .host = "h" + std::to_string(number) + ".example"};
  }
  PolitenessRules rules{.delay = 500ms,
                        .connections = 2,
                        .is_shared = [](const auto& at) { return at == "198.51.100.7"; }};
};

// docs/fetch.md, Politeness.
TEST_F(SharedPlatform, EachHostHasItsOwnDelayAndSixteenRequestsRunAtOnce) {
  Politeness queue{rules, clock};
  for (int i = 0; i < 20; ++i)
    queue.enqueue(static_cast<Politeness::Ticket>(i), host(i), 0ms);
  queue.enqueue(100, host(0), 0ms);
  EXPECT_EQ(all_sent(queue).size(), Politeness::kSharedConnections);
  queue.finish(3);
  EXPECT_THAT(all_sent(queue), ElementsAre(16));
  for (const Politeness::Ticket t : {0U, 1U, 2U, 4U}) queue.finish(t);
  EXPECT_THAT(all_sent(queue), ElementsAre(17, 18, 19));
  EXPECT_EQ(wait(queue), 500ms) << "the first host's own delay";
  clock.advance(500ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(100));
}

TEST_F(SharedPlatform, AHoldIsOfOneHost) {
  Politeness queue{rules, clock};
  queue.hold(host(1), 10s);
  for (const int i : {1, 2})
    queue.enqueue(static_cast<Politeness::Ticket>(i), host(i), 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
}

TEST_F(SharedPlatform, NamesThatTurnOutToStandThereAreNotMerged) {
  Politeness queue{rules, clock};
  for (Politeness::Ticket t = 0; t < 40; ++t)
    queue.enqueue(t, {"h" + std::to_string(t % 20)}, 0ms);
  EXPECT_EQ(all_sent(queue).size(), 20U);  // not known yet
  for (int i = 0; i < 20; ++i) queue.share({"h" + std::to_string(i)}, "198.51.100.7");
  clock.advance(500ms);
  EXPECT_THAT(all_sent(queue), IsEmpty()) << "twenty run there";
  for (Politeness::Ticket t = 0; t < 5; ++t) queue.finish(t);
  EXPECT_EQ(all_sent(queue).size(), 1U);
  for (Politeness::Ticket t = 5; t < 20; ++t) queue.finish(t);
  EXPECT_EQ(all_sent(queue).size(), 15U);
}

TEST_F(SharedPlatform, AWithdrawnRequestGivesItsRoomToAnother) {
  Politeness queue{rules, clock};
  for (int i = 0; i < 18; ++i)
    queue.enqueue(static_cast<Politeness::Ticket>(i), host(i), 0ms);
  EXPECT_EQ(all_sent(queue).size(), 16U);
  queue.finish(0);
  queue.finish(16);
  EXPECT_THAT(all_sent(queue), ElementsAre(17));
}

TEST_F(PolitenessTest, AnAddressOfSeveralHostsIsAskedFourTimesASecondAtMost) {
  Politeness queue{{.delay = 10ms, .connections = 9}, clock};
  for (Politeness::Ticket t = 0; t < 6; ++t)
    queue.enqueue(t, {.target = "192.0.2.1", .host = t % 2 == 0 ? "a" : "b"}, 0ms);
  EXPECT_EQ(all_sent(queue).size(), 1U);
  EXPECT_EQ(wait(queue), Politeness::kAddressDelay);
  Politeness alone{{.delay = 10ms, .connections = 9}, clock};
  for (Politeness::Ticket t = 0; t < 2; ++t)
    alone.enqueue(t, {.target = "192.0.2.1", .host = "a"}, 0ms);
  EXPECT_EQ(all_sent(alone).size(), 1U);
  EXPECT_EQ(wait(alone), 10ms);
  Politeness own{{.delay = 0ms, .connections = 9}, clock};
  for (Politeness::Ticket t = 0; t < 2; ++t)
    own.enqueue(t, {.target = "192.0.2.1", .host = t == 0 ? "a" : "b"}, 0ms);
  EXPECT_EQ(all_sent(own).size(), 2U);
}

TEST_F(PolitenessTest, AServerThatRefusesIsAskedHalfAsOftenUntilItIsWell) {
  Politeness queue{{.delay = 100ms, .connections = 9}, clock};
  for (Politeness::Ticket t = 0; t < 80; ++t)
    queue.enqueue(t, {.target = "192.0.2.1", .host = "h" + std::to_string(t % 5)}, 0ms);
  Politeness::Ticket at = 0;
  const auto ask = [&](int status, std::chrono::milliseconds took) {
    const auto ticket = queue.next();
    ASSERT_TRUE(ticket) << at;
    queue.sent(*ticket);
    queue.answered(*ticket, status, took);
    queue.finish(*ticket);
    ++at;
  };
  const auto pause = [&] {
    const auto out = wait(queue).value_or(0ms);
    clock.advance(out);
    return out;
  };
  ask(429, 5ms);
  EXPECT_EQ(pause(), 500ms);
  ask(503, 5ms);
  EXPECT_EQ(pause(), 1000ms);
  for (int i = 0; i < 8; ++i) {
    ask(200, 5ms);
    EXPECT_EQ(pause(), i < 7 ? 1000ms : 500ms);
  }
  for (int i = 0; i < 8; ++i) {
    ask(200, 5ms);
    EXPECT_EQ(pause(), i < 7 ? 500ms : 250ms);
  }
  for (int i = 0; i < 8; ++i) {
    ask(200, 300ms);  // twice as long and more
    EXPECT_EQ(pause(), i < 7 ? 250ms : 500ms);
  }
  // That is what is usual there, after some more.
  std::vector<std::chrono::milliseconds> after;
  for (int i = 0; i < 32; ++i) {
    ask(200, 300ms);
    after.push_back(pause());
  }
  EXPECT_EQ(after[8], 1000ms);
  EXPECT_EQ(after.back(), 250ms);
}

TEST_F(PolitenessTest, AHostAloneThatRefusedIsAskedAsBeforeWhenItIsWell) {
  Politeness queue{{.delay = 100ms, .connections = 9}, clock};
  for (Politeness::Ticket t = 0; t < 20; ++t) queue.enqueue(t, {"a"}, 0ms);
  for (int i = 0; i < 10; ++i) {
    const auto ticket = queue.next();
    ASSERT_TRUE(ticket);
    queue.sent(*ticket);
    queue.answered(*ticket, i == 0 ? 503 : 200, 1ms);
    queue.finish(*ticket);
    EXPECT_EQ(wait(queue), i < 8 ? 200ms : 100ms) << i;
    clock.advance(200ms);
  }
}

// Other documents of one site may be more work.
TEST_F(PolitenessTest, OnlyARefusalSlowsASiteWithANameOrTwo) {
  Politeness queue{{.delay = 300ms, .connections = 9}, clock};
  for (Politeness::Ticket t = 0; t < 20; ++t)
    queue.enqueue(t, {.target = "192.0.2.1", .host = t == 0 ? "a" : "www.a"}, 0ms);
  for (int i = 0; i < 18; ++i) {
    const auto ticket = queue.next();
    ASSERT_TRUE(ticket);
    queue.sent(*ticket);
    queue.answered(*ticket, 200, i < 8 ? 1ms : 9000ms);
    queue.finish(*ticket);
    EXPECT_EQ(wait(queue), 300ms);
    clock.advance(300ms);
  }
}

TEST_F(PolitenessTest, ASilentRequestKeepsNobodyElseWaiting) {
  Politeness queue{{.delay = 0ms, .connections = 1, .parallel = 2}, clock};
  for (const char* const name : {"a", "b", "c"})
    for (int i = 0; i < 2; ++i)
      queue.enqueue(static_cast<Politeness::Ticket>((name[0] - 'a') * 10 + i),
                    {.target = "192.0.2.1", .host = name}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(0));
  queue.silent(0);
  // Its host lets one hang, as many as may run there: the other one waits.
  EXPECT_THAT(all_sent(queue), ElementsAre(10));
  queue.finish(10);
  EXPECT_THAT(all_sent(queue), ElementsAre(11));
  queue.awake(0);  // it counts again
  queue.finish(11);
  EXPECT_THAT(all_sent(queue), IsEmpty());
  queue.finish(0);
  EXPECT_THAT(all_sent(queue), ElementsAre(20));
  queue.finish(20);
  queue.finish(21);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
}

TEST_F(PolitenessTest, ASilentRequestCountsForItsOwnHost) {
  Politeness queue{{.delay = 0ms, .connections = 2}, clock};
  for (Politeness::Ticket t = 1; t <= 5; ++t)
    queue.enqueue(t, {.target = "192.0.2.1", .host = "a"}, 0ms);
  for (Politeness::Ticket t = 11; t <= 13; ++t)
    queue.enqueue(t, {.target = "192.0.2.1", .host = "b"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1, 2));
  queue.silent(1);
  EXPECT_THAT(all_sent(queue), ElementsAre(11)) << "two run at a, one of them silently";
  queue.finish(2);
  EXPECT_THAT(all_sent(queue), ElementsAre(12)) << "b waited longer";
  queue.finish(11);
  EXPECT_THAT(all_sent(queue), ElementsAre(13));
  queue.finish(12);
  EXPECT_THAT(all_sent(queue), ElementsAre(3));
  queue.finish(13);
  EXPECT_THAT(all_sent(queue), IsEmpty());
  queue.finish(1);
  EXPECT_THAT(all_sent(queue), ElementsAre(4));
}

TEST_F(PolitenessTest, AHostThatHungKeepsNobodyWaitingASecondTime) {
  Politeness queue{{.delay = 0ms, .connections = 1, .parallel = 1}, clock};
  for (const Politeness::Ticket t : {1U, 2U, 3U}) queue.enqueue(t, {"a"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
  queue.silent(1);
  queue.finish(1);
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
  queue.enqueue(10, {"b"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(10)) << "the second does not count";
  queue.finish(10);
  queue.answered(2, 200, 1ms);  // it does again
  queue.enqueue(11, {"b"}, 0ms);
  EXPECT_THAT(all_sent(queue), IsEmpty());
  queue.finish(2);
  EXPECT_EQ(all_sent(queue).size(), 1U);
}

TEST_F(PolitenessTest, ASilentRequestCountsNotInAllUpTo256) {
  Politeness queue{{.delay = 0ms, .connections = 1, .parallel = 4}, clock};
  constexpr unsigned kAll = 300;
  for (Politeness::Ticket t = 0; t < kAll; ++t)
    queue.enqueue(t, {"h" + std::to_string(t)}, 0ms);
  std::size_t started = 0;
  for (int round = 0; round < 100; ++round)
    for (const Politeness::Ticket t : all_sent(queue)) {
      ++started;
      queue.silent(t);
    }
  EXPECT_EQ(started, Politeness::kMostSilent + 4);
  queue.finish(0);
  EXPECT_THAT(all_sent(queue), IsEmpty());  // four that count run
  queue.finish(Politeness::kMostSilent);
  EXPECT_EQ(all_sent(queue).size(), 1U);
}

TEST_F(PolitenessTest, AHostWithACrawlDelayThatHangsGetsNoMore) {
  Politeness queue{{.delay = 0ms, .connections = 4}, clock};
  for (const Politeness::Ticket t : {1U, 2U})
    queue.enqueue(t, {.target = "192.0.2.1", .host = "a"}, 1000ms);
  queue.enqueue(3, {.target = "192.0.2.1", .host = "b"}, 0ms);
  EXPECT_THAT(all_sent(queue), ElementsAre(1));
  queue.silent(1);
  EXPECT_THAT(all_sent(queue), ElementsAre(3));
  queue.enqueue(4, {.target = "192.0.2.1", .host = "a"}, 1000ms);
  queue.finish(3);
  clock.advance(5s);
  EXPECT_THAT(all_sent(queue), IsEmpty());
  queue.finish(1);
  clock.advance(1s);
  EXPECT_THAT(all_sent(queue), ElementsAre(2));
}

}  // namespace
}  // namespace semsite::politeness_test
