#include "base/byte_source.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace semsite::byte_source_block_pool_test {
namespace {

TEST(BlockPool, GivesABufferAgainOnceItIsFree) {
  BlockPool pool{100};
  std::shared_ptr<char[]> first = pool.take();
  const std::shared_ptr<char[]> second = pool.take();
  EXPECT_NE(first.get(), second.get());
  const char* const place = first.get();
  first.reset();
  EXPECT_EQ(pool.take().get(), place);
}

TEST(BlockPool, ItsBuffersOutliveIt) {
  std::shared_ptr<char[]> buffer;
  {
    BlockPool pool{100};
    buffer = pool.take();
  }
  buffer[99] = 'x';
  EXPECT_EQ(buffer[99], 'x');
}

TEST(BlockPool, TakesBuffersBackFromOtherThreads) {
  BlockPool pool{64};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&pool] {
      for (int n = 0; n < 1000; ++n) pool.take()[static_cast<std::size_t>(n % 64)] = 'x';
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(pool.take(), nullptr);
}

}  // namespace
}  // namespace semsite::byte_source_block_pool_test
