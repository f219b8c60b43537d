#pragma once

#include "crawl/dataset_run.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// Asks the endpoint `source.url` to DESCRIBE the resource that the plan is for, into the
/// open section of the output. What a description has is the endpoint's choice, and
/// cannot be counted.
void describe_resource(const DatasetPlan& plan, const RunMeans& means,
                       SourceReport& source);

}  // namespace semsite
