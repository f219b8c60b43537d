#include "load/send_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <thread>

#include "base/errors.hpp"

namespace semsite {
namespace {

LoadBatch batch_of(std::uint64_t number, std::uint32_t lane = 0, bool nodes = false) {
  LoadBatch out;
  out.number = number;
  out.lane = lane;
  if (nodes) out.ends = {0};
  return out;
}

TEST(SendQueue, SendsEverythingBeforeItIsDrained) {
  std::atomic<std::uint64_t> sum = 0;
  SendQueue queue{3, [&](const LoadBatch& batch) { sum += batch.number; }};
  for (std::uint64_t i = 1; i <= 100; ++i) queue.push(batch_of(i));
  queue.drain();
  EXPECT_EQ(sum, 5050U);
}

TEST(SendQueue, OfALaneWithBlankNodesOneIsUnderWayAtATime) {
  std::mutex mutex;
  std::map<std::uint32_t, int> busy;
  int most_of_lane = 0;
  SendQueue queue{4, [&](const LoadBatch& batch) {
                    {
                      const std::scoped_lock lock{mutex};
                      most_of_lane = std::max(most_of_lane, ++busy[batch.lane]);
                    }
                    std::this_thread::sleep_for(std::chrono::milliseconds{1});
                    const std::scoped_lock lock{mutex};
                    --busy[batch.lane];
                  }};
  for (std::uint64_t i = 0; i < 60; ++i)
    queue.push(batch_of(i, static_cast<std::uint32_t>(i / 20), true));
  queue.drain();
  EXPECT_EQ(most_of_lane, 1);
}

TEST(SendQueue, WhatWentWrongReachesWhoeverPushesOrDrains) {
  SendQueue queue{2, [](const LoadBatch& batch) {
                    if (batch.number == 3) throw RunError{"no more"};
                  }};
  EXPECT_THROW(
      {
        for (std::uint64_t i = 0; i < 1000; ++i) queue.push(batch_of(i));
        queue.drain();
      },
      RunError);
  EXPECT_THROW(queue.drain(), RunError);
}

TEST(SendQueue, WhatNobodyHasBegunIsLeftOutAtTheEnd) {
  std::atomic<int> sent = 0;
  {
    SendQueue queue{1, [&](const LoadBatch&) {
                      std::this_thread::sleep_for(std::chrono::milliseconds{20});
                      ++sent;
                    }};
    for (std::uint64_t i = 0; i < 2; ++i) queue.push(batch_of(i));
  }
  EXPECT_LE(sent, 2);
}

}  // namespace
}  // namespace semsite
