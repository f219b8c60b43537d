#pragma once

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>

#include "base/mutex.hpp"
#include "discover/site_profile.hpp"
#include "semsite/limits.hpp"
#include "semsite/robots.hpp"

namespace semsite {

/// What a host answered when asked for its robots.txt.
struct RobotsAnswer {
  std::string url;  ///< of the robots.txt, as asked for
  int status = 0;   ///< 0: no answer
  std::string body;
  std::string problem;  ///< why there was no answer
  bool ended = false;   ///< we stopped before it came: it says nothing of the host
  std::string code{};   ///< of `problem`
};

/// The rules of one origin, with what a plan says of them.
struct HostRobots {
  RobotsFact fact;
  Robots rules;
  bool deny_all = false;  ///< unreachable: nothing may be fetched (RFC 9309 §2.3.1.4)
  bool ended = false;     ///< the run was ended before it came; `deny_all`
  bool too_slow = false;  ///< its Crawl-delay is longer than we wait
  std::string refusal{};  ///< why nothing of the host is asked for; else empty
  std::string code{};     ///< of `refusal`
};

/// robots.txt of every origin met, asked for once a run. Thread-safe.
class RobotsCache {
 public:
  using Ask = std::function<RobotsAnswer(const std::string& robots_url)>;

  /// `agent`: our product token.
  RobotsCache(std::string agent, Ask ask, const Limits& limits);

  /// Rules for the origin of `url`, fetched if they are not known yet.
  [[nodiscard]] std::shared_ptr<const HostRobots> of(const std::string& url);

  /// Takes what the host of `url` answered when somebody else asked for its robots.txt,
  /// unless it is known already.
  void tell(const std::string& url, const RobotsAnswer& answer);

  /// May `url` be fetched? With the rule, or the reason for a refusal, as `rule`.
  [[nodiscard]] RobotsVerdict verdict(const std::string& url);

 private:
  using Answer = std::shared_ptr<const HostRobots>;
  [[nodiscard]] Answer rules_of(const RobotsAnswer& answer) const;

  std::string agent_;
  Ask ask_;
  Limits limits_;
  Mutex mutex_;
  std::map<std::string, std::shared_future<Answer>> known_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
