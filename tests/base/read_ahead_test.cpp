#include "base/read_ahead.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/bounded_queue.hpp"
#include "support/drain.hpp"

namespace semsite::read_ahead_test {
namespace {

/// Numbers its blocks and counts how many were asked for.
class NumberedSource final : public ByteSource {
 public:
  NumberedSource(std::atomic<int>& reads, int blocks) : reads_(reads), blocks_(blocks) {}
  Block read() override {
    const int number = reads_++;
    if (number >= blocks_) return {};
    auto text = std::make_shared<std::string>(std::to_string(number) + ' ');
    const std::uint64_t offset = offset_;
    offset_ += text->size();
    return {.bytes = *text, .owner = text, .offset = offset};
  }

 private:
  std::atomic<int>& reads_;
  int blocks_;
  std::uint64_t offset_ = 0;
};

/// One block, then an error.
class FailingSource final : public ByteSource {
 public:
  Block read() override {
    if (given_) throw DocumentError{"test.gone", "gone"};
    given_ = true;
    return {.bytes = "first"};
  }

 private:
  bool given_ = false;
};

TEST(ReadAhead, GivesTheSameBytesInTheSameOrder) {
  std::string expected;
  for (int i = 0; i < 5'000; ++i) expected += std::to_string(i) + ' ';
  std::atomic<int> reads = 0;
  ReadAhead source{std::make_unique<NumberedSource>(reads, 5'000), 4};
  const test::Drained got = test::drain(source);
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == expected);
  EXPECT_TRUE(source.read().empty());
  EXPECT_TRUE(source.read().empty());
}

TEST(ReadAhead, ThrowsTheErrorAfterTheBlocksBeforeItAndAgain) {
  ReadAhead source{std::make_unique<FailingSource>()};
  const test::Drained got = test::drain(source);
  EXPECT_EQ(got.text, "first");
  EXPECT_EQ(got.error, "test.gone");
  EXPECT_EQ(test::drain(source).error, "test.gone");
}

TEST(ReadAhead, ReadsNoFurtherAheadThanItMay) {
  std::atomic<int> reads = 0;
  ReadAhead source{std::make_unique<NumberedSource>(reads, 1'000'000), 3};
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(source.read().empty());
  // 10 given, 3 queued, 1 waiting for room.
  EXPECT_LE(reads, 14);
}

TEST(ReadAhead, MayDieBeforeTheEnd) {
  std::atomic<int> reads = 0;
  {
    ReadAhead source{std::make_unique<NumberedSource>(reads, 1'000'000'000), 2};
    EXPECT_FALSE(source.read().empty());
  }
  EXPECT_LE(reads, 10);
}

TEST(BoundedQueue, HandsOverBetweenManyThreads) {
  BoundedQueue<int> queue{3};
  std::atomic<long> sum = 0;
  std::vector<std::jthread> consumers;
  for (int c = 0; c < 3; ++c)
    consumers.emplace_back([&] {
      while (const std::optional<int> item = queue.pop()) sum += *item;
    });
  {
    std::vector<std::jthread> producers;
    for (int p = 0; p < 3; ++p)
      producers.emplace_back([&] {
        for (int i = 1; i <= 1000; ++i) EXPECT_TRUE(queue.push(i));
      });
  }
  queue.finish();
  consumers.clear();
  EXPECT_EQ(sum, 3 * 500'500);
}

TEST(BoundedQueue, TellsTheProducerWhenTheConsumerHasGone) {
  BoundedQueue<int> queue{1};
  EXPECT_TRUE(queue.push(1));
  const std::jthread closer{[&] { queue.close(); }};
  EXPECT_FALSE(queue.push(2));
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(BoundedQueue, ErrorsComeAfterWhatWasPushed) {
  BoundedQueue<int> queue{2};
  EXPECT_TRUE(queue.push(1));
  queue.fail(std::make_exception_ptr(DocumentError{"test.gone", "gone"}));
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_THROW((void)queue.pop(), DocumentError);
}

}  // namespace
}  // namespace semsite::read_ahead_test
