#pragma once

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.hpp"
#include "discover/site_profile.hpp"

namespace semsite {

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

}  // namespace semsite
