#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "crawl/crawl_lanes.hpp"

namespace semsite::test {

/// Lanes over a table of pages.
struct LaneKit {
  using Turn = CrawlLanes::Turn;
  using Answer = CrawlLanes::Answer;
  using Time = Clock::Time;

  std::map<std::string, std::deque<WaitingPage>> table;
  CrawlLanes lanes;
  Time now{std::chrono::hours{1'000}};
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

}  // namespace semsite::test
