#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "state/crawl_of_run.hpp"
#include "state/page_state.hpp"
#include "store/database.hpp"

namespace semsite {

/// Which page of a crawl has the quads of a document that several pages lead to, by
/// redirects: in the state those that have ended, in memory those that have not.
///
/// Part of a `PageTable`: whoever calls holds the mutex of the database.
class DocumentHolders {
 public:
  explicit DocumentHolders(Database& database) : database_(database) {}

  /// How a page stands that has `document` in this run, or will be asked for it.
  [[nodiscard]] std::optional<PageState> holder_of(CrawlOfRun of,
                                                   std::string_view document);
  /// As `PageTable::claim` says.
  [[nodiscard]] bool claim(CrawlOfRun of, std::int64_t page, std::string_view document);
  /// What the page claimed is its own from now on, if it was `had`. If not, the pages
  /// that were passed over for it wait again: gives their URLs.
  [[nodiscard]] std::vector<std::string> settle(CrawlOfRun of, std::int64_t page,
                                                bool had);
  /// Pages that were passed over for a document that no page of this run gives after all
  /// wait then: gives their URLs, each a few times at most.
  [[nodiscard]] std::vector<std::string> wake_passed_over(CrawlOfRun of);
  /// Forgets quads of earlier runs that another page has had anew in this one.
  void drop_superseded(CrawlOfRun of);

 private:
  Database& database_;
  /// Documents of pages that have not ended yet.
  std::unordered_map<std::string, std::int64_t> claims_
      SEMSITE_GUARDED_BY(database_.mutex());
  /// How often.
  std::unordered_map<std::int64_t, unsigned> woken_ SEMSITE_GUARDED_BY(database_.mutex());
};

}  // namespace semsite
