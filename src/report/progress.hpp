#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "report/console.hpp"
#include "report/progress_meter.hpp"

namespace semsite {

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
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::jthread thread_;
};

}  // namespace semsite
