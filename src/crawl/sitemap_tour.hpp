#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "crawl/retrieve.hpp"
#include "crawl/sitemap_watch.hpp"
#include "discover/site_profile.hpp"
#include "discover/sitemap_reader.hpp"

namespace semsite {

/// Goes through sitemaps and the sitemaps that they name, each once, by its final URL.
class SitemapTour {
 public:
  /// `watch` is told of every sitemap; may be null.
  SitemapTour(Retriever& retriever, std::uint64_t max_sitemaps, SitemapWatch* watch);

  /// Reads the sitemap at `url` and, if it is an index, its children down to
  /// `limits.sitemap_depth`. `named_by`: who named it; `announced`: origin whose
  /// robots.txt led here. What was learnt goes to `facts()` and `datasets()`.
  void visit(const std::string& url, const std::string& named_by,
             const std::string& announced);

  /// Like `visit`, for a document that is at hand already. The summary's kind stays
  /// unknown if it is no sitemap; then nothing was recorded.
  SitemapSummary visit_body(Retrieved got, const std::string& named_by,
                            const std::string& announced);

  [[nodiscard]] std::vector<SitemapFact>& facts() { return facts_; }
  [[nodiscard]] std::vector<DatasetFact>& datasets() { return datasets_; }
  [[nodiscard]] std::uint64_t pages() const { return pages_; }
  /// Entries under no prefix of a dataset of their own sitemap.
  [[nodiscard]] PageGroup& loose_pages() { return loose_pages_; }
  /// Datasets were left out because of `limits.site_datasets`.
  [[nodiscard]] bool datasets_cut() const { return datasets_cut_; }
  [[nodiscard]] bool cut_short() const { return cut_short_; }

 private:
  struct Stop {
    std::string url, named_by, announced;
    std::uint32_t depth = 0;
  };
  void visit_all(std::vector<Stop> stops);
  SitemapSummary read(Retrieved got, const Stop& stop, std::vector<Stop>& next);

  Retriever& retriever_;
  std::uint64_t max_sitemaps_;
  SitemapWatch* watch_;
  std::set<std::string, std::less<>> seen_;
  std::vector<SitemapFact> facts_;
  std::vector<DatasetFact> datasets_;
  std::uint64_t pages_ = 0;
  PageGroup loose_pages_;
  std::size_t seeds_ = 0;  ///< pages kept as seeds of datasets
  bool datasets_cut_ = false;
  bool cut_short_ = false;
};

}  // namespace semsite
