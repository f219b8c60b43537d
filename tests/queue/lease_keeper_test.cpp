#include "queue/lease_keeper.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "fetch/body.hpp"

namespace semsite::test::lease_keeper_test {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

class LeaseBookTest : public testing::Test {
 protected:
  [[nodiscard]] milliseconds pause(const std::string& host,
                                   milliseconds crawl_delay = 0ms) {
    return book.pause_before(host, host, crawl_delay);
  }
  static ClaimedGroup group(std::int64_t id = 1, bool is_visited = false) {
    return {.id = id,
            .token = 10 * id,
            .wait = 0,
            .is_visited = is_visited,
            .places = {"a.example", "192.0.2.1"},
            .items = {}};
  }

  milliseconds now{1'000'000};
  LeaseBook book{60s, [this] { return now; }};
};

TEST_F(LeaseBookTest, AHostOfAGroupThatIsHeldIsAskedUntilShortlyBeforeTheEnd) {
  book.hold(group(), now);
  EXPECT_EQ(pause("a.example"), 0ms);
  EXPECT_EQ(pause("A.example."), 0ms) << "in whatever spelling";
  now += 54'999ms;
  EXPECT_EQ(pause("a.example"), 0ms);
  now += 1ms;
  EXPECT_GT(pause("a.example"), 0ms) << "five seconds early";
}

TEST_F(LeaseBookTest, TheEndCountsFromBeforeTheRenewalWasSent) {
  book.hold(group(), now);
  const milliseconds asked = now + 50s;
  now += 58s;  // the answer took eight seconds
  EXPECT_GT(pause("a.example"), 0ms);
  EXPECT_TRUE(book.renewed({{1, 10, 0ms}}, {{1, false}}, asked).empty());
  EXPECT_EQ(pause("a.example"), 0ms);
  now = asked + 55s;
  EXPECT_GT(pause("a.example"), 0ms);
}

TEST_F(LeaseBookTest, AGroupThatIsAnothersIsNeverAsked) {
  book.hold(group(), now);
  const auto lost = book.renewed({{1, 10, 0ms}}, {}, now);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].token, 10);
  EXPECT_THROW(static_cast<void>(pause("a.example")), FetchError);
  EXPECT_TRUE(book.held().empty());
}

TEST_F(LeaseBookTest, AnAnswerOfAnOlderClaimChangesNothing) {
  book.hold(group(), now);
  EXPECT_TRUE(book.renewed({{1, 9, 0ms}}, {}, now).empty());
  EXPECT_EQ(pause("a.example"), 0ms);
}

TEST_F(LeaseBookTest, ThePauseThatAHostWantsIsKnownToWhoRenewsOrGivesBack) {
  book.hold(group(), now);
  book.paused("A.example", 30s);
  book.paused("a.example", 10s);
  book.paused("b.example", 90s);  // nobody's
  now += 12s;
  ASSERT_EQ(book.held().size(), 1U);
  EXPECT_EQ(book.held()[0].pause, 18s);
  now += 20s;
  EXPECT_EQ(book.held()[0].pause, 0ms);
  // And it is renewed at once, lest nobody else hears of it.
  EXPECT_TRUE(book.wait_to_renew(1h, {}));
  EXPECT_TRUE(book.wait_to_renew(1ms, {}));
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_FALSE(book.wait_to_renew(1h, stopped.get_token()));
}

TEST_F(LeaseBookTest, TheFirstRequestWaitsForTheTurnOfTheHost) {
  ClaimedGroup later = group();
  later.wait = 1.5;
  book.hold(later, now);
  EXPECT_EQ(pause("a.example"), 1500ms);
  now += 1500ms;
  EXPECT_EQ(pause("a.example"), 0ms);
}

TEST_F(LeaseBookTest, AHostThatIsNotHeldIsAskedByTurnsAlone) {
  EXPECT_GT(pause("hub.example"), 0ms);
  std::stop_source stop;
  const auto wishes = book.wishes(stop.get_token());
  ASSERT_EQ(wishes.size(), 1U);
  EXPECT_EQ(wishes[0].host, "hub.example");
  book.place("hub.example", 7, 500ms);
  EXPECT_GT(pause("hub.example"), 0ms);
  book.give_turn(7, now + 300ms);
  EXPECT_EQ(pause("hub.example"), 300ms);
  now += 300ms;
  EXPECT_EQ(pause("hub.example"), 0ms);
  EXPECT_GT(pause("hub.example"), 0ms) << "a turn is for one request";
}

TEST_F(LeaseBookTest, ATurnThatIsLateIsAnothers) {
  book.place("hub.example", 7, 500ms);
  book.give_turn(7, now);
  now += LeaseBook::kLate + 1ms;
  EXPECT_GT(pause("hub.example"), 0ms);
}

TEST_F(LeaseBookTest, AHostThatWantsNoDelayNeedsNoTurn) {
  book.place("localhost", 7, 0ms);
  EXPECT_EQ(pause("localhost"), 0ms);
  EXPECT_GT(pause("localhost", 2s), 0ms) << "its robots.txt asks for one";
}

TEST_F(LeaseBookTest, WhereOthersAskTooTheOwnerTakesTurns) {
  book.hold(group(), now);
  EXPECT_EQ(pause("a.example"), 0ms);
  EXPECT_TRUE(book.renewed({{1, 10, 0ms}}, {{1, true}}, now).empty());
  EXPECT_GT(pause("a.example"), 0ms);
  book.place("a.example", 1, 500ms);
  EXPECT_TRUE(book.placed("a.example").value().needs_turn);
  book.give_turn(1, now);
  EXPECT_EQ(pause("a.example"), 0ms);
  EXPECT_TRUE(book.renewed({{1, 10, 0ms}}, {{1, false}}, now).empty());
  EXPECT_EQ(pause("a.example"), 0ms) << "the visitors have gone";
}

TEST_F(LeaseBookTest, AWishIsMadeOnceUntilItIsTaken) {
  static_cast<void>(pause("hub.example"));
  static_cast<void>(pause("hub.example"));
  std::stop_source stop;
  EXPECT_EQ(book.wishes(stop.get_token()).size(), 1U);
  book.refuse("hub.example", 100ms);
  static_cast<void>(pause("hub.example"));
  stop.request_stop();
  EXPECT_TRUE(book.wishes(stop.get_token()).empty()) << "it was refused for a while";
}

TEST_F(LeaseBookTest, AnAddressThatIsNotTheGroupsIsLookedUpOnce) {
  book.hold(group(), now);
  book.connected("a.example", "192.0.2.1");
  book.connected("a.example", "198.51.100.9");
  book.connected("A.example.", "198.51.100.9");
  std::stop_source stop;
  const auto wishes = book.wishes(stop.get_token());
  ASSERT_EQ(wishes.size(), 1U);
  EXPECT_EQ(wishes[0].address, "198.51.100.9");
  // It is another group's: from now on by turns.
  book.place("a.example", 7, 500ms);
  EXPECT_GT(pause("a.example"), 0ms);
}

TEST(LeaseMargin, IsFiveSecondsOfAMinute) {
  EXPECT_EQ(lease_margin(60s), 5s);
  EXPECT_EQ(lease_margin(6s), 1s);
}

}  // namespace
}  // namespace semsite::test::lease_keeper_test
