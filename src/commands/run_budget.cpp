#include "commands/run_budget.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/text.hpp"

namespace semsite {

RunBudget::RunBudget(std::optional<double> seconds, std::uint64_t bytes,
                     std::stop_source run)
    : run_(std::move(run)), bound_(bytes, [this, bytes] {
        end(fmt::format("stopped after {} (--max-bytes)", human_bytes(bytes)));
      }) {
  if (!seconds) return;
  watcher_ = std::jthread{[this, length = std::chrono::duration<double>(*seconds)] {
    {
      std::unique_lock lock{mutex_};
      if (wake_.wait_for(lock, length, [&] { return done_; })) return;
    }
    end(fmt::format("stopped after {:.0f} s (--max-time)", length.count()));
  }};
}

void RunBudget::end(std::string reason) {
  {
    const std::scoped_lock lock{mutex_};
    if (reason_.empty()) reason_ = std::move(reason);
  }
  run_.request_stop();
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
