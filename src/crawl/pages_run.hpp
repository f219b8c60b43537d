#pragma once

#include <string>

#include "crawl/dataset_run.hpp"
#include "crawl/graph_claims.hpp"
#include "documents/graph_policy.hpp"
#include "report/console.hpp"
#include "state/page_copies.hpp"
#include "state/page_facts.hpp"

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

/// When two crawls of a run write the same quads of a page.
[[nodiscard]] PageForms page_forms(const GraphPolicy& graph,
                                   const GraphClaimRule& claims);

/// Says that quads of a crawl, by the name of its dataset, are written by another one.
void tell_elsewhere(const PageSums& sums, const std::string& name, Console& console);

/// The quads of a crawl that was tried and is kept are its own in this run.
void take_pages(const DatasetPlan& plan, const Fetch& fetch);

}  // namespace semsite
