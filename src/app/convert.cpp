#include "app/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "app/commands.hpp"
#include "app/input.hpp"
#include "app/workshop.hpp"
#include "sink/turn_sink.hpp"

namespace semsite {
namespace {

/// While one input waits for its turn to write, others can be parsed.
constexpr unsigned kInputsPerCore = 2;

/// All inputs of one command.
class InputRun {
 public:
  InputRun(const Options& options, Workshop& shop, const Harvester& harvester,
           const std::stop_token& stop)
      : options_(options), shop_(shop), harvester_(harvester), stop_(stop) {}

  void run() {
    const std::size_t count = std::min<std::size_t>(
        options_.urls.size(), std::size_t{kInputsPerCore} * harvester_.workers);
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < count; ++i) helpers.emplace_back([this] { work(); });
      work();
    }
    if (error_) std::rethrow_exception(error_);
  }

  [[nodiscard]] int status() const { return status_; }
  /// Ended by the first fault, as the user asked.
  [[nodiscard]] bool stopped() const { return stopped_; }
  /// Not one input could be read.
  [[nodiscard]] bool nothing() const { return nothing_; }

 private:
  void work() {
    for (;;) {
      const std::size_t index = next_++;
      if (index >= options_.urls.size() || over_ || stop_.stop_requested()) return;
      try {
        convert(index);
      } catch (...) {
        const std::scoped_lock lock{mutex_};
        if (!error_) error_ = std::current_exception();
        end();
      }
      turns_.done(index);
    }
  }

  void convert(std::size_t index) {
    Input input = open_input(options_.urls[index], options_, shop_.retriever, stop_);
    HarvestReport report;
    if (input.problem.empty()) {
      TurnSink sink{harvester_.sink, turns_, index, stop_};
      report = harvest({.bytes = std::move(input.bytes),
                        .origin = std::move(input.origin),
                        .media_type = std::move(input.media_type),
                        .content_type = std::move(input.content_type),
                        .links = std::move(input.links),
                        .watch = {}},
                       with_sink(sink));
    }
    // From here on in the order of the inputs: what is said of them, too.
    if (!turns_.wait(index, stop_)) return;
    if (input.problem.empty()) {
      note(report);
    } else {
      shop_.console.error(input.problem);
      status_ = kStopped;
    }
  }

  [[nodiscard]] Harvester with_sink(QuadSink& sink) const {
    Harvester out = harvester_;
    out.sink = sink;
    return out;
  }

  /// One at a time: only whose turn it is gets here.
  void note(const HarvestReport& report) {
    if (!report.problem.empty())
      shop_.console.error(fmt::format("{} [{}]", report.problem, report.code));
    const bool unread = report.outcome == Outcome::failed && sum_of(report.faults) == 0;
    nothing_ = nothing_ && unread;
    if (report.outcome == Outcome::whole) return;
    status_ = std::max<int>(status_, unread ? kStopped : kIncomplete);
    if (options_.on_error != OnError::fail) return;
    stopped_ = true;
    end();
  }

  void end() {
    over_ = true;
    turns_.cancel();
  }

  const Options& options_;
  Workshop& shop_;
  const Harvester& harvester_;
  std::stop_token stop_;
  Turns turns_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> over_ = false;
  std::atomic<int> status_ = kComplete;
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> nothing_ = true;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

int run_convert(const Options& options, const std::stop_token& stop) {
  Workshop shop{options, stop};
  Target target{options};
  const Harvester harvester = target.harvester(options, shop, stop);
  InputRun inputs{options, shop, harvester, stop};
  inputs.run();
  target.sink->finish();
  if (stop.stop_requested() || inputs.stopped()) {
    target.output.finish_part();
    if (target.output.is_file())
      shop.console.info(
          fmt::format("what was converted so far is in {}.part", options.output));
    return inputs.stopped() ? kIncomplete : kInterrupted;
  }
  if (inputs.nothing() && target.output.is_file()) {
    shop.console.info(
        fmt::format("nothing could be read, so {} was not written", options.output));
  } else {
    target.output.finish();
  }
  return inputs.status();
}

}  // namespace semsite
