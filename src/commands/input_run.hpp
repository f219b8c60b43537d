#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <stop_token>

#include "base/mutex.hpp"
#include "commands/form_options.hpp"
#include "commands/reading_options.hpp"
#include "commands/workshop.hpp"
#include "crawl/harvest.hpp"
#include "sink/turn_sink.hpp"

namespace semsite {

/// All inputs of one command: harvested at once, several at a time, to one sink in their
/// order.
class InputRun {
 public:
  /// What is read, for an output of this form. References outlive the run.
  InputRun(const ReadingOptions& inputs, const FormOptions& form, Workshop& shop,
           const Harvester& harvester, std::stop_token stop);

  /// Returns when all is done. Throws RunError.
  void run();

  /// The exit status, as far as the inputs go.
  [[nodiscard]] int status() const { return status_; }
  /// Ended by the first fault, as the user asked.
  [[nodiscard]] bool stopped() const { return stopped_; }
  /// Not one input could be read.
  [[nodiscard]] bool nothing() const { return nothing_; }

 private:
  void work();
  void convert(std::size_t index);
  [[nodiscard]] Harvester with_sink(QuadSink& sink) const;
  void note(const std::string& url, const HarvestReport& report);
  void end();

  const ReadingOptions& inputs_;
  const FormOptions& form_;
  Workshop& shop_;
  const Harvester& harvester_;
  std::stop_token stop_;
  Turns turns_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> over_ = false;
  std::atomic<int> status_;
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> nothing_ = true;
  Mutex mutex_;
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
