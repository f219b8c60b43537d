#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/mutex.hpp"
#include "crawl/harvest.hpp"
#include "crawl/retrieve.hpp"
#include "parse/standard_location.hpp"
#include "parse/standard_walk.hpp"

namespace semsite {

/// What asking for one file of a Standard-Sitemap gave.
struct StandardAnswer {
  std::shared_ptr<const StandardFile> file;  ///< null: none, or none that can be read
  ResponseHead head;
  std::string url;            ///< after redirects
  std::string code, problem;  ///< why there is no file
  FaultCounts faults;         ///< of the file itself
  std::uint64_t skipped = 0;
  bool cancelled = false;
};

/// Gets the files of Standard-Sitemaps: each URL at most once in a run, however many
/// pages and files name it. Thread-safe.
class StandardTour {
 public:
  struct Settings {
    StandardWalkOptions walk{};
  };
  explicit StandardTour(Retriever& retriever, Settings settings)
      : retriever_(retriever), settings_(settings) {}

  /// The file at `url`, asked for if nobody did before. Never null. The reading is that
  /// of the first who asks.
  [[nodiscard]] std::shared_ptr<const StandardAnswer> file(const std::string& url,
                                                           NamedBy named_by,
                                                           const Harvester& reading);
  /// The same, if it is there already.
  [[nodiscard]] std::shared_ptr<const StandardAnswer> known(const std::string& url);

  /// Writes the Standard-Sitemap whose root file is `root`: the quads of each file as a
  /// document of its own. `take_page` is told the URLs of its pages; `wants`: may this
  /// file be asked for? `job`: where the root came from, and who watches.
  [[nodiscard]] HarvestReport harvest(
      const Harvest& job, const Harvester& harvester, const StandardAnswer& root,
      const std::function<bool(const std::string& url)>& wants,
      const std::function<void(const std::string& url)>& take_page);

  /// Takes a file that came in another way, for those who ask for it later.
  std::shared_ptr<const StandardAnswer> keep(const std::string& url,
                                             StandardAnswer answer);

  /// Reads a file from its bytes. Never throws DocumentError.
  [[nodiscard]] static StandardAnswer read(ByteSource& bytes, const std::string& url,
                                           const std::string& content_type,
                                           const Harvester& reading);

 private:
  using Answer = std::shared_ptr<const StandardAnswer>;

  [[nodiscard]] Answer fetch(const std::string& url, NamedBy named_by,
                             const Harvester& reading);
  void remember(const std::string& key, const Answer& answer) SEMSITE_REQUIRES(mutex_);
  void weigh(const std::string& key, const StandardAnswer& answer)
      SEMSITE_REQUIRES(mutex_);

  Retriever& retriever_;
  Settings settings_;
  Mutex mutex_;
  std::map<std::string, std::shared_future<Answer>, std::less<>> answers_
      SEMSITE_GUARDED_BY(mutex_);
  /// of them, oldest first
  std::deque<std::pair<std::string, std::size_t>> kept_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t elements_ SEMSITE_GUARDED_BY(mutex_) = 0;
};

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
