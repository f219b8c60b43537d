#pragma once

#include <functional>
#include <thread>

#include "base/mutex.hpp"
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
  Mutex mutex_;
  Condition wake_;
  bool done_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::jthread thread_;
};

}  // namespace semsite
