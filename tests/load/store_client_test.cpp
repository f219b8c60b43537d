#include "load/store_client.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <random>
#include <thread>
#include <vector>

namespace semsite::store_client_test {
namespace {

using Kind = StoreTurns::Kind;
using std::chrono::milliseconds;

/// A thread that takes a turn, and gives it back when told.
class Guest {
 public:
  Guest(StoreTurns& turns, Kind kind)
      : thread_([this, &turns, kind] {
          const auto turn = turns.take(kind);
          inside_ = true;
          inside_.notify_all();
          leaves_.wait(false);
        }) {}
  ~Guest() { leave(); }
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  void wait_until_inside() const { inside_.wait(false); }
  [[nodiscard]] bool is_inside_after(milliseconds time) const {
    std::this_thread::sleep_for(time);
    return inside_;
  }
  void leave() {
    leaves_ = true;
    leaves_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::atomic<bool> inside_ = false, leaves_ = false;
  std::thread thread_;
};

constexpr milliseconds kSoon{30};

// docs/load.md, "A store that hangs".
TEST(StoreTurns, WhatIsOfOneKindGoesTogether) {
  for (const Kind kind : {Kind::body, Kind::count}) {
    StoreTurns turns;
    const auto first = turns.take(kind);
    const auto second = turns.take(kind);
    EXPECT_FALSE(turns.would_wait(kind));
  }
}

TEST(StoreTurns, ACountWaitsForTheBodiesBeforeIt) {
  StoreTurns turns;
  std::optional<StoreTurns::Turn> body{turns.take(Kind::body)};
  EXPECT_TRUE(turns.would_wait(Kind::count));
  Guest count{turns, Kind::count};
  EXPECT_FALSE(count.is_inside_after(kSoon));
  body.reset();
  count.wait_until_inside();
}

TEST(StoreTurns, ABodyWaitsForTheCountThatCameFirstAndIsNotPassed) {
  StoreTurns turns;
  std::optional<StoreTurns::Turn> body{turns.take(Kind::body)};
  Guest count{turns, Kind::count};
  EXPECT_FALSE(count.is_inside_after(kSoon));
  // Otherwise a count would never be made where bodies overlap.
  Guest later{turns, Kind::body};
  EXPECT_FALSE(later.is_inside_after(kSoon));
  body.reset();
  count.wait_until_inside();
  EXPECT_FALSE(later.is_inside_after(kSoon));
  count.leave();
  later.wait_until_inside();
}

TEST(StoreTurns, ManyThreadsNeverMeetTheOtherKind) {
  StoreTurns turns;
  std::atomic<int> bodies = 0, counts = 0, together = 0, meetings = 0;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 6; ++seed)
    threads.emplace_back([&, seed] {
      std::mt19937 random{seed};
      for (int i = 0; i < 300; ++i) {
        const Kind kind = random() % 3 == 0 ? Kind::count : Kind::body;
        const auto turn = turns.take(kind);
        auto& own = kind == Kind::body ? bodies : counts;
        const auto& others = kind == Kind::body ? counts : bodies;
        if (++own > 1) ++together;
        if (others > 0) ++meetings;
        std::this_thread::yield();
        if (others > 0) ++meetings;
        --own;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(meetings, 0);
  EXPECT_GT(together, 0);
}

}  // namespace
}  // namespace semsite::store_client_test
