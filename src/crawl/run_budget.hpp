#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "base/byte_source.hpp"
#include "base/downloads.hpp"
#include "base/mutex.hpp"

namespace semsite {

/// Ends a run when its time or its download is used up (`--max-time`, `--max-bytes`).
class RunBudget {
 public:
  /// `bytes` 0: no bound. Starts counting now. Download is looked at whenever some has
  /// come, so that the run ends with the first block that is more than `bytes`.
  /// `downloads`, of the run's transport, outlives the budget.
  RunBudget(std::optional<double> seconds, std::uint64_t bytes, Downloads& downloads,
            std::stop_source run);
  ~RunBudget();
  RunBudget(const RunBudget&) = delete;
  RunBudget& operator=(const RunBudget&) = delete;

  /// Which budget was used up, for people; empty if none.
  [[nodiscard]] std::string reason() const;

 private:
  void end(std::string reason);

  std::stop_source run_;
  mutable Mutex mutex_;
  Condition wake_;
  std::string reason_ SEMSITE_GUARDED_BY(mutex_);
  bool done_ SEMSITE_GUARDED_BY(mutex_) = false;
  Downloads::Bound bound_;
  std::jthread watcher_;
};

/// Counts the bytes of a body on their way to the unpacker.
class Metered final : public ByteSource {
 public:
  Metered(std::unique_ptr<ByteSource> inner, std::uint64_t& bytes)
      : inner_(std::move(inner)), bytes_(bytes) {}
  [[nodiscard]] Block read() override {
    Block block = inner_->read();
    bytes_ += block.bytes.size();
    return block;
  }

 private:
  std::unique_ptr<ByteSource> inner_;
  std::uint64_t& bytes_;
};

}  // namespace semsite
