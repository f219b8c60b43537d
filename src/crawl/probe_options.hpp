#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crawl/entry_targets.hpp"
#include "crawl/well_known.hpp"
#include "reading/parse_settings.hpp"
#include "state/run_state.hpp"

namespace semsite {

struct ProbeOptions {
  std::uint64_t max_sitemaps = 1000;  ///< per site
  bool guess = false;                 ///< also try conventional locations
  /// Read what the IRIs of datasets lead to even where a sitemap names a way.
  bool describe = false;
  /// Hosts (`host`, `host:port`) or schemes (`urn:`) whose names any site may use.
  std::vector<std::string> trusted{};
  /// Ask whether names of other hosts redirect to the site, or are described there.
  bool looks_at_names = true;
  /// Globs on URLs of what the user wants (plan/scope.hpp).
  std::vector<std::string> include{}, exclude{};
  /// What of the entries of sitemaps the user wants: what is not is not missing.
  EntryPolicy entries{};
  std::optional<std::int64_t> since{};
  /// Where confirmations of other hosts are kept; null: nowhere.
  RunState* state = nullptr;
  /// For reading descriptions.
  ParseSettings parse{};
  /// Shared by all sites of a run; copies share it.
  std::shared_ptr<WellKnownVoid> well_known = std::make_shared<WellKnownVoid>();
};

}  // namespace semsite
