#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/named_by.hpp"
#include "crawl/document_folder.hpp"
#include "crawl/harvest.hpp"
#include "crawl/lastmod_trust.hpp"
#include "plan/scope.hpp"
#include "report/statistics.hpp"
#include "state/listed_pages.hpp"
#include "state/page_table.hpp"

namespace semsite {

struct Fetch;

/// What is to be crawled, and how far.
struct PageCrawlOrder {
  std::string listing;  ///< URL that the user named, whose sitemaps' entries are pages
  std::vector<std::string> more_listings{};  ///< further ones
  std::string site;                          ///< origin; may be empty
  std::string dataset;                       ///< IRI; may be empty
  std::vector<std::string> prefixes;         ///< links that stay under one are followed
  std::vector<std::string> seeds;            ///< further pages to begin with
  NamedBy seeds_named_by = NamedBy::network();
  /// Links are followed in `scope` of these; empty: only those under `prefixes` are.
  std::vector<std::string> first_pages{};
  LinkScope scope = LinkScope::folder;
  bool takes_listed = true;        ///< begin with the entries (under a prefix, if any)
  bool takes_plain = true;         ///< plain pages among them, too (`has_own_data`)
  std::uint64_t sample_pages = 0;  ///< else so many of them, evenly spread over these:
  std::uint64_t plain_pages = 0;
  /// Of documents that a dataset of the site holds, and that are not taken; may be empty.
  std::function<bool(std::string_view url)> is_held{};
  bool listing_complete = false;  ///< every sitemap was read whole
  bool follows_standard = true;   ///< Standard-Sitemaps, if the fetch does
};

/// Bounds and manners of crawls, as the user wants them.
struct PageCrawlRules {
  std::uint64_t max_pages = 10'000;
  std::uint64_t max_found_pages = 1'000;  ///< of a crawl that follows links of pages
  std::uint32_t max_depth = 1'000;        ///< links away from the seeds
  std::vector<std::string> include{}, exclude{};
  /// Unix time, seconds; entries that say they are older are left out.
  std::optional<std::int64_t> since{};
  std::optional<std::chrono::milliseconds> delay;
  unsigned connections = 2;
  unsigned queries = 1;  ///< at once to one SPARQL endpoint
  unsigned parallel = 64;
  unsigned retry_budget = 20;  ///< failures of a host in a row
  /// Link relations whose targets are asked for, wherever they are.
  std::vector<std::string> follow{};
  bool obeys_nofollow = true;  ///< what pages ask not to be followed is not
  bool merges_same = true;     ///< `--canonical merge`: SamePages
};

/// Where the quads of pages go.
struct PageTexts {
  /// Takes the N-Quads of each page as soon as it ends, but of those of which only the
  /// header was looked at: these stay in the table; empty: nobody does.
  std::function<void(const WaitingPage& page, const PageEnd& end, std::string_view text)>
      emit{};
  bool keeps_texts = true;  ///< in the table, too
};

/// What one crawl came to besides what the table says.
struct PageCrawlResult {
  bool cut_short = false;  ///< by `max_pages`
  FaultCounts left_out;    ///< links not followed, by reason
  std::uint64_t skipped_by_lastmod = 0;
  std::uint64_t not_since = 0;     ///< entries older than `since`
  std::uint64_t out_of_scope = 0;  ///< entries left out by `include` and `exclude`
  std::uint64_t dropped = 0;       ///< pages of earlier runs that are no part any more
  std::uint64_t parked = 0;        ///< pages of hosts that were given up
  std::string trust;               ///< in `lastmod`: trust_name
};

/// Gets pages, many at once, and keeps what they gave in `table`: the entries of
/// sitemaps, and what links under the prefixes lead to. Each ends in exactly one outcome;
/// what waits when the run is stopped waits for the next one (DESIGN §4, §7). Throws
/// RunError.
[[nodiscard]] PageCrawlResult crawl_pages(const PageCrawlOrder& order, PageTable& table,
                                          const Fetch& fetch, const Harvester& harvester,
                                          const PageTexts& texts);

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
  /// Entries that were left out by `include` and `exclude`.
  [[nodiscard]] std::uint64_t out_of_scope() const { return out_of_scope_; }

 private:
  /// The entries of one worth that a URL of the user's lists.
  struct Listing {
    std::string name;
    EntryWorth worth;
  };
  /// The next entries of one listing after the other, those of them that are wanted.
  [[nodiscard]] std::vector<ListedPages::Entry> take();
  [[nodiscard]] bool is_wanted(const ListedPages::Entry& entry);
  /// Of a plain page where only a sample of them is wanted.
  [[nodiscard]] bool is_in_sample();

  const PageCrawlOrder& order_;
  const PageCrawlRules& rules_;
  PageTable& table_;
  ListedPages& listed_;
  const DocumentFolder* documents_;
  std::uint64_t run_;
  LastmodTrust trust_;
  std::vector<Listing> listings_;
  std::size_t listing_ = 0;  ///< the one being taken
  std::uint64_t met_ = 0;    ///< plain pages, of which a sample is wanted
  std::int64_t last_ = 0;    ///< entry of it
  std::uint64_t left_;
  bool done_;
  std::uint64_t skipped_by_lastmod_ = 0;
  std::uint64_t not_since_ = 0;
  std::uint64_t out_of_scope_ = 0;
};

}  // namespace semsite
