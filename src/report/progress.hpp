#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/mutex.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// How far something is at one moment.
struct ProgressFacts {
  std::string phase{};      ///< "reading"; empty: there is only one
  std::string_view unit{};  ///< "bytes", or what is counted: "pages"; empty: nothing
  std::uint64_t done = 0;
  std::uint64_t total = 0;  ///< 0: not known
  std::string also{};       ///< "81,000 quads"
};

/// Rate and time left, from what was done in the last seconds: a long run gets faster and
/// slower, and its mean tells nothing of what is to come.
class ProgressMeter {
 public:
  static constexpr double kWindowSeconds = 10;
  /// Nothing is said of the time left before so many seconds of a phase have been seen,
  /// and while the total still changes.
  static constexpr double kEnoughSeconds = 2;

  /// `seconds` since the start, never less than before.
  void note(double seconds, const ProgressFacts& facts);

  [[nodiscard]] const ProgressFacts& facts() const { return facts_; }
  /// Units a second; 0 if nothing was done in the window.
  [[nodiscard]] double rate() const;
  [[nodiscard]] std::optional<double> seconds_left() const;

 private:
  struct Sample {
    double seconds;
    std::uint64_t done, total;
  };
  ProgressFacts facts_;
  std::deque<Sample> samples_;
};

/// "reading: 12 MB of 40 MB (30 %), 81,000 quads, 9.1 MB/s, 3 s left".
[[nodiscard]] std::string progress_text(const ProgressMeter& meter);

/// The same with a bar in front, if the total is known, in at most `width` columns: what
/// does not fit is left out from the right.
[[nodiscard]] std::string progress_bar(const ProgressMeter& meter, std::size_t width);

/// "45 s", "2 min 5 s", "1 h 20 min", "3 d 4 h".
[[nodiscard]] std::string time_span_text(double seconds);

[[nodiscard]] ProgressNumbers progress_numbers(const ProgressMeter& meter);

/// Of a run that reads its inputs: bytes and quads.
[[nodiscard]] ProgressFacts input_facts(const RunCounters& counters);

/// Of a run that asks sites: sources and pages.
[[nodiscard]] ProgressFacts fetch_facts(const RunCounters& counters);

/// `automatic`: a bar on a terminal, else lines now and then.
enum class ProgressStyle { automatic, bar, plain, none };

/// Shows how far a run is: a line at the bottom of a terminal, or a plain line now and
/// then. On a thread of its own from construction to destruction.
class Progress {
 public:
  /// `facts` is called from that thread.
  Progress(ProgressStyle style, std::function<ProgressFacts()> facts, Console& console);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void run(ProgressStyle style);

  std::function<ProgressFacts()> facts_;
  Console& console_;
  Mutex mutex_;
  Condition wake_;
  bool done_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::jthread thread_;
};

}  // namespace semsite
