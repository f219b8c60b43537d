#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/dataset_run.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// How one way of a dataset came out.
struct OptionRun {
  std::vector<SourceReport> sources;
  bool good = false;      ///< everything came; at most single statements were skipped
  bool complete = false;  ///< everything came and nothing was skipped
  bool came_without_rdf = false;  ///< what came are pages that need hold none
  std::uint64_t quads = 0;
  bool former_stays = false;         ///< of something that could not be had now
  std::vector<std::string> notes{};  ///< what is otherwise than said, and no failure
};

/// Tries one way of `plan`, which writes into the output's open section. `revocable`: may
/// that yet be taken back?
[[nodiscard]] OptionRun run_option(const DatasetPlan& plan, const AccessOption& option,
                                   Fetch& fetch, Destination& to,
                                   Revocable revocable = Revocable::no);

/// What the place of a document makes of its bytes. The same bytes say other things
/// somewhere else if they hold relative references (RFC 3986 §5.1), or if the place names
/// their graph: two documents of the same bytes and the same sum have the same quads, but
/// for the names of blank nodes. Thread-safe.
class PlaceSum {
 public:
  void add(const QuadBatch& batch);

  /// A few characters, the same in every run; nothing, if the place makes no difference.
  [[nodiscard]] std::string text() const;

 private:
  std::atomic<std::uint64_t> sum_{0};
};

/// The code of what a budget broke off; `run.interrupted` is for the user and signals.
inline constexpr std::string_view kBudgetCode = "run.budget";

/// If a budget ended the run, `source` says so instead of "interrupted"; of a file that
/// is longer than all of `--max-bytes`, also that it will never come whole.
void name_the_budget(SourceReport& source, const Fetch& fetch);

}  // namespace semsite
