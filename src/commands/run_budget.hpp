#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/download_bound.hpp"

namespace semsite {

/// Ends a run when its time or its download is used up (`--max-time`, `--max-bytes`).
class RunBudget {
 public:
  /// `bytes` 0: no bound. Starts counting now. Download is looked at whenever some has
  /// come, so that the run ends with the first block that is more than `bytes`.
  RunBudget(std::optional<double> seconds, std::uint64_t bytes, std::stop_source run);
  ~RunBudget();
  RunBudget(const RunBudget&) = delete;
  RunBudget& operator=(const RunBudget&) = delete;

  /// Which budget was used up, for people; empty if none.
  [[nodiscard]] std::string reason() const;

 private:
  void end(std::string reason);

  std::stop_source run_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::string reason_;
  bool done_ = false;
  DownloadBound bound_;
  std::jthread watcher_;
};

}  // namespace semsite
