#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "report/console.hpp"
#include "report/statistics.hpp"

namespace semsite {

enum class ProgressStyle { automatic, bar, plain, none };

/// Shows how far a run is: a line at the bottom of a terminal, or a plain line now and
/// then. On a thread of its own from construction to destruction.
class Progress {
 public:
  Progress(ProgressStyle style, const RunCounters& counters, Console& console);
  /// Shows what `line` says, given the seconds since the start.
  Progress(ProgressStyle style, std::function<std::string(double seconds)> line,
           Console& console);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void run(bool bar);

  std::function<std::string(double)> line_;
  Console& console_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::jthread thread_;
};

/// "12 MB of 40 MB (30 %), 81,000 quads, 9.1 MB/s, 3 s left". `seconds` since the start.
[[nodiscard]] std::string progress_line(const RunCounters& counters, double seconds);

}  // namespace semsite
