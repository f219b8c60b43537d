#include "serve/http_server.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>

namespace semsite::test::http_server_connection_threads_test {
namespace {

TEST(ConnectionThreads, RunAsManyTasksAtOnceAsTheyMayAndNoMore) {
  ConnectionThreads threads{3};
  std::latch all{3};
  std::latch end{1};
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(threads.run([&] {
      all.count_down();
      end.wait();
    }));
  all.wait();
  EXPECT_EQ(threads.busy(), 3U);
  EXPECT_FALSE(threads.run([] {}));
  end.count_down();
}

TEST(ConnectionThreads, EndWaitsForAllTasks) {
  std::atomic<int> done{0};
  ConnectionThreads threads{4};
  int taken = 0;
  for (int i = 0; i < 100; ++i) taken += threads.run([&] { ++done; }) ? 1 : 0;
  threads.end();
  EXPECT_EQ(done, taken);
  EXPECT_GE(taken, 4);
  EXPECT_FALSE(threads.run([] {}));
}

}  // namespace
}  // namespace semsite::test::http_server_connection_threads_test
