#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reading/outcome.hpp"

namespace semsite {

/// How many of something ended in one way.
struct EndCount {
  Outcome outcome = Outcome::not_tried;
  std::uint64_t count = 0, bytes = 0, quads = 0;
};

/// What did not work, by its code.
struct CodeCount {
  std::string code;  ///< docs/faults.md
  std::uint64_t count = 0;
  std::string example;  ///< URL of one of them
  std::string problem;  ///< of the same
};

/// Pages of one host in a crawl.
struct HostCount {
  std::string host;
  std::uint64_t done = 0, waiting = 0, failed = 0;
};

/// What a state has of one dataset: files of one way, or the pages of a crawl.
struct PartSummary {
  std::string name;           ///< dataset, or what is crawled
  std::string way;            ///< "dump", "fragments", "sparql", "crawl"
  std::uint64_t waiting = 0;  ///< pages that have not been asked for
  std::vector<EndCount> ends;
  /// Pages without, by media type.
  std::map<std::string, std::uint64_t, std::less<>> no_rdf{};
  std::vector<CodeCount> codes;  ///< the most frequent first
  std::vector<HostCount> hosts;  ///< of a crawl, the largest first
  std::uint64_t hosts_in_all = 0;
  std::int64_t last = 0;  ///< when a page was got last, in seconds since 1970; 0: unknown
};

/// How one dataset ended, as the run itself judged it.
struct DatasetEnding {
  std::string name, way;
  bool complete = false;
  std::uint64_t quads = 0;
};

/// How a run of fetch ended: what its report says.
struct RunEnding {
  std::int64_t finished = 0;  ///< seconds since 1970; 0: not noted
  int status = 0;             ///< exit status
  std::vector<DatasetEnding> datasets;
  std::vector<std::string> problems;  ///< the first hundred
};

/// What a load has done.
struct LoadSummary {
  std::string command;                                       ///< where to, and how
  std::vector<std::pair<std::string, std::int64_t>> inputs;  ///< URL; bytes, -1: unknown
  std::uint64_t batches = 0, taken = 0, refused = 0, graphs = 0;
  /// When it began, when the store took a batch last, and when it came to its end, in
  /// seconds since 1970; 0: not yet, or not noted.
  std::int64_t begun = 0, confirmed = 0, finished = 0;
};

/// The output of a fetch, held against what its state knows of it.
struct OutputStanding {
  enum class Is : std::uint8_t {
    unknown,   ///< no run has given it its name, or nobody knows where it is
    as_left,   ///< as the last run left it
    unnamed,   ///< whole, but its run was ended before it had its name
    missing,   ///< there is none
    shorter,   ///< it has fewer bytes
    replaced,  ///< it is another file, or somebody wrote to it
  };
  Is is = Is::unknown;
  std::string path;         ///< empty: unknown
  std::uint64_t bytes = 0;  ///< that it has now

  /// What a run knows of it is there.
  [[nodiscard]] bool is_there() const { return is == Is::unknown || is == Is::as_left; }
};

/// What a state file tells of its runs.
struct StateSummary {
  enum class Kind : std::uint8_t { fetch, load };
  std::string path;
  Kind kind = Kind::fetch;
  bool under_way = false;    ///< a run is using it
  bool ended = false;        ///< the last run came to its end
  bool has_run = false;      ///< a run has begun
  std::string command{};     ///< of a fetch: what makes two runs the same
  std::int64_t changed = 0;  ///< when the file was written last, seconds since 1970
  std::uint64_t bytes = 0;   ///< of the file and its log

  // Of a fetch
  std::int64_t number = 0;  ///< of the run, from 1
  std::int64_t begun = 0;   ///< seconds since 1970
  std::uint64_t output_bytes = 0;
  OutputStanding output;     ///< of a run that came to its end
  std::uint64_t listed = 0;  ///< entries of sitemaps that were noted by this run
  RunEnding ending;
  std::vector<PartSummary> parts;
  std::vector<std::string> endpoints;  ///< whose harvest is under way

  LoadSummary load;
};

/// The state that a user means who names `path`: that itself; or of an output, its part
/// or the input of a load, which are none, the one that is kept beside it (OUTPUT.state,
/// else FILE.load). `path`, if there is neither.
[[nodiscard]] std::string state_meant(const std::string& path);

/// Looks at the state of a fetch or a load without changing it, also while a run is using
/// it. Throws RunError: no such file, no state, one of another edition, damaged.
[[nodiscard]] StateSummary read_state_summary(const std::string& path);

/// URLs that the fetch was given whose state stands at `path`; none if there is no state
/// of a fetch.
[[nodiscard]] std::vector<std::string> fetched_sites(const std::string& path);

}  // namespace semsite
