#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/mutex.hpp"
#include "commands/message_options.hpp"
#include "commands/network_options.hpp"
#include "commands/output_options.hpp"
#include "commands/reading_options.hpp"
#include "crawl/destination.hpp"
#include "crawl/harvest.hpp"
#include "crawl/run.hpp"
#include "io/output_file.hpp"
#include "io/temporary_files.hpp"
#include "rdf/quad_batch.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"
#include "s3/s3_access.hpp"
#include "s3/s3_store.hpp"
#include "sink/older_rdf.hpp"
#include "table/table_sink.hpp"

namespace semsite {

class RunAccount;

/// What a command that fetches or reads works with: a run, and where its messages go.
class Workshop {
 public:
  /// What the command hands in: groups of its options, and what only it can know.
  /// References outlive the workshop.
  struct Needs {
    const MessageOptions& messages;
    const NetworkOptions& network;
    const ParseSettings& parse = kDefaultParseSettings;
    const DocumentMap* documents = nullptr;  ///< files that stand for URLs; null: none
    OlderRdfRules older{};                   ///< what the output has of RDF 1.2
    /// Are JSON-LD contexts asked for as a robot does? Else as a user who named a URL.
    bool obey_robots = false;
    std::unique_ptr<RunState> state{};    ///< null: nothing is kept
    std::vector<std::string> warnings{};  ///< told before everything else
    std::vector<std::string> notes{};     ///< the same, but nothing is wrong
    std::string note{};                   ///< one more; empty: none
    RunAccount* account = nullptr;        ///< of the inputs; null: none is wanted
    Transport* transport = nullptr;  ///< by which it asks beside others; null: its own
  };
  Workshop(Needs needs, std::stop_token stop);
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  /// The account learns how many requests there were.
  ~Workshop();

  /// Tells, once everything has been read, what of the user's mappings never matched; the
  /// same for a report.
  std::vector<std::string> tell_unmatched();

  /// Made when it is first asked for. Thread-safe. Throws UsageError, RunError.
  [[nodiscard]] S3Store& s3();

  Console console;
  Run run;
  /// Makes quads such as the output can have; null: it has all of RDF 1.2.
  std::unique_ptr<OlderRdf> older;
  RunAccount* account;  ///< null: none is wanted

 private:
  const NetworkOptions& network_;
  Mutex mutex_;
  std::unique_ptr<S3Access> s3_ SEMSITE_GUARDED_BY(mutex_);  ///< null: nobody asked
};

/// How the documents of a run are taken.
struct HarvestWish {
  GraphPolicy graph{};
  OnError on_error = OnError::skip;
  std::string syntax{};  ///< empty: told by content
};

/// What harvests of the run share. Throws UsageError for an unknown syntax.
[[nodiscard]] Harvester make_harvester(const HarvestWish& wish, Workshop& shop,
                                       QuadSink& sink, Quarantine* quarantine,
                                       std::stop_token stop);

/// How the nodes of JSON-LD become shorter. It is used when the first node is written;
/// the context may have to be fetched before.
class Shortening;
using ShorteningPtr = std::shared_ptr<Shortening>;

/// Claimed; null if `path` is empty.
[[nodiscard]] std::unique_ptr<Quarantine> quarantine_at(const std::string& path);

/// Output, sink and quarantine of one run. Throws RunError if one cannot be opened.
class Target {
 public:
  /// What is written comes from `sources`, URLs. Both outlive the target. With `go_on`,
  /// `begin` is for the caller, once it is sure that the run is one.
  Target(const OutputOptions& options, const std::vector<std::string>& sources,
         OutputFile::Part part = OutputFile::Part::anew);

  /// The first change to what is there.
  void begin(Quarantine::Begin how);
  /// What was skipped is on the disk: before the output is called whole.
  void settle();

  /// What harvests of the run share. Throws UsageError for an unknown syntax.
  [[nodiscard]] Harvester harvester(const HarvestWish& wish, Workshop& shop,
                                    std::stop_token stop);

  /// An outlet for one dataset, of the form of the output. `path`: a file that outlives
  /// the run if it is broken off; empty: none.
  [[nodiscard]] std::unique_ptr<Outlet> outlet(const std::string& path) const;

  /// Calls `note` with the descriptor of what is written to, where it is a file or the
  /// standard output.
  void note_origin(const std::function<void(int)>& note) const;

  OutputFile output;
  ShorteningPtr shortening;               ///< of JSON-LD; null: none
  std::unique_ptr<TemporaryFiles> files;  ///< of a sink that sorts
  TableSink* table = nullptr;             ///< the sink, if it makes a table
  std::unique_ptr<QuadSink> sink;
  TextOutput texts;
  std::unique_ptr<Quarantine> quarantine;

 private:
  const OutputOptions& options_;
  const std::vector<std::string>& sources_;
};

/// From whom on the web an input is, as `holder_of`: of a URL its host; of a file those
/// that its mark (`note_web_origin`) or the state of a fetch beside it names. An empty
/// one: from the web, and not known from whom. None: nothing says that it is not the
/// user's own.
[[nodiscard]] std::vector<std::string> web_holders(const std::string& input);

/// Marks the output `descriptor` as made of these inputs, in an extended attribute that
/// stays with the file whatever it is called. To be called before anything is written:
/// what a file has already keeps its mark beside the new one, and a mark that is of
/// nothing in it any more is taken away. What is no regular file, or in a file system
/// without such attributes, stays unmarked.
void note_web_origin(int descriptor, const std::vector<std::string>& inputs);

/// Adds to the mark that some of it is from the web, and not known from whom.
void note_unknown_origin(int descriptor);

}  // namespace semsite
