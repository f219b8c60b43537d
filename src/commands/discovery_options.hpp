#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/network_options.hpp"
#include "commands/option_table.hpp"
#include "crawl/crawl.hpp"
#include "crawl/page_crawl.hpp"
#include "crawl/probe_options.hpp"
#include "plan/make_plan.hpp"

namespace semsite {

/// Which sites are looked at, how, and which way is taken.
struct DiscoveryOptions {
  std::vector<std::string> urls;       ///< of the sites, absolute, each once
  std::vector<std::string> odd_sites;  ///< lines of `--sites` that name none, and where
  PlanPolicy policy;
  ProbeOptions probe;
  bool weigh = true;
  unsigned sites_at_once = 512;
  PageCrawlRules crawl;
  std::uint64_t max_bytes = 0;  ///< of download; 0: no bound
  std::optional<double> max_seconds;
};

[[nodiscard]] OptionGroup discovery_rows();

/// Reads all but the sites; what the user names is noted in `network`. Throws UsageError.
[[nodiscard]] DiscoveryOptions read_discovery_options(const CommandLine& line,
                                                      NetworkOptions& network);

/// Reads the arguments and `--sites`, and how fast they may be asked, when everything
/// else of `network` is known. Throws UsageError.
void read_sites(const CommandLine& line, NetworkOptions& network, DiscoveryOptions& out);

/// What `plan_sites` is asked for.
[[nodiscard]] PlanJob plan_job_of(const DiscoveryOptions& options);

}  // namespace semsite
