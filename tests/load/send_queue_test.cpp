#include "load/send_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite::send_queue_test {
namespace {

LoadBatch batch_of(std::uint64_t number, std::uint32_t lane = 0, bool nodes = false) {
  LoadBatch out;
  out.number = number;
  out.lane = lane;
  if (nodes) out.ends = {0};
  return out;
}

/// Where batches that are sent wait until they may go.
struct Gate {
  void pass() {
    ++begun;
    while (!is_open) std::this_thread::yield();
  }
  void open() { is_open = true; }
  std::atomic<int> begun = 0;
  std::atomic<bool> is_open = false;
};

/// Waits until as many are there, but not for ever.
void wait_for(const std::atomic<int>& count, int wanted) {
  const auto late = std::chrono::steady_clock::now() + std::chrono::seconds{20};
  while (count < wanted && std::chrono::steady_clock::now() < late)
    std::this_thread::yield();
  EXPECT_GE(count, wanted);
}

TEST(SendQueue, SendsEverythingBeforeItIsDrained) {
  std::atomic<std::uint64_t> sum = 0;
  SendQueue queue{3, SendQueue::Room{},
                  [&](const LoadBatch& batch) { sum += batch.number; }};
  for (std::uint64_t i = 1; i <= 100; ++i) queue.push(batch_of(i));
  queue.drain();
  EXPECT_EQ(sum, 5050U);
}

TEST(SendQueue, OfALaneWithBlankNodesOneIsUnderWayAtATime) {
  std::mutex mutex;
  std::map<std::uint32_t, int> busy;
  int most_of_lane = 0;
  SendQueue queue{4, SendQueue::Room{}, [&](const LoadBatch& batch) {
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
  SendQueue queue{2, SendQueue::Room{}, [](const LoadBatch& batch) {
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

TEST(SendQueue, WhatHasNoRoomInMemoryWaitsInFilesAndComesOutWhole) {
  std::mutex mutex;
  std::condition_variable changed;
  bool may_go = false;
  std::map<std::uint64_t, std::string> sent;
  SendQueue queue{2, SendQueue::Room{}, [&](const LoadBatch& batch) {
                    std::unique_lock lock{mutex};
                    changed.wait(lock, [&] { return may_go; });
                    sent[batch.number] = batch.text;
                  }};
  // Nothing is sent yet, and still nobody has to wait.
  for (std::uint64_t i = 0; i < 100; ++i) {
    LoadBatch batch = batch_of(i);
    batch.text = std::string(1000 + i, 'x') + std::to_string(i);
    queue.push(std::move(batch));
  }
  {
    const std::scoped_lock lock{mutex};
    may_go = true;
  }
  changed.notify_all();
  queue.drain();
  ASSERT_EQ(sent.size(), 100U);
  for (const auto& [number, text] : sent)
    EXPECT_EQ(text, std::string(1000 + number, 'x') + std::to_string(number));
}

TEST(SendQueue, BatchesWithBlankNodesPassTheOthers) {
  std::mutex mutex;
  std::condition_variable changed;
  bool may_go = false;
  std::vector<std::uint64_t> order;
  SendQueue queue{1, SendQueue::Room{}, [&](const LoadBatch& batch) {
                    std::unique_lock lock{mutex};
                    changed.wait(lock, [&] { return may_go; });
                    order.push_back(batch.number);
                  }};
  for (std::uint64_t i = 0; i < 10; ++i) queue.push(batch_of(i));
  queue.push(batch_of(10, 0, true));
  {
    const std::scoped_lock lock{mutex};
    may_go = true;
  }
  changed.notify_all();
  queue.drain();
  ASSERT_EQ(order.size(), 11U);
  EXPECT_LE(std::ranges::find(order, 10U) - order.begin(), 1);
}

TEST(SendQueue, AsManyGoTogetherAsThereAreThreads) {
  Gate gate;
  SendQueue queue{3, SendQueue::Room{}, [&](const LoadBatch&) { gate.pass(); }};
  for (std::uint64_t i = 0; i < 4; ++i) queue.push(batch_of(i));
  wait_for(gate.begun, 3);
  std::this_thread::sleep_for(std::chrono::milliseconds{20});
  EXPECT_EQ(gate.begun, 3);
  gate.open();
  queue.drain();
  EXPECT_EQ(gate.begun, 4);
}

/// Pushes 20 batches from a thread of its own while none can go; how many it gets rid of.
int pushed_while_shut(SendQueue& queue, Gate& gate, int at_least) {
  std::atomic<int> pushed = 0;
  std::jthread producer{[&] {
    for (std::uint64_t i = 0; i < 20; ++i) {
      LoadBatch batch = batch_of(i);
      batch.text = "text";
      queue.push(std::move(batch));
      ++pushed;
    }
  }};
  wait_for(pushed, at_least);
  std::this_thread::sleep_for(std::chrono::milliseconds{20});
  const int out = pushed;
  gate.open();
  producer.join();
  queue.drain();
  EXPECT_EQ(gate.begun, 20);
  return out;
}

TEST(SendQueue, TheRoomInFilesIsBounded) {
  Gate gate;
  SendQueue queue{1, SendQueue::Room{.batches = 3, .bytes = 1 << 20},
                  [&](const LoadBatch&) { gate.pass(); }};
  // One is sent, one waits in memory, three in files.
  EXPECT_LE(pushed_while_shut(queue, gate, 4), 5);
}

TEST(SendQueue, NothingWaitsInFilesThatIsNotToBeReadAhead) {
  Gate gate;
  SendQueue queue{1, SendQueue::Room{}, [&](const LoadBatch&) { gate.pass(); }};
  queue.read_ahead(0);
  // One is sent, one waits in memory.
  EXPECT_LE(pushed_while_shut(queue, gate, 2), 2);
}

TEST(SendQueue, WhatNobodyHasBegunIsLeftOutAtTheEnd) {
  std::atomic<int> sent = 0;
  {
    SendQueue queue{1, SendQueue::Room{}, [&](const LoadBatch&) {
                      std::this_thread::sleep_for(std::chrono::milliseconds{20});
                      ++sent;
                    }};
    for (std::uint64_t i = 0; i < 10; ++i) queue.push(batch_of(i));
  }
  EXPECT_LT(sent, 10);
}

}  // namespace
}  // namespace semsite::send_queue_test
