#include "commands/slice.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <atomic>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "base/counts.hpp"
#include "base/hash.hpp"
#include "base/url.hpp"
#include "base/version.hpp"
#include "commands/exit_status.hpp"
#include "commands/input.hpp"
#include "commands/manifest_inputs.hpp"
#include "commands/rdf_options.hpp"
#include "commands/run_account.hpp"
#include "commands/workshop.hpp"
#include "commands/write_parts.hpp"
#include "crawl/fault_log.hpp"
#include "io/temporary_files.hpp"
#include "report/progress.hpp"
#include "semsite/errors.hpp"
#include "slice/slicer.hpp"

namespace semsite {
namespace {

/// Ends the work between two records.
class SliceInterrupted : public std::exception {};

/// What must be the same for an earlier run's sorted runs to be of use: the command, and
/// path, size and time of each input, or the digest of a part. Nothing if an input is
/// neither a part nor a regular file.
std::optional<std::string> identity_of(const SliceOptions& options) {
  std::string out = "semsite-slice 1 " SEMSITE_VERSION;
  for (const std::string& word : options.words) out += fmt::format("\n{}", word);
  out += options.messages.config;
  for (const std::string& url : options.reading.urls) {
    if (const PartPromise* const part = options.reading.manifests.find(url)) {
      out += fmt::format("\n{} {} sha256 {}", part->whole, url, part->sha256);
      continue;
    }
    struct stat info {};
    if (!is_file_url(url) || ::stat(file_path(url).c_str(), &info) != 0 ||
        !S_ISREG(info.st_mode))
      return std::nullopt;
    out += fmt::format("\n{} {} {} {}.{:09}", url, info.st_ino, info.st_size,
                       info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
  }
  return out;
}

/// How far the merging has come.
class Steps {
 public:
  explicit Steps(std::stop_token stop) : stop_(std::move(stop)) {}

  void step() {
    if ((++count_ & 0xFFFF) != 0) return;
    shown_ = count_;
    if (stop_.stop_requested()) throw SliceInterrupted{};
  }
  [[nodiscard]] std::uint64_t shown() const { return shown_; }

 private:
  std::stop_token stop_;
  std::uint64_t count_ = 0;
  std::atomic<std::uint64_t> shown_ = 0;
};

ProgressFacts progress_of(const RunCounters& counters, const Steps& steps,
                          const Slicer& slicer, const SliceRules& rules) {
  if (steps.shown() == 0) {
    ProgressFacts out = input_facts(counters);
    out.phase = out.total > 0 && out.done >= out.total ? "sorting" : "reading";
    return out;
  }
  // Of the other methods it is not known how often a record comes by.
  const bool is_once =
      rules.method == SliceMethod::subject || rules.method == SliceMethod::subject_object;
  return {.phase = "cutting",
          .unit = "records",
          .done = steps.shown(),
          .total = is_once && !rules.closure ? slicer.intake().records() : 0};
}

int interrupted(TemporaryFiles& files, Console& console) {
  files.keep();
  if (files.outlives())
    console.info(fmt::format(
        "interrupted; what was sorted is in {}: the same command goes on with it",
        files.folder()));
  return kInterrupted;
}

int slice(const SliceOptions& options, RunAccount& account, const std::stop_token& stop) {
  const OutputOptions& output = options.output;
  Workshop shop{{.messages = options.messages,
                 .network = options.network,
                 .parse = options.reading.parse,
                 .documents = &options.reading.document_map,
                 .older = older_rdf_rules(output.form),
                 .notes = options.reading.notes,
                 .note = output.form.note,
                 .account = &account},
                stop};
  std::optional<PartsPlace> parts;
  if (output.parts) parts.emplace(*output.parts, options.network, options.messages, stop);
  Target target{output, options.reading.urls};
  const std::optional<std::string> identity = identity_of(options);
  TemporaryFiles files{
      temporary_place(output.sort, target.output, output.path),
      identity ? short_hash(fmt::format("{}", fmt::join(options.words, "\n"))) : "once",
      identity ? TemporaryFiles::Lifetime::until_done
               : TemporaryFiles::Lifetime::this_run};
  if (identity) files.dedicate(*identity);
  Harvester harvester = target.harvester({.graph = graph_policy("own"),
                                          .on_error = output.faults.on_error,
                                          .syntax = options.reading.syntax},
                                         shop, stop);
  Slicer slicer{options.rules,
                files,
                {.memory_bytes = output.sort.memory_bytes, .threads = harvester.workers}};
  harvester.sink = slicer.sink();
  if (slicer.intake().runs_taken_up() > 0)
    shop.console.info(fmt::format("goes on with {} sorted runs of an earlier run, in {}",
                                  slicer.intake().runs_taken_up(), files.folder()));
  Steps steps{stop};
  const Progress progress{
      options.messages.progress,
      [&] { return progress_of(shop.run.counters, steps, slicer, options.rules); },
      shop.console};
  InputRun inputs{options.reading, output.form, shop, harvester, stop};
  inputs.run();
  if (inputs.stopped()) {
    shop.console.info("stopped at the first fault: no documents were written");
    return inputs.status();
  }
  if (stop.stop_requested()) return interrupted(files, shop.console);
  if (inputs.nothing() && target.output.is_file()) {
    shop.console.info(
        fmt::format("nothing could be read, so {} was not written", output.path));
    return inputs.status();
  }
  FaultLog faults{"slice", output.faults.on_error, target.quarantine.get(), shop.console};
  try {
    const SliceResult result =
        slicer.finish({.step = [&] { steps.step(); }, .faults = faults},
                      [&](std::string_view lines) { target.texts.write(lines); });
    target.sink->finish();
    target.settle();
    target.output.finish();
    shop.console.info(fmt::format("{}, {}", count_of(result.documents, "document"),
                                  count_of(result.quads, "quad")));
    account.add_figure("documents_written", "documents written", result.documents);
    account.add_figure("quads_written", "quads written", result.quads);
  } catch (const SliceInterrupted&) {
    return interrupted(files, shop.console);
  } catch (const DocumentError& error) {
    shop.console.error(error.what());  // a fault, and the user asked to stop at one
    account.add_problem(error.what());
    return kIncomplete;
  }
  account.add_faults_of_output(faults.counts());
  const int status =
      std::max<int>(inputs.status(), faults.skipped() == 0 ? kComplete : kIncomplete);
  if (parts && !put_into_parts(parts->folder(), output, status, account, shop, stop))
    return kInterrupted;
  return status;
}

}  // namespace

int run_slice(const SliceOptions& given, const std::stop_token& stop) {
  SliceOptions options = given;
  ask_for_manifests(options.messages, options.network, stop, options.reading.urls,
                    options.reading.manifests);
  RunAccount account{options.account, options.reading.urls, wanted_rows(options.output)};
  return account.run([&] { return slice(options, account, stop); });
}

}  // namespace semsite
