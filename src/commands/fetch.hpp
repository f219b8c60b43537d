#pragma once

#include <stop_token>

#include "commands/options.hpp"
#include "crawl/crawl.hpp"

namespace semsite {

/// `semsite fetch`: plans, gets, writes, reports. Gives the exit status; throws RunError.
[[nodiscard]] int run_fetch(const Options& options, const std::stop_token& stop);

/// What `plan` and `fetch` ask discovery for.
[[nodiscard]] PlanJob plan_job_of(const Options& options);

}  // namespace semsite
