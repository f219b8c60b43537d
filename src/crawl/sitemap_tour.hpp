#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/entry_targets.hpp"
#include "crawl/retrieve.hpp"
#include "crawl/sitemap_collector.hpp"
#include "crawl/sitemap_watch.hpp"
#include "discover/paging.hpp"
#include "discover/resource_sync.hpp"
#include "discover/site_profile.hpp"
#include "discover/sitemap_reader.hpp"

namespace semsite {

/// Goes through sitemaps and the sitemaps that they name, each once, by its final URL.
/// Documents of ResourceSync, told by their content, lead on to those that they name:
/// lists of resources give pages, change lists those that changed, resource dumps a
/// dataset whose dump is their packages.
class SitemapTour {
 public:
  /// `watch` is told of every sitemap; may be null.
  SitemapTour(Retriever& retriever, std::uint64_t max_sitemaps, SitemapWatch* watch);

  /// Tells which URLs the user does not want, and which entries: they stand beside
  /// nothing.
  void leave_out(std::function<bool(std::string_view url)> unwanted, EntryWish wish) {
    unwanted_ = std::move(unwanted);
    wish_ = std::move(wish);
  }

  /// Reads the sitemap at `url` and, if it is an index, its children down to
  /// `limits.sitemap_depth`. `named_by`: who named it; `announced`: origin whose
  /// robots.txt led here. What was learnt goes to `facts()` and `datasets()`.
  void visit(const std::string& url, const std::string& named_by,
             const std::string& announced);

  /// The same for what a link `resourcesync` or the well-known URI names: goes up to the
  /// lists that name it (`rs:ln` with `up` and `index`), too.
  void visit_resource_sync(const std::string& url, const std::string& named_by);

  /// The same for a feed that the page at `page`, which the user named, names: what it
  /// lists is new there, and nothing is said of the rest.
  void visit_feed(const std::string& url, const std::string& page);

  /// Like `visit`, for a document that is at hand already. The summary's kind stays
  /// unknown if it is no sitemap; then nothing was recorded.
  SitemapSummary visit_body(Retrieved got, const std::string& named_by,
                            const std::string& announced);

  [[nodiscard]] std::vector<SitemapFact>& facts() { return facts_; }
  [[nodiscard]] std::vector<DatasetFact>& datasets() { return datasets_; }
  [[nodiscard]] std::uint64_t pages() const { return pages_; }
  /// Those pages by the metadata of their entries.
  [[nodiscard]] std::vector<EntryGroup> entry_groups() const { return count_.groups(); }
  /// Entries under no prefix of a dataset of their own sitemap.
  [[nodiscard]] PageGroup& loose_pages() { return loose_pages_; }
  /// Entries that no dataset seems to hold, as long as not all datasets are known.
  [[nodiscard]] EntriesBeside& beside() { return beside_; }
  /// Resources that a change list says are gone, and no later list names; they were told
  /// to nobody.
  [[nodiscard]] std::vector<std::string>& deleted() { return deleted_; }
  /// Datasets were left out because of `limits.site_datasets`.
  [[nodiscard]] bool datasets_cut() const { return datasets_cut_; }
  [[nodiscard]] bool cut_short() const { return cut_short_; }

 private:
  struct Stop {
    std::string url, named_by, announced;
    std::uint32_t depth = 0;       // of indexes
    std::uint32_t sync_depth = 0;  // of documents of ResourceSync
    bool climbs = false;           // goes up as well as down
    bool is_feed = false;          // of a page that the user named
    std::string set{};             // the capability list that led here
    /// The feed that the page names, and not what that leads to.
    [[nodiscard]] bool begins_feed() const {
      return is_feed && depth == 0 && before.empty();
    }
    // Of a page of a list or feed that another page of it led to:
    PageWay way = PageWay::none;
    std::vector<std::string> before{};  // the pages that led here one after the other
    std::size_t sign = 0;               // of the last of them
  };
  void visit_all(std::vector<Stop> stops);
  [[nodiscard]] static SitemapFact fact_of(const Stop& stop);
  SitemapSummary read(Retrieved got, const Stop& stop, std::vector<Stop>& next);
  void add_next(const SitemapCollector& collector, const std::string& url,
                const Stop& stop, std::vector<Stop>& next);
  static void add_pages(const SitemapCollector& collector,
                        const std::vector<MoreSaid>& said, SitemapFact& fact,
                        const Stop& stop, std::vector<Stop>& next);
  void take_datasets(SitemapCollector& collector, const Stop& stop);
  void take_pages(SitemapCollector& collector, const Stop& stop);
  void take_changes();
  [[nodiscard]] EntryPlace place_of(std::string_view url) const;

  Retriever& retriever_;
  std::uint64_t max_sitemaps_;
  SitemapWatch* watch_;
  std::set<std::string, std::less<>> seen_;
  std::vector<SitemapFact> facts_;
  std::vector<DatasetFact> datasets_;
  PrefixIndex prefixes_;  ///< of `datasets_`
  DatasetRoom room_;
  std::uint64_t pages_ = 0;
  EntryCount count_;
  PageGroup loose_pages_;
  std::function<bool(std::string_view url)> unwanted_;
  EntryWish wish_;
  EntriesBeside beside_;
  SyncChanges changes_;
  std::vector<std::string> deleted_;
  std::map<std::string, std::size_t> dump_of_set_;  ///< place in `datasets_`
  std::size_t seeds_ = 0;                           ///< pages kept as seeds of datasets
  bool datasets_cut_ = false;
  bool cut_short_ = false;
};

}  // namespace semsite
