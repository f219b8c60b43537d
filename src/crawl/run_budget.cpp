#include "crawl/run_budget.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/text.hpp"

namespace semsite {

RunBudget::RunBudget(std::optional<double> seconds, std::uint64_t bytes,
                     Downloads& downloads, std::stop_source run)
    : run_(std::move(run)), bound_(downloads, bytes, [this, bytes] {
        end(fmt::format("stopped after {} (--max-bytes)", human_bytes(bytes)));
      }) {
  if (!seconds) return;
  watcher_ = std::jthread{[this, length = std::chrono::duration<double>(*seconds)] {
    const auto end_of_time = std::chrono::steady_clock::now() + length;
    {
      const MutexLock lock{mutex_};
      while (!done_ && wake_.wait_until(mutex_, end_of_time)) {
      }
      if (done_) return;
    }
    end(fmt::format("stopped after {:.0f} s (--max-time)", length.count()));
  }};
}

void RunBudget::end(std::string reason) {
  {
    const MutexLock lock{mutex_};
    if (reason_.empty()) reason_ = std::move(reason);
  }
  run_.request_stop();
}

RunBudget::~RunBudget() {
  {
    const MutexLock lock{mutex_};
    done_ = true;
  }
  wake_.notify_all();
  if (watcher_.joinable()) watcher_.join();
}

std::string RunBudget::reason() const {
  const MutexLock lock{mutex_};
  return reason_;
}

}  // namespace semsite
