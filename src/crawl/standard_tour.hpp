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

}  // namespace semsite
