#pragma once

#include "crawl/dataset_run.hpp"
#include "crawl/option_run.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// Harvests one endpoint of `option`, or asks it for one resource: the next one when it
/// does not give everything.
[[nodiscard]] OptionRun run_endpoints(const DatasetPlan& plan, const AccessOption& option,
                                      Fetch& fetch, Destination& to);

/// Asks the endpoint `source.url` to DESCRIBE the resources that the plan is for, one by
/// one, into the open section of the output. What a description has is the endpoint's
/// choice, and cannot be counted.
void describe_resources(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                        SourceReport& source);

}  // namespace semsite
