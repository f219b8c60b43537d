#pragma once

#include <string>

#include "crawl/dataset_run.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// Gets everything that the plan's graph, or graphs, hold at the endpoint `source.url`,
/// which is the planned `endpoint`, into the open section of the output, and says in
/// `source` how it came out. Parts that an earlier process of this run has in the output
/// are not asked for again.
void harvest_endpoint(const DatasetPlan& plan, const Location& endpoint, Fetch& fetch,
                      Destination& to, SourceReport& source);

/// Did an earlier process of this run begin to harvest `endpoint`, and not come to its
/// end?
[[nodiscard]] bool is_under_way(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                                const std::string& endpoint);

/// Forgets what the state has of a harvest of `endpoint` that is over.
void forget_harvest(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                    const std::string& endpoint);

}  // namespace semsite
