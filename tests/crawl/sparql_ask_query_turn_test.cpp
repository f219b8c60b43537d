#include "crawl/sparql_ask.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace semsite::sparql_ask_query_turn_test {
namespace {

TEST(QueryTurn, NoMoreAreUnderWayThanTheLimitSays) {
  QueryGate gate{8};
  std::atomic<int> under_way = 0, most = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 6; ++i)
      threads.emplace_back([&] {
        for (int turns = 0; turns < 50; ++turns) {
          QueryTurn turn{gate, gate.place()};
          const int now = ++under_way;
          for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
          }
          std::this_thread::yield();
          --under_way;
          turn.end();
        }
      });
  }
  // Turns without work are no measurement: it stays with two.
  EXPECT_LE(most, 2);
  EXPECT_GE(most, 1);
}

TEST(QueryTurn, NobodyPassesWhoWaits) {
  QueryGate gate{1};
  std::vector<int> order;
  std::vector<std::uint64_t> places;
  for (int i = 0; i < 20; ++i) places.push_back(gate.place());
  {
    std::vector<std::jthread> threads;
    for (int i = 19; i >= 0; --i)
      threads.emplace_back([&, i] {
        QueryTurn turn{gate, places.at(static_cast<std::size_t>(i))};
        order.push_back(i);
      });
  }
  ASSERT_EQ(order.size(), 20U);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(QueryTurn, EndsWithItsScopeAndOnlyOnce) {
  QueryGate gate{1};
  {
    QueryTurn turn{gate, gate.place()};
    turn.end(5);
    turn.end();
  }
  EXPECT_EQ(gate.enter(gate.place()), 1U);
  gate.leave();
  EXPECT_EQ(gate.enter(gate.place()), 1U);
  gate.leave();
}

TEST(QueryTurn, MoreGoAtOnceOnceThatWasFaster) {
  QueryGate gate{4};
  for (int i = 0; i < 12; ++i) gate.answered(2, 1, std::chrono::seconds{1});
  for (unsigned i = 1; i <= 4; ++i) EXPECT_EQ(gate.enter(gate.place()), i);
  for (unsigned i = 1; i <= 4; ++i) gate.leave();
}

}  // namespace
}  // namespace semsite::sparql_ask_query_turn_test
