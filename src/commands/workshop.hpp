#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/clock.hpp"
#include "commands/options.hpp"
#include "crawl/harvest.hpp"
#include "crawl/outlet.hpp"
#include "crawl/retrieve.hpp"
#include "crawl/run_contexts.hpp"
#include "crawl/text_output.hpp"
#include "io/output_file.hpp"
#include "io/temporary_files.hpp"
#include "rdf/quad_sink.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"
#include "sink/older_rdf.hpp"
#include "table/table_sink.hpp"

namespace semsite {

/// What every command works with, put together in the order in which it depends on
/// itself.
class Workshop {
 public:
  Workshop(const Options& options, std::stop_token stop);
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  Console console;
  SystemClock clock;
  RunCounters counters;
  std::unique_ptr<Transport> transport;
  Retriever retriever;
  std::unique_ptr<RunState> state;  ///< of a fetch
  RunContexts contexts;
  ParseSettings settings;  ///< the user's, with what a run shares
  /// Makes quads such as the output can have; null: it has all of RDF 1.2.
  std::unique_ptr<OlderRdf> older;

 private:
  std::stop_callback<std::function<void()>> cancel_;
};

/// What harvests of the run share. Throws UsageError for an unknown `--syntax`.
[[nodiscard]] Harvester make_harvester(const Options& options, Workshop& shop,
                                       QuadSink& sink, Quarantine* quarantine,
                                       std::stop_token stop);

/// How the nodes of JSON-LD become shorter. It is used when the first node is written;
/// the context may have to be fetched before.
class Shortening;
using ShorteningPtr = std::shared_ptr<Shortening>;

/// Claimed; null without `--quarantine`.
[[nodiscard]] std::unique_ptr<Quarantine> quarantine_of(const Options& options);

/// Output, sink and quarantine of one run. Throws RunError if one cannot be opened.
class Target {
 public:
  /// With `go_on`, `begin` is for the caller, once it is sure that the run is one.
  explicit Target(const Options& options, OutputFile::Part part = OutputFile::Part::anew);

  /// The first change to what is there.
  void begin(const Options& options, Quarantine::Begin how);
  /// What was skipped is on the disk: before the output is called whole.
  void settle();

  /// What harvests of the run share. Throws UsageError for an unknown `--syntax`.
  [[nodiscard]] Harvester harvester(const Options& options, Workshop& shop,
                                    std::stop_token stop);

  /// Calls `note` with the descriptor of what is written to, where it is a file or the
  /// standard output.
  void note_origin(const Options& options, const std::function<void(int)>& note) const;

  OutputFile output;
  ShorteningPtr shortening;               ///< of JSON-LD; null: none
  std::unique_ptr<TemporaryFiles> files;  ///< of a sink that sorts
  TableSink* table = nullptr;             ///< the sink, if it makes a table
  std::unique_ptr<QuadSink> sink;
  TextOutput texts;
  std::unique_ptr<Quarantine> quarantine;
};

/// An outlet for one dataset, of the form of the output.
/// `path`: a file that outlives the run if it is broken off; empty: none.
[[nodiscard]] std::unique_ptr<Outlet> make_outlet(const Options& options,
                                                  const Target& target,
                                                  const std::string& path);

/// Where temporary files go: as the user says, else beside the output, where there is
/// room for it too, else where the system has them.
[[nodiscard]] std::string temporary_place(const Options& options,
                                          const OutputFile& output);

/// Threads that the machine can run at once.
[[nodiscard]] unsigned worker_count();

}  // namespace semsite
