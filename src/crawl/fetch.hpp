#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "crawl/document_folder.hpp"
#include "crawl/entry_targets.hpp"
#include "crawl/graph_claims.hpp"
#include "crawl/page_crawl.hpp"
#include "crawl/parse_slots.hpp"
#include "crawl/retrieve.hpp"
#include "crawl/standard_tour.hpp"
#include "report/console.hpp"
#include "state/listed_pages.hpp"
#include "state/run_state.hpp"

namespace semsite {

/// One fetch: what getting its sites, datasets and ways has in common, wherever their
/// quads go (`Destination`). References outlive it.
struct Fetch {
  Retriever& retriever;
  Console& console;
  RunState& state;
  ListedPages& listed;
  ParseSlots& slots;
  RunState::Run run;  ///< which of the state's runs this is
  std::stop_token stop;
  PageCrawlRules rules{};
  EntryPolicy entries{};
  GraphClaimRule graph_claims{};
  DocumentFolder* documents = nullptr;  ///< `--documents`
  StandardTour* standard = nullptr;     ///< null: no Standard-Sitemap is followed
  /// What ends the run before its time: why, once it has; empty before.
  struct Budget {
    std::function<std::string()> reason{};
    std::uint64_t max_bytes = 0;  ///< 0: no bound
  };
  Budget budget{};
  /// Is told the key of each crawl, and each site's entries, that this process comes to.
  /// Thread-safe.
  std::function<void(const std::string& key)> come_to{};
  /// Ends the run early: an output cannot be written. Thread-safe.
  std::function<void()> give_up{};
  bool several = false;  ///< crawls in this run, which may come to the same pages
};

}  // namespace semsite
