#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/mutex.hpp"
#include "crawl/entry_targets.hpp"
#include "discover/site_profile.hpp"
#include "plan/scope.hpp"
#include "reading/parse_settings.hpp"
#include "state/run_state.hpp"

namespace semsite {

class HeldPages;

/// What `/.well-known/void` of each site gave, asked for once a run, whoever asks and
/// whatever came of it. Thread-safe.
class WellKnownVoid {
 public:
  struct Answer {
    std::vector<DatasetFact> datasets;
    std::vector<DescriptionFact> facts;
    std::vector<std::string> missing;  ///< why these are not all there is
    std::string unread;                ///< why it is not known what is there
  };
  using Ask = std::function<Answer(const std::string& url)>;

  /// `site`: the start of its URLs.
  [[nodiscard]] std::shared_ptr<const Answer> of(const std::string& site,
                                                 const Ask& ask) {
    std::promise<std::shared_ptr<const Answer>> promise;
    std::shared_future<std::shared_ptr<const Answer>> known;
    bool ours = false;
    {
      const MutexLock lock{mutex_};
      const auto [place, fresh] = known_.try_emplace(site);
      if (fresh) place->second = promise.get_future().share();
      known = place->second;
      ours = fresh;
    }
    if (ours) {
      try {
        promise.set_value(
            std::make_shared<const Answer>(ask(site + "/.well-known/void")));
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
    }
    return known.get();
  }

 private:
  Mutex mutex_;
  std::map<std::string, std::shared_future<std::shared_ptr<const Answer>>> known_
      SEMSITE_GUARDED_BY(mutex_);
};

/// What is tried where nothing names a sitemap.
enum class Guess : std::uint8_t {
  nothing,
  root,  ///< /sitemap.xml; if there is none, the links of the page that was named
  more,  ///< before these links, other names and the folder of that page, too
};

struct ProbeOptions {
  std::uint64_t max_sitemaps = 1000;  ///< per site
  Guess guess = Guess::nothing;
  bool endpoints = false;               ///< what the user names are SPARQL endpoints
  LinkScope scope = LinkScope::folder;  ///< `page`: nothing but the page is looked at
  /// Read what the IRIs of datasets lead to even where a sitemap names a way.
  bool describe = false;
  /// Hosts (`host`, `host:port`) or schemes (`urn:`) whose names any site may use.
  std::vector<std::string> trusted{};
  /// Ask whether names of other hosts redirect to the site, or are described there.
  bool looks_at_names = true;
  /// Globs on URLs of what the user wants (plan/scope.hpp).
  std::vector<std::string> include{}, exclude{};
  /// What of the entries of sitemaps the user wants: what is not is not missing.
  EntryPolicy entries{};
  std::optional<std::int64_t> since{};
  /// Where confirmations of other hosts are kept; null: nowhere.
  RunState* state = nullptr;
  /// Takes what came of the page that the user named, for the crawl; null: nobody does.
  HeldPages* held = nullptr;
  /// For reading descriptions.
  ParseSettings parse{};
  /// Shared by all sites of a run; copies share it.
  std::shared_ptr<WellKnownVoid> well_known = std::make_shared<WellKnownVoid>();
};

}  // namespace semsite
