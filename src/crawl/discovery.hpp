#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/authority.hpp"
#include "crawl/description_tour.hpp"
#include "crawl/dump_list.hpp"
#include "crawl/probe_options.hpp"
#include "crawl/retrieve.hpp"
#include "crawl/sitemap_tour.hpp"
#include "crawl/sparql_ask.hpp"
#include "discover/feed_links.hpp"
#include "discover/site_profile.hpp"
#include "fetch/body.hpp"
#include "report/console.hpp"

namespace semsite {

struct DumpList;

/// One run of discovery for one entry URL. What it refers to outlives it.
class Discovery {
 public:
  Discovery(Retriever& retriever, Console& console, const ProbeOptions& options,
            SitemapWatch* watch);

  [[nodiscard]] SiteProfile run(const std::string& entry);

 private:
  /// Whether a page leads on to the robots.txt of its site.
  enum class AskSite { yes, no };

  void ask_robots(const std::string& url);
  [[nodiscard]] bool has_no_list();
  [[nodiscard]] bool names_no_list();
  void guess(const std::string& entry);
  void look_for_sitemap(const std::string& entry, std::span<const SitemapFact> named);
  [[nodiscard]] bool lists_nothing_yet() const;
  [[nodiscard]] bool names_standard_sitemap() const;
  void ask_well_known();
  void look_at(const std::string& url, AskSite ask_site);
  void tell_site_instead(const std::string& url, DocumentLook look,
                         const std::string& problem);
  void look_at_local(const std::string& url);
  void refuse_changes(Retrieved got);
  void read_robots_body(Retrieved got, const std::string& url);
  void read_description(Retrieved got, const std::string& url);
  /// What a page was found to be.
  enum class PageRead : std::uint8_t {
    taken,   ///< it names or describes data
    other,   ///< none of the pages that do
    broken,  ///< nobody knows
  };
  [[nodiscard]] PageRead read_page(Retrieved got, const std::string& url);
  [[nodiscard]] bool take(DescriptionFindings found);
  void take(DumpList list, const std::string& url);
  void fail_description(const std::string& url, const std::string& problem);
  void add_dump(const std::string& url);
  [[nodiscard]] bool take_endpoint(const std::string& url);
  void look_for_standard_sitemap(const ResponseHead& head, const std::string& page,
                                 std::unique_ptr<ByteSource> bytes);
  /// Notes what could not be learnt.
  void miss(std::string_view code, std::string text);
  void tell_folder();
  void list_pages();
  void visit_feeds();
  void tell_feeds();
  void collect();
  void expand_lists();
  void describe_datasets();
  void describe(DatasetFact& dataset);
  void count_beside();
  void say_nothing_found();

  Retriever& retriever_;
  Console& console_;
  const ProbeOptions& options_;
  SitemapWatch* watch_;
  SitemapTour tour_;
  DescriptionTour descriptions_;
  AuthorityCheck authority_;
  SiteProfile profile_;
  std::vector<std::string> pages_;  ///< that the user named, to be crawled
  /// One that describes datasets: it is read if none of these can be had whole.
  std::string reserve_;
  bool names_nothing_ = false;
  bool is_guessed_ = false;    ///< what was guessed speaks for the site
  std::string guess_problem_;  ///< why what was guessed is of no use
  /// Why what may be an endpoint gave no rows, the last one that was asked.
  std::optional<SparqlFailure> silent_endpoint_{};
  SiteProblem page_problem_{};  ///< why the entry page of the site could not be had
  bool refused_ = false;        ///< the site's robots.txt could not be had
  bool is_page_ = false;        ///< what the user named is an HTML page
  std::string page_url_;        ///< its URL after redirects, if it is to be read
  FeedLinks feeds_;             ///< that it names
  std::string feeds_page_;      ///< its URL after redirects
};

/// The capability lists of ResourceSync that a page names (Z39.99 §"Discovery"): targets
/// of `resourcesync` in its header or its `<link>`s, absolute, each once, at most 10.
/// `text`: the page; `url`: where it came from.
[[nodiscard]] std::vector<std::string> resource_sync_links(const ResponseHead& head,
                                                           std::string_view text,
                                                           const std::string& url);

}  // namespace semsite
