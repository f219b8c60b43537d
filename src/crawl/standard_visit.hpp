#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "crawl/harvest.hpp"
#include "crawl/standard_tour.hpp"
#include "parse/standard_location.hpp"

namespace semsite {

/// Which Standard-Sitemaps the visits of a crawl follow, and how far. References outlive
/// it.
struct StandardScope {
  StandardTour& tour;
  /// May a file of a Standard-Sitemap be asked for? Called from several threads.
  std::function<bool(const std::string& url)> wants{};
  /// May one of its pages be crawled? Called from several threads.
  std::function<bool(const std::string& url)> follow{};
};

/// The part of one visit of a page that is about its Standard-Sitemap: looks where the
/// page says one is, gets it, and says so in the graph of the page; and where the visited
/// document is one itself, walks through it.
class StandardVisit {
 public:
  /// `scope`: null if Standard-Sitemaps are not followed; then nothing is done.
  explicit StandardVisit(const StandardScope* scope) : scope_(scope) {}

  /// What came of `url` when a page named it; nothing if it must be asked for.
  [[nodiscard]] std::optional<Retrieved> held(const std::string& url);

  /// Looks at the header that came with a page, and has `job` look at the page.
  void watch(Harvest& job, const Retrieved& got, const Harvester& harvester);

  /// Is the document, which begins with `head`, a Standard-Sitemap?
  [[nodiscard]] bool is_one(const Retrieved& got, std::string_view head,
                            const Harvester& harvester) const;
  /// Reads it instead of harvest(); `offer` is told the URLs of its pages.
  [[nodiscard]] HarvestReport harvest(
      Harvest job, const Harvester& harvester,
      const std::function<void(std::string_view url)>& offer);

  /// Gets what the page names, after it was read, and says so: to the sink, and in
  /// `report`. The URL of its Standard-Sitemap, to be visited; empty if it has none.
  [[nodiscard]] std::string conclude(const Origin& origin, const Harvester& harvester,
                                     HarvestReport& report);

 private:
  const StandardScope* scope_;
  std::optional<StandardLocation> found_;
  PageWatch watch_;
};

/// Do these bytes begin a Standard-Sitemap?
[[nodiscard]] bool is_standard_sitemap(std::unique_ptr<ByteSource> bytes);

/// What a page says of its Standard-Sitemap, for a plan. `bytes` are read to their end
/// only if they are HTML.
[[nodiscard]] std::optional<StandardLocation> standard_location_of(
    const ResponseHead& head, const std::string& url, std::unique_ptr<ByteSource> bytes,
    const Limits& limits, Strictness strictness);

}  // namespace semsite
