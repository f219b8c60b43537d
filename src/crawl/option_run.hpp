#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crawl/dataset_run.hpp"

namespace semsite {

/// How one way of a dataset came out.
struct OptionRun {
  std::vector<SourceReport> sources;
  bool good = false;      ///< everything came; at most single statements were skipped
  bool complete = false;  ///< everything came and nothing was skipped
  std::uint64_t quads = 0;
  bool former_stays = false;         ///< of something that could not be had now
  std::vector<std::string> notes{};  ///< what is otherwise than said, and no failure
};

/// Tries one way of `plan`, which writes into the output's open section. `revocable`: may
/// that yet be taken back?
[[nodiscard]] OptionRun run_option(const DatasetPlan& plan, const AccessOption& option,
                                   Fetch& fetch, Destination& to,
                                   Revocable revocable = Revocable::no);

}  // namespace semsite
