#pragma once

#include "crawl/dataset_run.hpp"

namespace semsite {

/// Adds up in `source` what came of the pages of `table`, and notes those with something
/// to say; gives the sums.
PageSums sum_up_pages(PageTable& table, SourceReport& source);

/// Crawls the pages of `plan` and sums up in `source` what came of them; what they gave
/// goes to the output. `source` is one row for all of them, as the plan made it. True if
/// it is in order that they gave no quads: they are documents to keep, another crawl of
/// the run has theirs, or they are pages of a site that nobody said held any.
bool run_pages(const DatasetPlan& plan, Fetch& fetch, Destination& to,
               SourceReport& source, Revocable revocable);

/// The quads of a crawl that was tried and is kept are its own in this run.
void take_pages(const DatasetPlan& plan, const Fetch& fetch);

}  // namespace semsite
