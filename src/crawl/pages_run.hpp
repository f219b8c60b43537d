#pragma once

#include "crawl/dataset_run.hpp"

namespace semsite {

/// Crawls the pages of `plan` and sums up in `source` what came of them; what they gave
/// goes to the output. `source` is one row for all of them, as the plan made it.
void run_pages(const DatasetPlan& plan, const RunMeans& means, SourceReport& source);

}  // namespace semsite
