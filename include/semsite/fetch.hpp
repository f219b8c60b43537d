#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "semsite/outcome.hpp"
#include "semsite/plan.hpp"
#include "semsite/quads.hpp"
#include "semsite/web.hpp"

// All data of sites, by the least intrusive way, into a function of your own.

namespace semsite {

/// How a fetch is done, besides what is wanted (`PlanOptions`) and how the web is asked
/// (`WebOptions`).
struct FetchOptions {
  /// The graph of each quad: "auto" (the data's own; else the dataset's, of a page the
  /// page's), "own" (the data's own; else the default graph), "source" (URL of the
  /// document), "dataset", "none", or a pattern such as "{site}/graph".
  std::string graph = "auto";
  std::uint64_t max_pages = 10'000;     ///< of one crawl
  std::uint64_t max_bytes = 0;          ///< of download, then the run ends; 0: no bound
  std::optional<double> max_seconds{};  ///< then the run ends
  unsigned workers = 0;                 ///< threads that parse; 0: one for each core
};

/// How one dataset came out.
struct FetchedDataset {
  std::string name, iri, site;  ///< as planned
  std::optional<Way> way{};     ///< that gave the data; nothing: none did
  bool is_complete = false;
  bool was_reached = true;  ///< false: the run ended before it
  std::uint64_t quads = 0;
  std::vector<std::string> missing{};  ///< parts that the way does not give
};

/// How one source came out: a dump, an endpoint, the pages under a prefix …
struct FetchedSource {
  std::optional<std::size_t> dataset{};  ///< its place in FetchResult::datasets
  std::string url, way;
  Outcome outcome = Outcome::not_tried;
  /// Why it is not whole; empty if it is, or if only statements were skipped (`faults`).
  std::string code, problem;
  std::uint64_t quads = 0;                                     ///< handed to the taker
  std::uint64_t bytes = 0;                                     ///< downloaded
  std::map<std::string, std::uint64_t, std::less<>> faults{};  ///< counts by code
};

/// The account of a fetch: what came from where, and what is missing.
struct FetchResult {
  /// Everything that was planned is there, nothing was skipped, and nothing else is known
  /// to be there.
  bool is_complete = false;
  bool is_interrupted = false;  ///< by `WebOptions::stop`
  bool ended_by_bound = false;  ///< `max_bytes` or `max_seconds`; `problems` says which
  std::uint64_t quads = 0;      ///< handed to the taker
  std::uint64_t requests = 0, bytes = 0;
  std::vector<FetchedDataset> datasets{};
  std::vector<FetchedSource> sources{};
  std::vector<std::string>
      problems{};      ///< what keeps it from being complete, beside them
  std::string json{};  ///< the report (docs/report.md has its schema)
};

/// Gets all data of the sites that `urls` name (see `plan`), and gives it to `take`.
///
/// `take` is called on one thread at a time, which is not the caller's, and only with
/// quads that are settled: what one way or mirror gave before another one had to be asked
/// waits in a temporary file (in `$TMPDIR` or /tmp), and does not reach it. Each quad has
/// its graph; blank nodes have labels that are the same nowhere else in the run, under
/// one scope. Quads of one document are not told apart (`Quads::document` is empty): ask
/// for `graph = "source"`.
///
/// Nothing is kept between calls: to refresh, or to go on after a kill, use the program.
/// What sites do wrong is no exception but stands in the result. Throws UsageError for an
/// option or URL that is none, RunError when a temporary file cannot be written, and what
/// `take` throws, after the run was ended for it; to end it and keep the account, use
/// `WebOptions::stop`: what is settled by then is handed over still. May be called from
/// several threads.
[[nodiscard]] SEMSITE_API FetchResult fetch(const std::vector<std::string>& urls,
                                            const TakeQuads& take,
                                            const PlanOptions& wanted = {},
                                            const WebOptions& web = {},
                                            const FetchOptions& options = {});

}  // namespace semsite
