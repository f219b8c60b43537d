#pragma once

#include "crawl/dataset_run.hpp"

namespace semsite {

/// The code of what a budget broke off; `run.interrupted` is for the user and signals.
inline constexpr std::string_view kBudgetCode = "run.budget";

/// If a budget ended the run, `source` says so instead of "interrupted"; of a file that
/// is longer than all of `--max-bytes`, also that it will never come whole.
void name_the_budget(SourceReport& source, const Fetch& fetch);

}  // namespace semsite
