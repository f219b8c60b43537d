#include "queue/work_queue.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "queue/queue_connection.hpp"
#include "queue/queue_schema.hpp"
#include "semsite/errors.hpp"
#include "support/postgresql_server.hpp"

namespace semsite::test::work_queue_test {
namespace {

using namespace std::chrono_literals;
using Committed = WorkQueue::Committed;

class WorkQueueTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { server = std::make_unique<PostgreSqlServer>(); }
  static void TearDownTestSuite() { server.reset(); }

  void SetUp() override {
    if (server->is_missing()) GTEST_SKIP() << "PostgreSQL is not installed";
    ASSERT_FALSE(server->url().empty()) << "it could not be started";
    QueueConnection connection{server->url()};
    drop_queue(connection, true);
    make_queue(connection);
  }

  static WorkQueue queue(const std::string& owner,
                         std::chrono::milliseconds lease = 60s) {
    return WorkQueue{server->url(), owner, lease};
  }
  /// So many groups with so many sites each.
  static std::vector<GroupWish> groups(int count, int sites = 1) {
    std::vector<GroupWish> out;
    for (int i = 0; i < count; ++i) {
      GroupWish& group = out.emplace_back();
      group.places = {fmt::format("h{}.example", i), fmt::format("192.0.2.{}", i)};
      for (int j = 0; j < sites; ++j)
        group.urls.push_back(fmt::format("http://h{}.example/{}/", i, j));
    }
    return out;
  }
  static QueueRun entered(WorkQueue& queue, const std::vector<GroupWish>& wish,
                          const std::string& name = "series") {
    return queue.enter({.name = name, .settings = {{"identity", "x"}}}, wish).run;
  }
  static ItemEnd end_of(const ClaimedGroup& group, std::size_t item = 0,
                        std::uint64_t requests = 7) {
    return {.item = group.items.at(item).id,
            .group = group.id,
            .token = group.token,
            .status = 0,
            .requests = requests,
            .parts = {{.name = fmt::format("{}/{}.nq.zst", group.id, group.token),
                       .quads = 3,
                       .bytes = 40,
                       .sha256 = "ab"}},
            .rows = {{.name = group.items.at(item).url, .complete = true, .quads = 3}}};
  }
  static WorkQueue::Held held(const ClaimedGroup& group) {
    return {.group = group.id, .token = group.token, .crawl_delay = 0ms};
  }
  static void begin_all(WorkQueue& queue, const QueueRun& run,
                        const ClaimedGroup& group) {
    for (const QueueItem& item : group.items)
      EXPECT_TRUE(queue.begin(run, item, group.token));
  }
  static void let_leases_end() {
    QueueConnection{server->url()}.run(
        "UPDATE semsite.host_group SET until = clock_timestamp() - interval '1 s' WHERE "
        "token IS NOT NULL");
  }
  static std::int64_t number(const char* statement) {
    QueueConnection connection{server->url()};
    return connection.run(statement).number(0, 0);
  }

  static std::unique_ptr<PostgreSqlServer> server;
};
std::unique_ptr<PostgreSqlServer> WorkQueueTest::server;

TEST_F(WorkQueueTest, TheFirstProcessEntersARunAndTheNextFindsIt) {
  WorkQueue one = queue("one");
  WorkQueue two = queue("two");
  const RunWish wish{.name = "series", .settings = {{"identity", "a 'quoted' \\ text"}}};
  EXPECT_FALSE(one.find(wish));
  const FoundRun first = one.enter(wish, groups(3));
  EXPECT_EQ(first.run.number, 1);
  const FoundRun again = two.enter({.name = "series", .settings = {}}, groups(9));
  EXPECT_EQ(again.run.id, first.run.id);
  EXPECT_EQ(again.settings, wish.settings);
  EXPECT_EQ(number("SELECT count(*) FROM semsite.item"), 3);
  one.note_over(first.run, 0);
  EXPECT_FALSE(two.find(wish)) << "it is over";
  EXPECT_EQ(two.enter(wish, groups(3)).run.number, 2);
}

TEST_F(WorkQueueTest, WhatIsAnnouncedInVainIsNoRun) {
  WorkQueue one = queue("one");
  EXPECT_THROW(static_cast<void>(one.enter(
                   {.name = "series", .settings = {}}, groups(3),
                   [](const QueueRun&) { throw RunError{"the place is full"}; })),
               RunError);
  EXPECT_EQ(number("SELECT count(*) FROM semsite.run"), 0);
  EXPECT_EQ(entered(one, groups(3)).number, 1);
}

TEST_F(WorkQueueTest, TheLargestGroupsComeFirstByWhatTheRunBeforeAsked) {
  WorkQueue one = queue("one");
  const QueueRun first = entered(one, groups(3));
  for (const ClaimedGroup& group : one.claim(first, 9, 0ms)) {
    const bool is_large =
        group.places.front() == "h1.example" || group.places.back() == "h1.example";
    EXPECT_EQ(one.commit(first, end_of(group, 0, is_large ? 500 : 5), "u", nullptr),
              Committed::now);
    one.give_back(first, {held(group)}, 0ms);
  }
  one.note_over(first, 0);
  const QueueRun second = entered(one, groups(3));
  const auto claimed = one.claim(second, 1, 0ms);
  ASSERT_EQ(claimed.size(), 1U);
  EXPECT_EQ(claimed[0].items[0].url, "http://h1.example/0/");
}

TEST_F(WorkQueueTest, TwoClientsClaimTenThousandGroupsEachExactlyOnce) {
  WorkQueue first = queue("enters");
  const QueueRun run = entered(first, groups(10'000));
  std::vector<std::set<std::int64_t>> got(2);
  std::vector<std::size_t> counts(2, 0);
  const auto began = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> clients;
    for (std::size_t client = 0; client < 2; ++client)
      clients.emplace_back([&, client] {
        WorkQueue own = queue(fmt::format("client {}", client));
        for (;;) {
          const auto claimed = own.claim(run, 50, 0ms);
          if (claimed.empty()) return;
          for (const ClaimedGroup& group : claimed) {
            got[client].insert(group.id);
            counts[client] += group.items.size();
          }
        }
      });
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::set<std::int64_t> all = got[0];
  all.insert(got[1].begin(), got[1].end());
  EXPECT_EQ(all.size(), 10'000U);
  EXPECT_EQ(got[0].size() + got[1].size(), 10'000U);
  EXPECT_EQ(counts[0] + counts[1], 10'000U);
  RecordProperty("groups_a_second", static_cast<int>(10'000 / took.count()));
}

TEST_F(WorkQueueTest, AClaimIsRefusedToOthersUntilItsLeaseAndOneDelayAreOver) {
  WorkQueue one = queue("one", 1s);
  WorkQueue two = queue("two", 1s);
  const QueueRun run = entered(one, groups(1));
  const auto mine = one.claim(run, 9, 0ms);
  ASSERT_EQ(mine.size(), 1U);
  EXPECT_TRUE(two.claim(run, 9, 0ms).empty());
  std::this_thread::sleep_for(1100ms);
  EXPECT_TRUE(two.claim(run, 9, 10s).empty()) << "the delay is not over";
  const auto theirs = two.claim(run, 9, 0ms);
  ASSERT_EQ(theirs.size(), 1U);
  EXPECT_GT(theirs[0].token, mine[0].token);
  EXPECT_TRUE(one.renew({held(mine[0])}, 0ms).empty());
}

TEST_F(WorkQueueTest, WhoHasJustConnectedTakesNothingOver) {
  WorkQueue one = queue("one", 1s);
  const QueueRun run = entered(one, groups(1));
  ASSERT_EQ(one.claim(run, 9, 0ms).size(), 1U);
  std::this_thread::sleep_for(1100ms);
  WorkQueue two = queue("two", 1s);
  EXPECT_TRUE(two.claim(run, 9, 0ms).empty()) << "the database may have been away";
  std::this_thread::sleep_for(1000ms);
  EXPECT_EQ(two.claim(run, 9, 0ms).size(), 1U);
}

TEST_F(WorkQueueTest, AConnectionThatIsCutAndMadeAgainAtOnceIsNoOutage) {
  WorkQueue one = queue("one", 1s);
  WorkQueue two = queue("two", 1s);
  const QueueRun run = entered(one, groups(1));
  two.check();
  ASSERT_EQ(one.claim(run, 9, 0ms).size(), 1U);
  std::this_thread::sleep_for(1100ms);
  two.connection().drop();
  EXPECT_EQ(two.claim(run, 9, 0ms).size(), 1U);
}

TEST_F(WorkQueueTest, TheDelayThatWasMetAtAHostOutlivesItsOwner) {
  WorkQueue one = queue("one", 1s);
  const QueueRun run = entered(one, groups(1));
  const auto mine = one.claim(run, 9, 0ms);
  EXPECT_EQ(one.renew({{mine[0].id, mine[0].token, 20s}}, 0ms).size(), 1U);
  std::this_thread::sleep_for(1100ms);
  EXPECT_TRUE(one.claim(run, 9, 0ms).empty());
  one.give_back(run, {{mine[0].id, mine[0].token, 20s}}, 1s);
  EXPECT_GT(one.claim(run, 9, 0ms).at(0).wait, 18);
}

TEST_F(WorkQueueTest, ThePauseThatAHostWantsOutlivesItsOwner) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(2));
  const auto claimed = one.claim(run, 2, 0ms);
  ASSERT_EQ(claimed.size(), 2U);
  WorkQueue::Held given = held(claimed[0]), lost = held(claimed[1]);
  given.pause = 40s;
  lost.pause = 70s;
  one.give_back(run, {given}, 0ms);
  EXPECT_EQ(one.renew({lost}, 0ms).size(), 1U);
  lost.pause = 0ms;
  EXPECT_EQ(one.renew({lost}, 0ms).size(), 1U) << "what was said once holds";
  one.give_back(run, {lost}, 0ms);
  for (const ClaimedGroup& group : one.claim(run, 2, 0ms)) {
    const double least = group.id == given.group ? 30 : 60;
    EXPECT_GT(group.wait, least);
    EXPECT_LT(group.wait, least + 10.1);
  }
}

TEST_F(WorkQueueTest, WhoWasFencedOffCommitsNothing) {
  WorkQueue one = queue("one", 1s);
  WorkQueue two = queue("two", 1s);
  const QueueRun run = entered(one, groups(1));
  const auto mine = one.claim(run, 9, 0ms);
  two.check();
  std::this_thread::sleep_for(1100ms);
  EXPECT_EQ(one.commit(run, end_of(mine[0]), "u", nullptr), Committed::expired)
      << "nobody has it yet, and it may be renewed";
  const auto theirs = two.claim(run, 9, 0ms);
  const QueueSnapshot snapshot{.token = mine[0].token, .seq = 9, .state = "s"};
  EXPECT_EQ(one.commit(run, end_of(mine[0]), "u", &snapshot), Committed::fenced);
  EXPECT_FALSE(one.put_snapshot(run, held(mine[0]), "u", snapshot));
  EXPECT_EQ(number("SELECT count(*) FROM semsite.part"), 0);
  EXPECT_EQ(number("SELECT count(*) FROM semsite.snapshot"), 0);
  one.give_back(run, {held(mine[0])}, 0ms);
  one.note_failure(end_of(mine[0]), "not mine");
  EXPECT_EQ(number("SELECT count(*) FROM semsite.host_group WHERE owner = 'two'"), 1);
  EXPECT_EQ(two.commit(run, end_of(theirs[0]), "u", nullptr), Committed::now);
}

TEST_F(WorkQueueTest, ALeaseThatEndedIsRenewedAsLongAsNobodyTookTheGroup) {
  WorkQueue one = queue("one", 1s);
  const QueueRun run = entered(one, groups(1));
  const auto mine = one.claim(run, 9, 0ms);
  std::this_thread::sleep_for(1100ms);
  EXPECT_EQ(one.renew({held(mine[0])}, 0ms).size(), 1U);
  EXPECT_EQ(one.commit(run, end_of(mine[0]), "u", nullptr), Committed::now);
}

TEST_F(WorkQueueTest, ACommitWhoseAnswerWasLostIsKnownAgain) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(1));
  const auto mine = one.claim(run, 9, 0ms);
  EXPECT_EQ(one.commit(run, end_of(mine[0]), "u", nullptr), Committed::now);
  EXPECT_EQ(one.commit(run, end_of(mine[0]), "u", nullptr), Committed::before);
  one.give_back(run, {held(mine[0])}, 0ms);
  EXPECT_EQ(one.commit(run, end_of(mine[0]), "u", nullptr), Committed::before);
  EXPECT_EQ(number("SELECT count(*) FROM semsite.part"), 1);
  EXPECT_EQ(number("SELECT pending FROM semsite.host_group"), 0);
}

TEST_F(WorkQueueTest, WhatIsGivenBackIsNoAttemptAndWaitsForOneDelay) {
  WorkQueue one = queue("one");
  WorkQueue two = queue("two");
  const QueueRun run = entered(one, groups(1, 2));
  const auto mine = one.claim(run, 9, 0ms);
  ASSERT_EQ(mine[0].items.size(), 2U);
  begin_all(one, run, mine[0]);
  EXPECT_EQ(number("SELECT min(attempts) FROM semsite.item"), 1);
  EXPECT_EQ(one.commit(run, end_of(mine[0]), "u", nullptr), Committed::now);
  one.give_back(run, {held(mine[0])}, 5s);
  EXPECT_EQ(number("SELECT attempts FROM semsite.item WHERE state = 'waiting'"), 0);
  const auto theirs = two.claim(run, 9, 0ms);
  ASSERT_EQ(theirs.size(), 1U);
  EXPECT_EQ(theirs[0].items.size(), 1U) << "what is done stays done";
  EXPECT_GT(theirs[0].wait, 4);
  EXPECT_LE(theirs[0].wait, 5);
}

TEST_F(WorkQueueTest, AnAttemptIsWhatWasBegunOnceForEachClaim) {
  WorkQueue one = queue("one", 1s);
  const QueueRun run = entered(one, groups(1, 2));
  std::this_thread::sleep_for(1100ms);
  ClaimedGroup group = one.claim(run, 1, 0ms).at(0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(one.begin(run, group.items[0], group.token)) << "an answer was lost";
    EXPECT_EQ(number("SELECT max(attempts) FROM semsite.item"), 1);
  }
  EXPECT_EQ(number("SELECT min(attempts) FROM semsite.item"), 0);
  let_leases_end();
  const ClaimedGroup again = one.claim(run, 1, 0ms).at(0);
  EXPECT_FALSE(one.begin(run, group.items[1], group.token)) << "it is another's";
  for (const QueueItem& item : again.items)
    EXPECT_EQ(item.attempts, item.id == group.items[0].id ? 1 : 0);
}

TEST_F(WorkQueueTest, AnItemThatEndsProcessAfterProcessFailsWithWhatThereIsOfIt) {
  WorkQueue one = queue("one", 1s);
  const QueueRun run = entered(one, groups(1));
  std::this_thread::sleep_for(1100ms);
  for (int i = 0; i < WorkQueue::kMostAttempts; ++i) {
    const ClaimedGroup group = one.claim(run, 1, 0ms).at(0);
    EXPECT_EQ(group.items[0].attempts, i);
    EXPECT_FALSE(one.begin(run, group.items[0], group.token)->is_last);
    let_leases_end();
  }
  const ClaimedGroup last = one.claim(run, 1, 0ms).at(0);
  EXPECT_TRUE(one.begin(run, last.items[0], last.token)->is_last);
  ItemEnd end = end_of(last);
  end.status = 3;
  end.is_failed = true;
  EXPECT_EQ(one.commit(run, end, "u", nullptr), Committed::now);
  EXPECT_EQ(one.commit(run, end, "u", nullptr), Committed::before);
  EXPECT_EQ(one.count(run).failed, 1U);
  EXPECT_EQ(number("SELECT pending FROM semsite.host_group"), 0);
  EXPECT_EQ(one.whole(run).manifest.quads(), 3U);
  EXPECT_EQ(one.whole(run).manifest.rows.at(0).quads, 3U);
}

TEST_F(WorkQueueTest, WhatFailedAndIsTriedAgainHasThePartsOfItsLastEnd) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(1));
  const ClaimedGroup failing = one.claim(run, 1, 0ms).at(0);
  begin_all(one, run, failing);
  ItemEnd end = end_of(failing);
  end.is_failed = true;
  end.parts.push_back({.name = "second", .quads = 5, .bytes = 50, .sha256 = "cd"});
  EXPECT_EQ(one.commit(run, end, "u", nullptr), Committed::now);
  one.give_back(run, {held(failing)}, 0ms);
  EXPECT_EQ(one.retry_failed(run), 1U);
  const ClaimedGroup again = one.claim(run, 1, 0ms).at(0);
  EXPECT_EQ(again.items.at(0).attempts, 0);
  begin_all(one, run, again);
  EXPECT_EQ(one.commit(run, end_of(again), "u", nullptr), Committed::now);
  const Manifest whole = one.whole(run).manifest;
  ASSERT_EQ(whole.parts.size(), 1U);
  EXPECT_EQ(whole.parts[0].name, end_of(again).parts[0].name);
}

TEST_F(WorkQueueTest, AnItemThatEndsTheProcessWhichGivesItUpFailsWithNothing) {
  WorkQueue one = queue("one", 1s);
  const QueueRun run = entered(one, groups(2));
  QueueConnection connection{server->url()};
  std::this_thread::sleep_for(1100ms);
  const ClaimedGroup zombie = one.claim(run, 1, 0ms).at(0);
  connection.run("UPDATE semsite.item SET attempts = 10 WHERE id = $1::bigint",
                 {queue_value(zombie.items[0].id)});
  begin_all(one, run, zombie);
  let_leases_end();
  std::size_t items = 0;
  for (const ClaimedGroup& group : one.claim(run, 9, 0ms)) items += group.items.size();
  EXPECT_EQ(items, 1U);
  EXPECT_EQ(one.count(run).failed, 1U);
  EXPECT_EQ(one.commit(run, end_of(zombie), "u", nullptr), Committed::fenced);
  EXPECT_EQ(one.retry_failed(run), 1U);
  EXPECT_EQ(one.count(run).failed, 0U);
}

TEST_F(WorkQueueTest, WhatWasBegunTooOftenIsLeftToWhoAsksForIt) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(2));
  QueueConnection{server->url()}.run(
      "UPDATE semsite.item SET attempts = 3 WHERE url = 'http://h0.example/0/'");
  const auto usual = one.claim(run, 9, 0ms, WorkQueue::kSuspect);
  ASSERT_EQ(usual.size(), 1U);
  EXPECT_EQ(usual[0].items[0].url, "http://h1.example/0/");
  EXPECT_TRUE(one.claim(run, 9, 0ms, WorkQueue::kSuspect).empty());
  EXPECT_EQ(one.claim(run, 9, 0ms, WorkQueue::kSuspect + 1).size(), 1U);
}

TEST_F(WorkQueueTest, AFailureOfOneMachineIsTriedAgainAfterARest) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(1));
  const auto mine = one.claim(run, 9, 0ms);
  begin_all(one, run, mine[0]);
  one.note_failure(end_of(mine[0]), "the disk is full");
  QueueConnection{server->url()}.run("UPDATE semsite.item SET not_before = NULL");
  one.give_back(run, {held(mine[0])}, 0ms);
  EXPECT_EQ(number("SELECT attempts FROM semsite.item"), 1) << "however long it was held";
  const auto rested = one.claim(run, 9, 0ms);
  one.note_failure(end_of(rested.at(0)), "the disk is full");
  one.give_back(run, {held(rested[0])}, 0ms);
  EXPECT_TRUE(one.claim(run, 9, 0ms).empty()) << "it rests";
  EXPECT_EQ(number("SELECT attempts FROM semsite.item"), 1);
  QueueConnection{server->url()}.run(
      "UPDATE semsite.item SET not_before = NULL, attempts = 10");
  const auto again = one.claim(run, 9, 0ms);
  EXPECT_TRUE(one.begin(run, again.at(0).items[0], again[0].token)->is_last);
  ItemEnd end = end_of(again[0]);
  end.is_failed = true;
  EXPECT_EQ(one.commit(run, end, "u", nullptr), Committed::now);
  EXPECT_EQ(one.count(run).failed, 1U);
  EXPECT_EQ(one.failed(run, 9).at(0).problem, "the disk is full");
  EXPECT_EQ(number("SELECT pending FROM semsite.host_group"), 0);
  EXPECT_EQ(one.whole(run).manifest.rows.at(0).problem, "the disk is full");
}

TEST_F(WorkQueueTest, VisitorsOfAHostTakeTurns) {
  WorkQueue one = queue("one");
  WorkQueue two = queue("two");
  const std::int64_t group = one.group_of({"hub.example", "198.51.100.1"});
  EXPECT_EQ(two.group_of({"other.example", "198.51.100.1"}), group);
  EXPECT_NEAR(one.visit(group, 500ms).value(), 0, 0.1);
  EXPECT_NEAR(two.visit(group, 500ms).value(), 0.5, 0.1);
  EXPECT_NEAR(one.visit(group, 500ms).value(), 1.0, 0.1);
}

TEST_F(WorkQueueTest, AnAddressBelongsToTheGroupThatMetItFirst) {
  WorkQueue one = queue("one");
  const std::int64_t a = one.group_of({"a.example", "198.51.100.1"});
  const std::int64_t b = one.group_of({"b.example", "198.51.100.2"});
  EXPECT_EQ(one.group_at("198.51.100.2", a), b);
  EXPECT_EQ(one.group_at("198.51.100.3", a), a);
  EXPECT_EQ(one.group_of({"c.example", "198.51.100.3"}), a);
}

TEST_F(WorkQueueTest, AVisitorWaitsUntilTheOwnerHasHeardAndThenBothTakeTurns) {
  WorkQueue owner = queue("owner");
  WorkQueue visitor = queue("visitor");
  const QueueRun run = entered(owner, groups(1));
  const auto mine = owner.claim(run, 9, 0ms);
  EXPECT_FALSE(mine[0].is_visited);
  EXPECT_FALSE(visitor.visit(mine[0].id, 500ms)) << "the owner asks freely";
  const auto renewed = owner.renew({held(mine[0])}, 500ms);
  ASSERT_EQ(renewed.size(), 1U);
  EXPECT_TRUE(renewed[0].is_visited);
  // The owner may have asked just before it heard.
  EXPECT_GT(visitor.visit(mine[0].id, 500ms).value(), 0.5);
  EXPECT_GT(owner.own_turn(held(mine[0]), 500ms).value(), 1.0);
  owner.give_back(run, {held(mine[0])}, 0ms);
  EXPECT_FALSE(owner.own_turn(held(mine[0]), 500ms));
  EXPECT_TRUE(visitor.claim(run, 9, 0ms).at(0).is_visited);
}

TEST_F(WorkQueueTest, OnlyTheNewestSnapshotOfASiteCounts) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(1));
  const auto mine = one.claim(run, 9, 0ms);
  const std::int64_t token = mine[0].token;
  EXPECT_TRUE(one.put_snapshot(run, held(mine[0]), "u",
                               {.token = token, .seq = 2, .state = "b"}));
  EXPECT_TRUE(one.put_snapshot(run, held(mine[0]), "u",
                               {.token = token, .seq = 1, .state = "a"}));
  EXPECT_EQ(one.snapshot(run, "u").value().state, "b");
  EXPECT_FALSE(one.snapshot(run, "v"));
}

TEST_F(WorkQueueTest, NamesWithQuotesAndBackslashesAreValuesLikeOthers) {
  WorkQueue one = queue("o'ne\\");
  const std::string url = R"(http://h.example/a'b"c\d{e},f)";
  const QueueRun run = entered(one, {{.places = {"h\"x"}, .urls = {url}}}, "s'x");
  const auto mine = one.claim(run, 9, 0ms);
  EXPECT_EQ(mine.at(0).items.at(0).url, url);
  EXPECT_EQ(mine[0].places, std::vector<std::string>{"h\"x"});
  EXPECT_EQ(one.owners().at(0).owner, "o'ne\\");
}

TEST_F(WorkQueueTest, ASnapshotThatComesAfterTheCommitIsNone) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(1));
  const auto mine = one.claim(run, 9, 0ms);
  const std::string& url = mine[0].items[0].url;
  const QueueSnapshot last{
      .token = mine[0].token, .seq = 1, .state = "last", .output = "o"};
  EXPECT_EQ(one.commit(run, end_of(mine[0]), url, &last), Committed::now);
  static_cast<void>(
      one.put_snapshot(run, held(mine[0]), url,
                       {.token = mine[0].token, .seq = 2, .state = "while it ran"}));
  EXPECT_EQ(one.snapshot(run, url).value().state, "last");
}

TEST_F(WorkQueueTest, AHostStaysInItsGroupWhileSomethingWaitsThere) {
  WorkQueue one = queue("one");
  const std::vector<GroupWish> apart{{{"a.example", "192.0.2.1"}, {"http://a.example/"}},
                                     {{"b.example", "192.0.2.2"}, {"http://b.example/"}}};
  // For the second run both stand at one address.
  const std::vector<GroupWish> together{
      {{"a.example", "b.example", "192.0.2.2"},
       {"http://a.example/", "http://b.example/ http://b.example/x"}}};
  const QueueRun first = entered(one, apart);
  const QueueRun second = entered(one, together, "other");
  const auto group_of_item = [&](const QueueRun& run, const char* url) {
    QueueConnection connection{server->url()};
    return connection
        .run("SELECT grp FROM semsite.item WHERE run = $1::bigint AND url LIKE $2",
             {queue_value(run.id), std::string{url}})
        .number(0, 0);
  };
  EXPECT_EQ(group_of_item(second, "http://a%"), group_of_item(first, "http://a%"));
  EXPECT_EQ(group_of_item(second, "http://b%"), group_of_item(first, "http://b%"));
  EXPECT_NE(group_of_item(first, "http://a%"), group_of_item(first, "http://b%"));
  for (const QueueRun& run : {first, second})
    for (const ClaimedGroup& group : one.claim(run, 9, 0ms)) {
      for (std::size_t i = 0; i < group.items.size(); ++i)
        EXPECT_EQ(one.commit(run, end_of(group, i), group.items[i].url, nullptr),
                  Committed::now);
      one.give_back(run, {held(group)}, 0ms);
    }
  // Nobody asks there any more.
  const QueueRun third = entered(one, together, "third");
  EXPECT_EQ(group_of_item(third, "http://a%"), group_of_item(third, "http://b%"));
}

TEST_F(WorkQueueTest, NothingIsTriedAgainOnceTheRunIsBeingEnded) {
  WorkQueue one = queue("one", 1s);
  const QueueRun run = entered(one, groups(1));
  EXPECT_GT(one.whole(run).count.waiting, 0U);
  QueueConnection{server->url()}.run("UPDATE semsite.item SET state = 'failed'");
  EXPECT_EQ(one.retry_failed(run), 1U) << "it was not being ended yet";
  QueueConnection{server->url()}.run("UPDATE semsite.item SET state = 'failed'");
  EXPECT_EQ(one.whole(run).count.failed, 1U);
  EXPECT_EQ(one.retry_failed(run), 0U);
}

TEST_F(WorkQueueTest, WhoDiesAtTheEndOfARunHoldsItForALease) {
  WorkQueue one = queue("one", 1s);
  WorkQueue two = queue("two", 1s);
  const QueueRun run = entered(one, groups(1));
  EXPECT_TRUE(one.take_end(run));
  EXPECT_FALSE(two.take_end(run));
  std::this_thread::sleep_for(1100ms);
  EXPECT_TRUE(two.take_end(run));
}

TEST_F(WorkQueueTest, TokensAreNeverThoseOfAQueueBefore) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(1));
  const std::int64_t token = one.claim(run, 9, 0ms).at(0).token;
  const std::string key = one.key();
  QueueConnection connection{server->url()};
  EXPECT_TRUE(drop_queue(connection, true));
  EXPECT_EQ(make_queue(connection), QueueMade::anew);
  EXPECT_NE(one.key(), key);
  const QueueRun again = entered(one, groups(1));
  EXPECT_GT(one.claim(again, 9, 0ms).at(0).token, token);
}

TEST_F(WorkQueueTest, OneProcessWritesTheEndOfARun) {
  WorkQueue one = queue("one");
  WorkQueue two = queue("two");
  const QueueRun run = entered(one, groups(1));
  EXPECT_TRUE(one.take_end(run));
  EXPECT_FALSE(two.take_end(run));
  one.leave_end(run);
  EXPECT_TRUE(two.take_end(run));
  const std::string first = manifest_text(two.whole(run).manifest);
  EXPECT_EQ(manifest_text(one.whole(run).manifest), first) << "the same for all";
}

TEST_F(WorkQueueTest, AnAbandonedRunIsOverAndWhatIsCommittedToItIsFenced) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(3));
  const auto mine = one.claim(run, 2, 0ms);
  ASSERT_EQ(mine.size(), 2U);
  EXPECT_EQ(one.commit(run, end_of(mine[0]), "u", nullptr), Committed::now);
  EXPECT_THROW(static_cast<void>(one.abandon("series", "", false)), RunError) << "held";
  EXPECT_FALSE(one.is_abandoned(run));
  const WorkQueue::Abandoned out = one.abandon("series", "", true);
  EXPECT_EQ(out.run.id, run.id);
  EXPECT_EQ(out.left, 2U);
  EXPECT_EQ(out.held, 2U);
  EXPECT_TRUE(one.is_abandoned(run));
  EXPECT_TRUE(one.standing(run).over && one.standing(run).abandoned);
  EXPECT_EQ(one.commit(run, end_of(mine[1]), "u", nullptr), Committed::fenced);
  one.note_failure(end_of(mine[1]), "the disk is full");
  EXPECT_TRUE(one.claim(run, 9, 0ms).empty());
  EXPECT_FALSE(one.take_end(run));
  one.give_back(run, {held(mine[0]), held(mine[1])}, 0ms);
  EXPECT_EQ(number("SELECT count(*) FROM semsite.part"), 0);
  EXPECT_EQ(number("SELECT sum(pending) FROM semsite.host_group"), 0);
  EXPECT_EQ(one.count(run).waiting, 2U) << "left";
  EXPECT_EQ(one.retry_failed(run), 0U);
  EXPECT_THROW(static_cast<void>(one.abandon("series", "", true)), RunError);
  EXPECT_EQ(entered(one, groups(3)).number, 2);
}

TEST_F(WorkQueueTest, RunsThatSomebodyWorksAtAreKnownByTheirGroups) {
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(2));
  const QueueRun other = entered(one, groups(2), "other");
  const auto mine = one.claim(run, 1, 0ms);
  EXPECT_EQ(one.runs("series", 9).at(0).held, 1U);
  EXPECT_EQ(one.runs("other", 9).at(0).held, 0U) << "though it waits for the same host";
  QueueConnection{server->url()}.run(
      "UPDATE semsite.host_group SET until = clock_timestamp() - interval '1 s' WHERE "
      "token IS NOT NULL");
  EXPECT_EQ(one.runs("series", 9).at(0).held, 0U) << "its lease has ended";
  EXPECT_TRUE(one.take_end(other));
  EXPECT_TRUE(one.runs("other", 9).at(0).is_being_ended);
}

TEST_F(WorkQueueTest, OldRunsAreThoseBeforeTheLastThatEnded) {
  WorkQueue one = queue("one");
  const auto over = [&](bool is_abandoned) {
    const QueueRun run = entered(one, groups(1));
    if (is_abandoned)
      static_cast<void>(one.abandon("series", "", false));
    else
      one.note_over(run, 0);
    return run;
  };
  const QueueRun first = over(false);
  over(true);
  over(false);
  EXPECT_EQ(one.old_runs(1).size(), 2U) << "the first, and the abandoned one";
  over(true);
  EXPECT_EQ(one.old_runs(1).size(), 2U) << "an abandoned one takes nobody's place";
  EXPECT_TRUE(one.old_runs(2).empty());
  one.note_over(entered(one, groups(1), "other"), 0);
  EXPECT_TRUE(one.old_runs(3).empty());
  one.forget(first);
  EXPECT_EQ(number("SELECT count(*) FROM semsite.run WHERE number = 1 AND name = "
                   "'series'"),
            0);
  const QueueRun open = entered(one, groups(1));
  one.forget(open);
  EXPECT_FALSE(one.standing(open).over) << "only what is over is forgotten";
}

TEST_F(WorkQueueTest, TablesOfTheFirstVersionAreBroughtToThisOne) {
  QueueConnection connection{server->url()};
  connection.run_all(
      "ALTER TABLE semsite.run DROP COLUMN abandoned; ALTER TABLE semsite.host_group "
      "DROP COLUMN run; ALTER TABLE semsite.snapshot DROP COLUMN state_sha256, DROP "
      "COLUMN output_sha256; UPDATE semsite.version SET version = 1");
  EXPECT_THROW(check_queue_version(connection), RunError);
  EXPECT_EQ(make_queue(connection), QueueMade::migrated);
  WorkQueue one = queue("one");
  const QueueRun run = entered(one, groups(1));
  EXPECT_EQ(one.abandon("series", "", false).left, 1U);
  EXPECT_TRUE(one.is_abandoned(run));
}

}  // namespace
}  // namespace semsite::test::work_queue_test
