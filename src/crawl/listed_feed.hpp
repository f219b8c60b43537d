#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/document_folder.hpp"
#include "crawl/lastmod_trust.hpp"
#include "state/listed_pages.hpp"
#include "state/page_table.hpp"

namespace semsite {

struct PageCrawlOrder;
struct PageCrawlRules;

/// Makes pages of the entries of sitemaps, some thousand at a time: those that are
/// wanted, and that have not been had with the `lastmod` they have now, if that can be
/// believed. One thread. References outlive it.
class ListedFeed {
 public:
  ListedFeed(const PageCrawlOrder& order, const PageCrawlRules& rules, PageTable& table,
             ListedPages& listed, std::int64_t run, const DocumentFolder* documents);

  /// Takes more entries; gives the host of each page that waits now because of that.
  [[nodiscard]] std::vector<std::string> next();
  /// Entries that have not been taken yet.
  [[nodiscard]] std::uint64_t left() const { return done_ ? 0 : left_; }
  /// Every entry has been taken.
  [[nodiscard]] bool done() const { return done_; }
  /// Are there entries that have not been taken?
  [[nodiscard]] bool has_more();

  [[nodiscard]] LastmodTrust trust() const { return trust_; }
  [[nodiscard]] std::uint64_t skipped_by_lastmod() const { return skipped_by_lastmod_; }
  /// Entries that were left out because they say that they are older than `since`.
  [[nodiscard]] std::uint64_t not_since() const { return not_since_; }

 private:
  /// The next entries of one listing after the other.
  [[nodiscard]] std::vector<ListedPages::Entry> take();
  [[nodiscard]] bool is_wanted(const ListedPages::Entry& entry);

  const PageCrawlOrder& order_;
  const PageCrawlRules& rules_;
  PageTable& table_;
  ListedPages& listed_;
  const DocumentFolder* documents_;
  std::uint64_t run_;
  LastmodTrust trust_;
  std::vector<std::string> listings_;
  std::size_t listing_ = 0;  ///< the one being taken
  std::int64_t last_ = 0;    ///< entry of it
  std::uint64_t left_;
  bool done_;
  std::uint64_t skipped_by_lastmod_ = 0;
  std::uint64_t not_since_ = 0;
};

}  // namespace semsite
