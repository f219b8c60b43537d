#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

namespace semsite {

/// Bytes of what is read, as it comes (packed), and of all that is to be read.
/// Thread-safe.
class InputTally {
 public:
  /// One more is to be read, of so many bytes if that is known.
  void announce(std::optional<std::uint64_t> bytes) {
    if (bytes) {
      total_ += *bytes;
    } else {
      ++unknown_;
    }
  }
  /// One that was announced without a size has this one.
  void learn(std::uint64_t bytes) {
    total_ += bytes;
    --unknown_;
  }
  void add(std::uint64_t bytes) { done_ += bytes; }

  [[nodiscard]] std::uint64_t done() const { return done_; }
  /// 0 while the size of one is not known.
  [[nodiscard]] std::uint64_t total() const { return unknown_ > 0 ? 0 : total_.load(); }

 private:
  std::atomic<std::uint64_t> done_ = 0, total_ = 0, unknown_ = 0;
};

/// One input: what is left of it when it ends will not come, and counts as done.
class TalliedInput {
 public:
  /// Announces it.
  TalliedInput(InputTally& tally, std::optional<std::uint64_t> bytes)
      : tally_(&tally), bytes_(bytes) {
    tally.announce(bytes);
  }
  /// It was announced with `announced`, and is found to have `bytes`.
  TalliedInput(InputTally& tally, std::optional<std::uint64_t> announced,
               std::optional<std::uint64_t> bytes)
      : tally_(&tally), bytes_(announced ? announced : bytes) {
    if (!announced && bytes) tally.learn(*bytes);
  }
  TalliedInput(TalliedInput&& other) noexcept
      : tally_(std::exchange(other.tally_, nullptr)),
        bytes_(other.bytes_),
        got_(other.got_) {}
  TalliedInput(const TalliedInput&) = delete;
  TalliedInput& operator=(const TalliedInput&) = delete;
  TalliedInput& operator=(TalliedInput&&) = delete;
  ~TalliedInput() {
    if (tally_ == nullptr) return;
    if (!bytes_) {
      tally_->learn(got_);
    } else if (got_ < *bytes_) {
      tally_->add(*bytes_ - got_);
    }
  }

  void got(std::uint64_t bytes) {
    got_ += bytes;
    tally_->add(bytes);
  }

 private:
  InputTally* tally_;
  std::optional<std::uint64_t> bytes_;
  std::uint64_t got_ = 0;
};

}  // namespace semsite
