#include "base/bounded_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace semsite::bounded_queue_test {
namespace {

TEST(BoundedQueue, GivesItemsInOrderAndThenNothing) {
  BoundedQueue<std::unique_ptr<int>> queue{3};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.push(std::make_unique<int>(i)));
  queue.finish();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(**queue.pop(), i);
  EXPECT_FALSE(queue.pop());
  EXPECT_FALSE(queue.pop());
}

TEST(BoundedQueue, HoldsNoMoreThanItsCapacity) {
  BoundedQueue<int> queue{2};
  std::atomic<int> pushed{0};
  std::jthread producer{[&] {
    for (int i = 0; i < 5; ++i) {
      (void)queue.push(i);
      ++pushed;
    }
  }};
  std::this_thread::sleep_for(std::chrono::milliseconds{100});
  EXPECT_EQ(pushed, 2);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(queue.pop(), i);
}

TEST(BoundedQueue, AnErrorComesAfterTheItemsBeforeIt) {
  BoundedQueue<int> queue{3};
  (void)queue.push(1);
  queue.fail(std::make_exception_ptr(std::runtime_error{"broken"}));
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_THROW((void)queue.pop(), std::runtime_error);
}

TEST(BoundedQueue, AConsumerThatGoesFreesTheProducer) {
  BoundedQueue<int> queue{1};
  ASSERT_TRUE(queue.push(1));
  std::jthread consumer{[&] {
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    queue.close();
  }};
  EXPECT_FALSE(queue.push(2));  // waits for room until then
  EXPECT_FALSE(queue.push(3));
  EXPECT_FALSE(queue.pop());
}

TEST(BoundedQueue, LosesNothingBetweenManyThreads) {
  BoundedQueue<int> queue{4};
  std::atomic<int> sum{0};
  {
    std::vector<std::jthread> consumers;
    for (int i = 0; i < 3; ++i)
      consumers.emplace_back([&] {
        while (const auto item = queue.pop()) sum += *item;
      });
    {
      std::vector<std::jthread> producers;
      for (int i = 0; i < 3; ++i)
        producers.emplace_back([&] {
          for (int j = 1; j <= 1000; ++j) (void)queue.push(j);
        });
    }
    queue.finish();
  }
  EXPECT_EQ(sum, 3 * 500'500);
}

}  // namespace
}  // namespace semsite::bounded_queue_test
