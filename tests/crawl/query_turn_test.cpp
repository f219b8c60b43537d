#include "crawl/query_turn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace semsite {
namespace {

TEST(QueryTurn, NoMoreAreUnderWayThanTheLimitSays) {
  QueryGate gate{8};
  std::atomic<int> under_way = 0, most = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 6; ++i)
      threads.emplace_back([&] {
        for (int turns = 0; turns < 50; ++turns) {
          QueryTurn turn{gate};
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

TEST(QueryTurn, EndsWithItsScopeAndOnlyOnce) {
  QueryGate gate{1};
  {
    QueryTurn turn{gate};
    turn.end(5);
    turn.end();
  }
  EXPECT_EQ(gate.enter(), 1U);
  gate.leave();
  EXPECT_EQ(gate.enter(), 1U);
  gate.leave();
}

TEST(QueryTurn, MoreGoAtOnceOnceThatWasFaster) {
  QueryGate gate{4};
  for (int i = 0; i < 12; ++i) gate.answered(2, 1, std::chrono::seconds{1});
  for (unsigned i = 1; i <= 4; ++i) EXPECT_EQ(gate.enter(), i);
  for (unsigned i = 1; i <= 4; ++i) gate.leave();
}

}  // namespace
}  // namespace semsite
