#include "app/run_budget.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/text.hpp"

namespace semsite {

RunBudget::RunBudget(std::optional<double> seconds, std::uint64_t bytes,
                     const RunCounters& counters, std::stop_source run) {
  if (!seconds && bytes == 0) return;
  watcher_ = std::jthread{[this, seconds, bytes, &counters, run]() mutable {
    using namespace std::chrono_literals;
    const auto start = std::chrono::steady_clock::now();
    std::unique_lock lock{mutex_};
    while (!wake_.wait_for(lock, 50ms, [&] { return done_; })) {
      const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - start;
      if (seconds && gone.count() >= *seconds) {
        reason_ = fmt::format("stopped after {:.0f} s (--max-time)", *seconds);
      } else if (bytes > 0 && counters.wire_bytes >= bytes) {
        reason_ = fmt::format("stopped after {} (--max-bytes)", human_bytes(bytes));
      } else {
        continue;
      }
      lock.unlock();
      run.request_stop();
      return;
    }
  }};
}

RunBudget::~RunBudget() {
  {
    const std::scoped_lock lock{mutex_};
    done_ = true;
  }
  wake_.notify_all();
  if (watcher_.joinable()) watcher_.join();
}

std::string RunBudget::reason() const {
  const std::scoped_lock lock{mutex_};
  return reason_;
}

}  // namespace semsite
