#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/authority.hpp"
#include "crawl/retrieve.hpp"
#include "discover/paging.hpp"
#include "discover/site_profile.hpp"
#include "validate/page_check.hpp"
#include "validate/sitemap_check.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// Of the draw of one site, by its name: the same listing gives the same pages in every
/// run. `seed`: as the user says; another one gives others.
[[nodiscard]] std::uint64_t draw_seed(std::uint64_t seed, std::string_view site);

/// Checks a site: its robots.txt, all its sitemaps, the locations of its datasets, and
/// some of its pages.
class SiteCheck {
 public:
  SiteCheck(const Validation& validation, CheckedSet& checked);

  /// What the robots.txt of the site of `url` says, and everything that it leads to.
  void run(const std::string& url);
  /// A sitemap that came, and everything that it leads to.
  void run_sitemap(Retrieved got);
  /// A robots.txt that came from somewhere else than a root, and everything that it leads
  /// to.
  void run_robots(const std::string& text, const std::string& url);
  /// What robots.txt files in folders name, if there are any, and everything behind it.
  void run_named(std::vector<NamedSitemap> sitemaps, const std::string& entry);

 private:
  /// A sitemap to read, and who named it.
  struct Stop {
    std::string url;
    FindingPlace named;
    SitemapKind parent = SitemapKind::unknown;
    std::string category;  ///< of the DiWoo index above it
    std::uint32_t depth = 0;
    std::string top;        ///< the sitemap that robots.txt names, which led here
    bool of_diwoo = false;  ///< an index above it is named as DiWoo wants
    /// Where it is a further page of a list: how it was come by, those that led here, and
    /// what the one before lists.
    PageWay way = PageWay::none;
    std::vector<std::string> before{};
    std::uint64_t sign = 0;
  };
  /// A page that was drawn.
  struct Drawn {
    std::string url;
    FindingPlace named;
    std::vector<Signpost> links{};  ///< of a Signmap's entry
  };

  void check_robots_of(const std::string& url);
  void check_robots_text(const std::string& text, const std::string& url);
  /// Everything behind the sitemaps that wait.
  void follow();
  void add_stops(std::vector<NamedSitemap> sitemaps);
  void not_followed(const Stop& stop, std::string why);
  void read_sitemaps();
  void visit(const Stop& stop);
  void read(Retrieved got, const Stop& stop);
  /// The other pages of a list or feed, of which `said` is by the header.
  void add_pages(const std::string& url, const SitemapVerdict& verdict,
                 const std::vector<MoreSaid>& said, std::uint64_t sign, const Stop& stop,
                 std::vector<Stop>& next);
  /// The sitemap that most sites have, where nothing names one.
  void guess(const std::string& url);
  void check_index_name(const Stop& stop, const SitemapVerdict& verdict,
                        const std::string& url);
  void check_diwoo_name(const std::string& index);
  void check_datasets();
  void check_locations(const DatasetFact& dataset);
  void check_pages();
  Drawn* draw(const std::string& url, const FindingPlace& named);
  void check_allowed(const std::string& url, const FindingPlace& named);
  [[nodiscard]] bool is_announced(const std::string& url, const Stop& stop);
  [[nodiscard]] bool stopped() const { return validation_.stop.stop_requested(); }

  const Validation& validation_;
  CheckedSet& checked_;
  PageCheck page_;
  AuthorityCheck authority_;
  ListedUrls listed_;
  std::vector<Stop> stops_;
  std::set<std::string, std::less<>> seen_;  ///< sitemaps
  std::map<std::string, std::set<std::string>, std::less<>>
      announced_;  ///< sitemaps that the robots.txt of an origin names
  std::set<std::string, std::less<>> misnamed_;  ///< indexes, by the rules of DiWoo
  std::vector<DatasetFact> datasets_;            ///< the first of them
  std::uint64_t dataset_count_ = 0;
  std::vector<Drawn> drawn_;
  std::vector<Drawn> folder_robots_;  ///< that sitemaps list
  std::uint64_t pages_ = 0;           ///< that could be drawn
  std::mt19937_64 random_;
  std::string entry_;  ///< what the user named
  std::uint64_t sitemaps_ = 0;
};

}  // namespace semsite
