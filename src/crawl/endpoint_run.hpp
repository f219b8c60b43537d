#pragma once

#include "crawl/option_run.hpp"

namespace semsite {

/// Harvests one endpoint of `option`, or asks it for one resource: the next one when it
/// does not give everything.
[[nodiscard]] OptionRun run_endpoints(const DatasetPlan& plan, const AccessOption& option,
                                      Fetch& fetch, Destination& to);

}  // namespace semsite
