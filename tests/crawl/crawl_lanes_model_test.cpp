#include "crawl/crawl_lanes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "crawl/crawl_lanes_kit.hpp"

namespace semsite::crawl_lanes_model_test {
namespace {

using namespace std::chrono_literals;
using test::LaneKit;
using Turn = CrawlLanes::Turn;
using Answer = CrawlLanes::Answer;
using Time = Clock::Time;

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
}  // namespace semsite::crawl_lanes_model_test
