#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "crawl/crawl.hpp"
#include "crawl/run.hpp"
#include "semsite/plan.hpp"
#include "semsite/web.hpp"

namespace semsite {

/// What a program of somebody else's wants, checked: the sites, and how they are asked.
struct WebJob {
  PlanJob plan;
  RunRules rules;
};

/// Throws UsageError for what is none of the options, or no absolute URL.
[[nodiscard]] WebJob web_job(const std::vector<std::string>& urls,
                             const PlanOptions& wanted, const WebOptions& web);

}  // namespace semsite
