#include "crawl/fetch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace semsite::test::crawl_fetch_test {
namespace {

TEST(ParseSlots, NoMoreBytesAreHeldThanThereIsRoom) {
  ParseSlots slots{1, 100};
  EXPECT_TRUE(slots.hold(60));
  EXPECT_FALSE(slots.hold(41));
  EXPECT_TRUE(slots.hold(40));
  EXPECT_FALSE(slots.hold(1));
  slots.give_back(40);
  EXPECT_TRUE(slots.hold(40));
}

TEST(ParseSlots, NoMoreAreTakenAtOnceThanThereAre) {
  ParseSlots slots{3};
  std::atomic<int> now = 0;
  std::atomic<int> most = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 12; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < 200; ++k) {
          const ParseSlots::Slot slot{slots};
          const int here = ++now;
          int seen = most;
          while (here > seen && !most.compare_exchange_weak(seen, here)) {
          }
          --now;
        }
      });
  }
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 1);
}

}  // namespace
}  // namespace semsite::test::crawl_fetch_test
