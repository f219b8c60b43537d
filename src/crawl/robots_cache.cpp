#include "crawl/robots_cache.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <utility>

#include "base/url.hpp"

namespace semsite {

RobotsCache::RobotsCache(std::string agent, Ask ask, const Limits& limits)
    : agent_(std::move(agent)), ask_(std::move(ask)), limits_(limits) {}

std::shared_ptr<const HostRobots> RobotsCache::of(const std::string& url) {
  const std::string origin = origin_of(url);
  if (origin.empty()) {
    // Local files and odd schemes have no robots.txt.
    auto local = std::make_shared<HostRobots>();
    local->fact.outcome = "local";
    return local;
  }
  // Who comes first asks; others wait for that answer, and only for that.
  std::promise<Answer> mine;
  std::shared_future<Answer> answer;
  bool asks = false;
  {
    const MutexLock lock{mutex_};
    const auto [slot, is_new] = known_.try_emplace(origin);
    if (is_new) slot->second = mine.get_future().share();
    answer = slot->second;
    asks = is_new;
  }
  if (asks) {
    try {
      mine.set_value(rules_of(ask_(site_of(url) + "/robots.txt")));
    } catch (...) {
      mine.set_exception(std::current_exception());
    }
  }
  return answer.get();
}

void RobotsCache::tell(const std::string& url, const RobotsAnswer& answer) {
  std::promise<Answer> told;
  told.set_value(rules_of(answer));
  const MutexLock lock{mutex_};
  known_.try_emplace(origin_of(url), told.get_future().share());
}

std::shared_ptr<const HostRobots> RobotsCache::rules_of(
    const RobotsAnswer& answer) const {
  auto host = std::make_shared<HostRobots>();
  host->fact.url = answer.url;
  host->fact.status = answer.status;
  host->fact.problem = answer.problem;
  // 202: it is not there yet; 226: a difference to nothing.
  const bool is_found = answer.status >= 200 && answer.status < 300 &&
                        answer.status != 202 && answer.status != 226;
  if (is_found) {
    host->rules = read_robots(answer.body, answer.url, limits_);
    host->fact.outcome = "found";
    host->fact.sitemaps = host->rules.sitemaps.size();
    host->fact.crawl_delay = robots_crawl_delay(host->rules, agent_);
    const auto most = std::chrono::duration<double>(limits_.max_delay).count();
    if (const double delay = host->fact.crawl_delay.value_or(0); delay > most) {
      host->too_slow = true;
      host->refusal = fmt::format(
          "the Crawl-delay of {} is {:.0f} s between requests, more than the {:.0f} s "
          "that are waited at most (--max-delay), so nothing of the host is asked for",
          answer.url, delay, most);
      host->fact.problem = host->refusal;
      host->code = "robots.crawl-delay";
    }
    for (const RobotsNote& note : host->rules.notes)
      if (note.code == "robots.html") {
        host->fact.problem = note.message;
        host->fact.is_page = true;
      }
  } else if (answer.status >= 400 && answer.status < 500 && answer.status != 429) {
    host->fact.outcome = "none";
    if (answer.status == 401 || answer.status == 403 || answer.status == 407)
      host->fact.problem = fmt::format(
          "{} is closed to us: status {}{}; by RFC 9309 §2.3.1.3 the rest of the host "
          "may "
          "be fetched, but may be closed as well",
          answer.url, answer.status,
          answer.status == 403 ? ", forbidden" : ", it wants a login (--user, --netrc)");
  } else {
    // 5xx, 429, endless redirects and network failures: assume complete disallow.
    host->fact.outcome = answer.ended ? "ended" : "unreachable";
    host->ended = answer.ended;
    host->deny_all = true;
    if (host->fact.problem.empty())
      host->fact.problem = fmt::format("{}: status {}", answer.url, answer.status);
    host->refusal = host->fact.problem;
    host->code =
        !answer.code.empty() ? answer.code : fmt::format("http.{}", answer.status);
    if (!answer.ended)
      host->refusal +=
          "; without its robots.txt nothing of the host may be fetched "
          "(RFC 9309 §2.3.1.4)";
  }
  return host;
}

RobotsVerdict RobotsCache::verdict(const std::string& url) {
  const std::shared_ptr<const HostRobots> host = of(url);
  if (!host->refusal.empty())
    return {.allowed = false,
            .rule = host->refusal,
            .line = 0,
            .crawl_delay = host->fact.crawl_delay};
  return robots_verdict(host->rules, agent_, url);
}

}  // namespace semsite
