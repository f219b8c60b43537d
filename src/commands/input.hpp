#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/byte_source.hpp"
#include "base/mutex.hpp"
#include "base/share.hpp"
#include "commands/manifest_inputs.hpp"
#include "commands/output_options.hpp"
#include "commands/reading_options.hpp"
#include "commands/workshop.hpp"
#include "crawl/answer_links.hpp"
#include "crawl/harvest.hpp"
#include "crawl/retrieve.hpp"
#include "documents/graph_policy.hpp"
#include "report/statistics.hpp"
#include "sink/turn_sink.hpp"

namespace semsite {

/// One argument of `convert` or `inspect`: its bytes and where they came from.
struct Input {
  std::unique_ptr<ByteSource> bytes;
  Origin origin;
  std::string media_type;
  std::string content_type;        ///< with its parameters
  std::vector<std::string> links;  ///< values of the `Link` headers
  std::string range;               ///< of the `Content-Range`
  /// The same with those of redirects; also of an answer without bytes, if they count.
  std::vector<AnswerLinks> answers;
  std::string problem;   ///< why there are no bytes
  std::string code{};    ///< of that, if it has one
  std::string remark{};  ///< what is to be said of it though nothing is wrong
  /// How many were read so far, as they came.
  std::shared_ptr<const std::atomic<std::uint64_t>> bytes_read{};
};

/// Notes the sizes of `urls`, as far as they are known, for the progress line; each is
/// then opened once. `shares`: of each, one of so many is read.
void announce_inputs(const std::vector<std::string>& urls, RunCounters& counters,
                     std::uint64_t shares = 1);

/// Opens one share of a file of lines, as `open_input` opens all of it.
[[nodiscard]] Input open_share(const std::string& url, const std::string& base,
                               Share share, RunCounters& counters);

/// Opens `url`: a URL, a `file:` or `s3:` URL or `-` for standard input. robots.txt is
/// not asked: one explicit URL is a request of the user's own. What is read is counted.
/// `base`: of its relative references; empty: its own URL. `promise`: of a part, whose
/// bytes are given only if they are what it says; null: it is none.
[[nodiscard]] Input open_input(const std::string& url, const std::string& base,
                               Workshop& shop, const std::stop_token& stop,
                               const PartPromise* promise = nullptr);

/// That a part which was read has other quads than its manifest says, in a sentence;
/// empty: it has not, or what was passed over hides it.
[[nodiscard]] std::string other_quads(const PartPromise* promise,
                                      const HarvestReport& report);

/// What is to be harvested of `input`, whose bytes are taken out. `url` is what the user
/// named.
[[nodiscard]] Harvest harvest_of(Input& input, const std::string& url);

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
  void tell_incomplete();
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
  std::atomic<bool> nothing_;
  Mutex mutex_;
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
