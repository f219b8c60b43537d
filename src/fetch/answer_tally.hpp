#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/metrics_text.hpp"
#include "fetch/body.hpp"

namespace semsite {

/// How requests came out: each that was sent is noted once, as an answer or as a failure.
/// Thread-safe.
class AnswerTally {
 public:
  /// The head of an answer has come, so long after the request was sent.
  void note(int status, std::chrono::milliseconds took) {
    const int kind = status / 100;
    ++answers_[static_cast<std::size_t>(kind >= 1 && kind <= 5 ? kind : 0)];
    took_.note(took);
  }
  /// None came.
  void note(FetchFailure failure) { ++failures_[static_cast<std::size_t>(failure)]; }
  /// A request that was sent, or a part of its answer, is asked for once more.
  void note_retry() { ++retries_; }

  /// Writes `semsite_PREFIXresponses_total` and what belongs to it.
  enum class Of : std::uint8_t { web, store };
  void write(MetricsText& text, Of of) const;

 private:
  /// By the first digit of the status; 0: it has none that HTTP knows.
  std::array<std::atomic<std::uint64_t>, 6> answers_{};
  std::array<std::atomic<std::uint64_t>, kFetchFailures> failures_{};
  std::atomic<std::uint64_t> retries_ = 0;
  TimeHistogram took_;
};

/// What waits for its turn now, and what is under way. Thread-safe.
struct TransportLoad {
  std::atomic<std::int64_t> hosts_waiting = 0;  ///< with requests that wait
  std::atomic<std::int64_t> requests_waiting =
      0;  ///< for the pause of their host, or room
  std::atomic<std::int64_t> requests_running = 0;

  void write(MetricsText& text) const;
};

}  // namespace semsite
