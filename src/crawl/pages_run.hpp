#pragma once

#include "crawl/dataset_run.hpp"

namespace semsite {

/// Adds up in `source` what came of the pages of `table`, and notes those with something
/// to say; gives the sums.
PageSums sum_up_pages(PageTable& table, SourceReport& source);

/// Crawls the pages of `plan` and sums up in `source` what came of them; what they gave
/// goes to the output. `source` is one row for all of them, as the plan made it. True if
/// some of them may have held data: there are others than documents to keep, and no
/// other crawl of the run has their quads.
bool run_pages(const DatasetPlan& plan, Fetch& fetch, Destination& to,
               SourceReport& source, Revocable revocable);

/// The quads of a crawl that was tried and is kept are its own in this run.
void take_pages(const DatasetPlan& plan, const Fetch& fetch);

}  // namespace semsite
