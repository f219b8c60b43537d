#include "crawl/crawl_lanes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace semsite {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Turn = CrawlLanes::Turn;
using Answer = CrawlLanes::Answer;
using Time = Clock::Time;

const Time kStart{1'000h};

/// Lanes over a table of pages.
struct LaneKit {
  std::map<std::string, std::deque<WaitingPage>> table;
  CrawlLanes lanes;
  Time now = kStart;
  std::int64_t last_id = 0;
  unsigned largest_fill = 0;

  explicit LaneKit(CrawlLanes::Rules rules)
      : lanes(rules, [this](const std::string& host, unsigned count) {
          largest_fill = std::max(largest_fill, count);
          std::vector<WaitingPage> out;
          auto& pages = table[host];
          while (!pages.empty() && out.size() < count) {
            out.push_back(pages.front());
            pages.pop_front();
          }
          return out;
        }) {}

  void add(const std::string& host, unsigned count = 1) {
    for (unsigned i = 0; i < count; ++i) {
      WaitingPage page;
      page.id = ++last_id;
      page.url = host + "/" + std::to_string(last_id);
      table[host].push_back(page);
    }
    lanes.add(host, count);
  }
  /// The host of the next turn, or "".
  std::string next() {
    auto turn = lanes.next(now);
    if (!turn) return {};
    last = *turn;
    return turn->host;
  }
  Turn take() {
    auto turn = lanes.next(now);
    EXPECT_TRUE(turn.has_value());
    return turn.value_or(Turn{});
  }
  void answer(const Turn& turn, const Answer& answer = {}) {
    lanes.received(turn, answer, now);
  }
  /// Makes a host known, at the cost of one page.
  void meet(const std::string& host, const Answer& told = {}) {
    add(host);
    const Turn turn = take();
    EXPECT_EQ(turn.host, host);
    answer(turn, told);
  }
  void wait(CrawlLanes::Milliseconds time) { now += time; }
  [[nodiscard]] std::optional<CrawlLanes::Milliseconds> due() const {
    const auto at = lanes.due();
    if (!at) return std::nullopt;
    return std::chrono::duration_cast<CrawlLanes::Milliseconds>(*at - now);
  }

  Turn last;
};

TEST(CrawlLanes, AskAnUnknownHostOnceFirst) {  // its robots.txt comes first
  LaneKit kit{{.connections = 3, .delay = 0ms}};
  kit.add("a", 5);
  const Turn first = kit.take();
  EXPECT_EQ(first.page.url, "a/1");
  EXPECT_EQ(first.attempt, 1U);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), std::nullopt) << "only its answer can help";
  kit.answer(first);
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.next(), "") << "--connections";
  EXPECT_EQ(kit.due(), std::nullopt);
  kit.answer(kit.last);
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.lanes.waiting(), 0U);
}

TEST(CrawlLanes, AHostWhoseFirstPageIsRefusedIsStillUnknown) {
  LaneKit kit{{.connections = 2, .delay = 0ms}};
  kit.add("a", 3);
  kit.answer(kit.take(), {.asked = false});
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.next(), "");
}

TEST(CrawlLanes, KeepTheDelayBetweenTheStarts) {  // --delay
  LaneKit kit{{.connections = 2, .delay = 400ms}};
  kit.meet("a");
  kit.add("a", 3);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), 400ms);
  kit.wait(399ms);
  EXPECT_EQ(kit.next(), "");
  kit.wait(1ms);
  EXPECT_EQ(kit.next(), "a");
  kit.wait(400ms);
  EXPECT_EQ(kit.next(), "a") << "the other one is still running";
  kit.wait(400ms);
  EXPECT_EQ(kit.next(), "") << "no connection is free";
}

TEST(CrawlLanes, HaveADelayOfTheirOwnExceptOnLoopback) {  // fetch.md, Politeness
  LaneKit kit{{}};
  kit.meet("far");
  kit.add("far");
  EXPECT_EQ(kit.due(), 500ms);
  LaneKit near{{}};
  near.meet("near", {.loopback = true});
  near.add("near");
  EXPECT_EQ(near.due(), 0ms);
}

TEST(CrawlLanes, ACrawlDelayIsForOneRequestAtATimeAndCountsFromTheEnd) {
  LaneKit kit{{.connections = 4, .delay = 100ms}};
  kit.meet("a", {.crawl_delay = 2'000ms});
  kit.add("a", 4);
  kit.wait(1'999ms);
  EXPECT_EQ(kit.next(), "");
  kit.wait(1ms);
  EXPECT_EQ(kit.next(), "a");
  kit.wait(5'000ms);
  EXPECT_EQ(kit.next(), "") << "exclusive";
  kit.answer(kit.last);
  kit.wait(1'999ms);
  EXPECT_EQ(kit.next(), "");
  kit.wait(1ms);
  EXPECT_EQ(kit.next(), "a");
}

TEST(CrawlLanes, TheLongerOfTheDelaysIsKept) {
  LaneKit kit{{.delay = 3'000ms}};
  kit.meet("a", {.crawl_delay = 1'000ms});
  kit.add("a");
  EXPECT_EQ(kit.due(), 3'000ms);
}

TEST(CrawlLanes, HostsOfOneAddressShareALane) {  // DESIGN §4
  LaneKit kit{{.connections = 2, .delay = 100ms}};
  kit.meet("a", {.address = "192.0.2.1"});
  kit.meet("b", {.address = "192.0.2.2"});
  EXPECT_EQ(kit.lanes.lanes(), 2U);
  kit.meet("c", {.address = "192.0.2.1"});
  EXPECT_EQ(kit.lanes.lanes(), 2U);
  kit.add("a", 4);
  kit.add("c", 4);
  EXPECT_EQ(kit.next(), "");
  kit.wait(100ms);
  const std::string first = kit.next();
  EXPECT_EQ(kit.next(), "") << "one delay for both";
  kit.wait(100ms);
  EXPECT_THAT((std::vector{first, kit.next()}), UnorderedElementsAre("a", "c"))
      << "the hosts take turns";
  kit.wait(100ms);
  EXPECT_EQ(kit.next(), "") << "and share the connections";
  kit.answer(kit.last);
  EXPECT_NE(kit.next(), "");
}

TEST(CrawlLanes, MergedLanesBringEverythingAlong) {
  LaneKit kit{{.connections = 2, .delay = 0ms, .retry_budget = 3}};
  kit.meet("a", {.address = "192.0.2.1"});
  kit.add("b", 3);
  const Turn failed = kit.take();
  kit.answer(failed, {.crawl_delay = 700ms, .failed = true});
  kit.lanes.again(failed, 50ms, kit.now);
  kit.wait(700ms);
  const Turn second = kit.take();
  EXPECT_EQ(second.page.id, failed.page.id);
  EXPECT_EQ(second.attempt, 2U);
  kit.lanes.again(second, 0ms, kit.now);
  kit.answer(second, {.address = "192.0.2.1", .failed = true, .pause = 1'500ms});
  EXPECT_EQ(kit.lanes.lanes(), 1U);
  EXPECT_EQ(kit.lanes.retrying(), 1U);
  EXPECT_EQ(kit.lanes.waiting(), 3U);
  kit.add("a");
  EXPECT_EQ(kit.due(), 1'500ms) << "what holds one holds both";
  kit.wait(1'500ms);
  EXPECT_EQ(kit.take().attempt, 3U);
  EXPECT_EQ(kit.next(), "") << "the crawl delay too";
  kit.answer(failed, {.failed = true});
  EXPECT_TRUE(kit.lanes.is_spent("a")) << "and the failures";
  EXPECT_THAT(kit.lanes.give_up("a"), UnorderedElementsAre("a", "b"));
  EXPECT_EQ(kit.lanes.waiting(), 0U);
}

TEST(CrawlLanes, AHostThatAsksForAPauseIsLeftAlone) {  // 429, 503
  LaneKit kit{{.connections = 2, .delay = 0ms}};
  kit.meet("a");
  kit.add("a", 4);
  const Turn one = kit.take();
  const Turn other = kit.take();
  kit.answer(one, {.failed = true, .pause = 5'000ms});
  kit.answer(other, {.failed = true, .pause = 1'000ms});
  kit.lanes.again(one, 10ms, kit.now);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), 5'000ms) << "the longer pause";
  kit.add("b");
  EXPECT_EQ(kit.next(), "b") << "others go on";
  kit.wait(4'999ms);
  EXPECT_EQ(kit.next(), "");
  kit.wait(1ms);
  EXPECT_EQ(kit.next(), "a");
}

TEST(CrawlLanes, ARetryComesWhenItIsDueAndBeforeNewPages) {
  LaneKit kit{{.connections = 2, .delay = 0ms}};
  kit.meet("a");
  kit.add("a", 2);
  const Turn failed = kit.take();
  kit.answer(failed, {.failed = true});
  kit.lanes.again(failed, 300ms, kit.now);
  EXPECT_EQ(kit.lanes.retrying(), 1U);
  EXPECT_EQ(kit.lanes.waiting(), 2U);
  const Turn meanwhile = kit.take();
  EXPECT_NE(meanwhile.page.id, failed.page.id);
  kit.answer(meanwhile);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), 300ms);
  kit.add("a");
  kit.wait(300ms);
  const Turn again = kit.take();
  EXPECT_EQ(again.page.id, failed.page.id);
  EXPECT_EQ(again.attempt, 2U);
  EXPECT_EQ(kit.lanes.retrying(), 0U);
}

TEST(CrawlLanes, FailuresInARowUseUpTheBudget) {  // --retry-budget
  LaneKit kit{{.connections = 1, .delay = 0ms, .retry_budget = 3}};
  kit.add("a", 20);
  const auto ask = [&](bool fails) { kit.answer(kit.take(), {.failed = fails}); };
  ask(true);
  ask(true);
  EXPECT_FALSE(kit.lanes.is_spent("a"));
  ask(false);
  ask(true);
  ask(true);
  EXPECT_FALSE(kit.lanes.is_spent("a")) << "not in a row";
  ask(true);
  EXPECT_TRUE(kit.lanes.is_spent("a"));
  EXPECT_FALSE(kit.lanes.is_spent("b"));
  kit.add("b", 2);
  EXPECT_THAT(kit.lanes.give_up("a"), ElementsAre("a"));
  EXPECT_EQ(kit.lanes.waiting(), 2U) << "those of the other host";
  EXPECT_EQ(kit.next(), "b");
}

TEST(CrawlLanes, GiveNoTurnsOnceTheBudgetIsSpent) {
  LaneKit kit{{.connections = 2, .delay = 0ms, .retry_budget = 2}};
  kit.meet("a");
  kit.add("a", 5);
  const Turn one = kit.take();
  const Turn other = kit.take();
  kit.answer(one, {.failed = true});
  const Turn third = kit.take();
  kit.answer(other, {.failed = true});
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), std::nullopt);
  kit.answer(third);
  EXPECT_EQ(kit.next(), "a") << "it works again";
}

TEST(CrawlLanes, ABudgetOfNothingEndsWithTheFirstFailure) {
  LaneKit kit{{.connections = 1, .delay = 0ms, .retry_budget = 0}};
  kit.add("a", 3);
  kit.answer(kit.take());
  EXPECT_FALSE(kit.lanes.is_spent("a"));
  kit.answer(kit.take(), {.failed = true});
  EXPECT_TRUE(kit.lanes.is_spent("a"));
}

TEST(CrawlLanes, WhatWasNotAskedForIsNoAnswer) {
  LaneKit kit{{.connections = 1, .delay = 0ms, .retry_budget = 2}};
  kit.add("a", 5);
  kit.answer(kit.take(), {.failed = true});
  kit.answer(kit.take(), {.asked = false});
  kit.answer(kit.take(), {.failed = true});
  EXPECT_TRUE(kit.lanes.is_spent("a"));
}

TEST(CrawlLanes, SpentAtOnceWhenToldSo) {
  LaneKit kit{{.connections = 1, .delay = 0ms, .retry_budget = 7}};
  kit.add("a", 2);
  kit.answer(kit.take());
  kit.lanes.spend("a");
  EXPECT_TRUE(kit.lanes.is_spent("a"));
  kit.lanes.failed("b");
  EXPECT_FALSE(kit.lanes.is_spent("b"));
}

TEST(CrawlLanes, RefusedPagesCostNoDelay) {  // robots.txt
  LaneKit kit{{.connections = 1, .delay = 1'000ms}};
  kit.meet("a");
  kit.wait(1'000ms);
  kit.add("a", 50);
  for (int i = 0; i < 49; ++i) kit.answer(kit.take(), {.asked = false});
  kit.answer(kit.take());
  kit.add("a");
  EXPECT_EQ(kit.due(), 1'000ms);
}

TEST(CrawlLanes, ARefusalDoesNotShortenTheDelayOfAnotherRequest) {
  LaneKit kit{{.connections = 2, .delay = 1'000ms}};
  kit.meet("a");
  kit.wait(1'000ms);
  kit.add("a", 3);
  const Turn refused = kit.take();
  kit.wait(1'000ms);
  const Turn asked = kit.take();
  kit.wait(10ms);
  kit.answer(refused, {.asked = false});
  EXPECT_EQ(kit.due(), 990ms) << "from the start of the other one";
  kit.answer(asked);
  EXPECT_EQ(kit.due(), 990ms);
}

TEST(CrawlLanes, HostsTakeTurns) {
  LaneKit kit{{.connections = 1, .delay = 0ms}};
  for (const char* host : {"a", "b", "c"}) kit.meet(host);
  for (const char* host : {"a", "b", "c"}) kit.add(host, 100);
  std::map<std::string, int> asked;
  for (int i = 0; i < 30; ++i) {
    const std::string host = kit.next();
    ++asked[host];
    kit.answer(kit.last);
  }
  EXPECT_EQ(asked["a"], 10);
  EXPECT_EQ(asked["b"], 10);
  EXPECT_EQ(asked["c"], 10);
}

TEST(CrawlLanes, HoldFewPagesOfEachHost) {  // memory: 10 M URLs
  LaneKit kit{{.connections = 1, .delay = 0ms}};
  kit.add("a", 1'000);
  for (int i = 0; i < 200; ++i) kit.answer(kit.take());
  EXPECT_EQ(kit.lanes.waiting(), 800U);
  EXPECT_GE(kit.table["a"].size(), 700U);
  EXPECT_LE(kit.largest_fill, 100U);
}

TEST(CrawlLanes, ClosedTheyGiveRetriesOnly) {  // --max-pages
  LaneKit kit{{.connections = 2, .delay = 0ms}};
  kit.meet("a");
  kit.add("a", 5);
  const Turn failed = kit.take();
  kit.answer(failed, {.failed = true});
  kit.lanes.again(failed, 100ms, kit.now);
  kit.lanes.close();
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), 100ms);
  kit.wait(100ms);
  EXPECT_EQ(kit.take().attempt, 2U);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), std::nullopt);
  EXPECT_EQ(kit.lanes.waiting(), 4U) << "so that it can be said that there are more";
}

TEST(CrawlLanes, AHostWhosePagesWentAnotherWayKeepsNobodyWaiting) {
  LaneKit kit{{.connections = 1, .delay = 0ms}};
  kit.lanes.add("a", 3);  // the table has none of them
  kit.add("b", 1);
  EXPECT_EQ(kit.next(), "b");
  EXPECT_EQ(kit.lanes.waiting(), 0U);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), std::nullopt);
}

TEST(CrawlLanes, NothingIsDueWhereNothingWaits) {
  LaneKit kit{{}};
  EXPECT_EQ(kit.due(), std::nullopt);
  EXPECT_EQ(kit.next(), "");
  kit.meet("a");
  EXPECT_EQ(kit.due(), std::nullopt);
  EXPECT_THAT(kit.table["a"], IsEmpty());
}

/// What lanes may do, said as simply as possible: groups of hosts, and every request that
/// was ever begun.
struct Model {
  struct Request {
    std::string host;
    Time start;
    bool running = true;
    bool refused = false;
  };
  struct Group {
    std::set<std::string> hosts;
    bool known = false;
    CrawlLanes::Milliseconds crawl_delay{0};
    std::optional<Time> last_end;
    Time held = Time::min();
  };
  struct Retry {
    std::string host;
    Time at;
  };

  unsigned connections = 2;
  CrawlLanes::Milliseconds delay{0};
  std::vector<std::shared_ptr<Group>> groups;
  std::map<std::string, std::shared_ptr<Group>> addresses;
  std::vector<Request> requests;
  std::map<std::string, std::uint64_t> unasked;
  std::vector<Retry> retries;

  std::shared_ptr<Group> of(const std::string& host) {
    for (const auto& group : groups)
      if (group->hosts.contains(host)) return group;
    groups.push_back(std::make_shared<Group>());
    groups.back()->hosts.insert(host);
    return groups.back();
  }
  [[nodiscard]] std::uint64_t waiting() const {
    std::uint64_t out = retries.size();
    for (const auto& [host, count] : unasked) out += count;
    return out;
  }
  /// When a page of the group may be asked for. `strict`: a start counts only if it led
  /// to a request; otherwise refused ones count too.
  [[nodiscard]] std::optional<Time> free_at(const Group& group, bool strict) const {
    unsigned running = 0;
    Time at = group.held;
    const CrawlLanes::Milliseconds pause = std::max(delay, group.crawl_delay);
    for (const Request& one : requests) {
      if (!group.hosts.contains(one.host)) continue;
      running += one.running ? 1U : 0U;
      if (!(strict && one.refused)) at = std::max(at, one.start + pause);
    }
    const unsigned most =
        group.known && group.crawl_delay == CrawlLanes::Milliseconds{0} ? connections : 1;
    if (running >= most) return std::nullopt;
    if (group.crawl_delay > CrawlLanes::Milliseconds{0} && group.last_end)
      at = std::max(at, *group.last_end + pause);
    return at;
  }
  /// When the group has something to ask for.
  [[nodiscard]] std::optional<Time> wants_at(const Group& group, bool closed) const {
    std::optional<Time> at;
    for (const std::string& host : group.hosts)
      if (const auto known = unasked.find(host);
          !closed && known != unasked.end() && known->second > 0)
        return Time::min();
    for (const Retry& retry : retries)
      if (group.hosts.contains(retry.host) && (!at || retry.at < *at)) at = retry.at;
    return at;
  }
  [[nodiscard]] std::optional<Time> next_at(bool closed) const {
    std::optional<Time> out;
    for (const auto& group : groups) {
      const auto free = free_at(*group, false);
      const auto wants = wants_at(*group, closed);
      if (free && wants && (!out || std::max(*free, *wants) < *out))
        out = std::max(*free, *wants);
    }
    return out;
  }
  void merge(const std::string& host, const std::string& address) {
    auto mine = of(host);
    const auto [known, is_new] = addresses.emplace(address, mine);
    if (is_new || known->second == mine) return;
    auto other = known->second;
    other->hosts.insert(mine->hosts.begin(), mine->hosts.end());
    other->known = other->known || mine->known;
    other->crawl_delay = std::max(other->crawl_delay, mine->crawl_delay);
    other->held = std::max(other->held, mine->held);
    if (mine->last_end && (!other->last_end || *mine->last_end > *other->last_end))
      other->last_end = mine->last_end;
    for (auto& [name, group] : addresses)
      if (group == mine) group = other;
    std::erase(groups, mine);
  }
};

class CrawlLanesModel : public testing::TestWithParam<unsigned> {};

TEST_P(CrawlLanesModel, NeverMoreThanAllowedAndNeverLessThanPossible) {
  std::mt19937 random{GetParam()};
  const auto draw = [&](unsigned below) {
    return static_cast<unsigned>(random() % below);
  };
  Model model;
  model.connections = 1 + draw(3);
  model.delay = CrawlLanes::Milliseconds{draw(3) * 50};
  LaneKit kit{
      {.connections = model.connections, .delay = model.delay, .retry_budget = 6}};
  const std::vector<std::string> hosts{"a", "b", "c", "d", "e"};
  struct Running {
    Turn turn;
    std::size_t request;
  };
  std::vector<Running> running;
  bool closed = false;
  const auto give_up_if_spent = [&](const std::string& host) {
    if (!kit.lanes.is_spent(host)) return;
    const std::vector<std::string> names = kit.lanes.give_up(host);
    EXPECT_EQ(std::set(names.begin(), names.end()), model.of(host)->hosts);
    for (const std::string& name : names) {
      model.unasked[name] = 0;
      kit.table[name].clear();
      std::erase_if(model.retries,
                    [&](const Model::Retry& one) { return one.host == name; });
    }
  };
  for (int step = 0; step < 1'500; ++step) {
    switch (draw(8)) {
      case 0: {
        const std::string& host = hosts[draw(5)];
        const unsigned count = 1 + draw(100);
        static_cast<void>(model.of(host));
        model.unasked[host] += count;
        kit.add(host, count);
        give_up_if_spent(host);
        break;
      }
      case 1:
        kit.wait(CrawlLanes::Milliseconds{draw(80)});
        break;
      case 2:
      case 3: {
        if (running.empty()) break;
        const std::size_t which = draw(static_cast<unsigned>(running.size()));
        const Running ended = running[which];
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(which));
        const std::string& host = ended.turn.host;
        Answer answer;
        answer.asked = draw(4) != 0;
        answer.failed = answer.asked && draw(3) == 0;
        if (answer.asked && draw(4) == 0)
          answer.address = "192.0.2." + std::to_string(draw(3));
        if (answer.failed && draw(4) == 0)
          answer.pause = CrawlLanes::Milliseconds{draw(300)};
        if (host == "e") answer.crawl_delay = 120ms;
        kit.answer(ended.turn, answer);
        Model::Request& request = model.requests[ended.request];
        request.running = false;
        request.refused = !answer.asked;
        if (answer.asked) {
          Model::Group& group = *model.of(host);
          group.known = true;
          group.last_end = kit.now;
          group.crawl_delay = std::max(group.crawl_delay, answer.crawl_delay);
          if (answer.pause > 0ms)
            group.held = std::max(group.held, kit.now + answer.pause);
          if (!answer.address.empty()) model.merge(host, answer.address);
        }
        if (answer.failed && !kit.lanes.is_spent(host)) {
          const CrawlLanes::Milliseconds pause{draw(200)};
          kit.lanes.again(ended.turn, pause, kit.now);
          model.retries.push_back({host, kit.now + pause});
        }
        give_up_if_spent(host);
        break;
      }
      default: {
        if (step == 1'400) {
          kit.lanes.close();
          closed = true;
        }
        const auto possible = model.next_at(closed);
        const auto turn = kit.lanes.next(kit.now);
        if (!turn) {
          ASSERT_FALSE(possible && *possible <= kit.now) << "it could have been asked";
          const auto due = kit.lanes.due();
          ASSERT_TRUE(!due || *due > kit.now);
          if (possible) {
            ASSERT_TRUE(due && *due <= *possible);
          }
          break;
        }
        const Model::Group& group = *model.of(turn->host);
        const auto free = model.free_at(group, true);
        ASSERT_TRUE(free.has_value()) << "too many at once for " << turn->host;
        ASSERT_LE(*free, kit.now) << "too early for " << turn->host;
        if (turn->attempt == 1) {
          ASSERT_FALSE(closed);
          ASSERT_GT(model.unasked[turn->host], 0U);
          --model.unasked[turn->host];
        } else {
          const auto retry =
              std::ranges::find_if(model.retries, [&](const Model::Retry& one) {
                return one.host == turn->host && one.at <= kit.now;
              });
          ASSERT_NE(retry, model.retries.end());
          model.retries.erase(retry);
        }
        running.push_back({*turn, model.requests.size()});
        model.requests.push_back({turn->host, kit.now});
      }
    }
    ASSERT_EQ(kit.lanes.waiting(), model.waiting()) << "step " << step;
    ASSERT_EQ(kit.lanes.retrying(), model.retries.size()) << "step " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CrawlLanesModel, testing::Range(1U, 41U));

}  // namespace
}  // namespace semsite
