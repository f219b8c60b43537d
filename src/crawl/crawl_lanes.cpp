#include "crawl/crawl_lanes.hpp"

#include <algorithm>
#include <utility>

namespace semsite {
namespace {

/// Pages of one host that are kept at hand.
constexpr unsigned kWindow = 64;
constexpr CrawlLanes::Milliseconds kDefaultDelay{500};

}  // namespace

struct CrawlLanes::Host {
  std::string name;
  Lane* lane = nullptr;
  std::deque<WaitingPage> window;
  std::int64_t in_table = 0;  ///< waiting pages behind the window; see waiting_
};

struct CrawlLanes::Lane {
  std::vector<Host*> hosts;
  std::size_t next_host = 0;
  std::multimap<Clock::Time, Turn> retries;
  unsigned running = 0;
  unsigned failures = 0;  ///< in a row
  bool known = false;     ///< has answered once
  bool loopback = false;
  Milliseconds crawl_delay{0};
  std::optional<Clock::Time> last_start, start_before, last_end;
  Clock::Time held_until = Clock::Time::min();
  std::uint64_t last_turn = 0;
};

CrawlLanes::CrawlLanes(Rules rules, Fill fill) : rules_(rules), fill_(std::move(fill)) {}
CrawlLanes::~CrawlLanes() = default;

CrawlLanes::Host& CrawlLanes::host_of(const std::string& name) {
  std::unique_ptr<Host>& host = hosts_[name];
  if (!host) {
    host = std::make_unique<Host>();
    host->name = name;
    lanes_.push_back(std::make_unique<Lane>());
    host->lane = lanes_.back().get();
    host->lane->hosts.push_back(host.get());
  }
  return *host;
}

const CrawlLanes::Host* CrawlLanes::find(const std::string& name) const {
  const auto found = hosts_.find(name);
  return found == hosts_.end() ? nullptr : found->second.get();
}

void CrawlLanes::add(const std::string& host, std::uint64_t count) {
  host_of(host).in_table += static_cast<std::int64_t>(count);
  waiting_ += static_cast<std::int64_t>(count);
}

CrawlLanes::Milliseconds CrawlLanes::delay_of(const Lane& lane) const {
  const Milliseconds own = rules_.delay    ? *rules_.delay
                           : lane.loopback ? Milliseconds{0}
                                           : kDefaultDelay;
  return std::max(own, lane.crawl_delay);
}

/// Pages that were not asked for yet.
bool CrawlLanes::has_pages(const Lane& lane) const {
  return !closed_ && std::ranges::any_of(lane.hosts, [](const Host* host) {
    return !host->window.empty() || host->in_table > 0;
  });
}

/// When the lane may be asked next if nothing else happens.
std::optional<Clock::Time> CrawlLanes::start_time(const Lane& lane) const {
  // A host that has not answered yet is asked once: its robots.txt comes first.
  const unsigned most =
      !lane.known || lane.crawl_delay > Milliseconds{0} ? 1 : rules_.connections;
  if (lane.running >= std::max(1U, most) || is_spent(lane)) return std::nullopt;
  Clock::Time at = lane.held_until;
  if (!has_pages(lane)) {
    if (lane.retries.empty()) return std::nullopt;
    at = std::max(at, lane.retries.begin()->first);
  }
  const Milliseconds delay = delay_of(lane);
  if (lane.last_start) at = std::max(at, *lane.last_start + delay);
  if (lane.crawl_delay > Milliseconds{0} && lane.last_end)
    at = std::max(at, *lane.last_end + delay);
  return at;
}

std::optional<CrawlLanes::Turn> CrawlLanes::next(Clock::Time now) {
  for (;;) {
    Lane* chosen = nullptr;
    for (const auto& lane : lanes_) {
      const auto at = start_time(*lane);
      if (at && *at <= now && (chosen == nullptr || lane->last_turn < chosen->last_turn))
        chosen = lane.get();
    }
    if (chosen == nullptr) return std::nullopt;
    // Without a turn the table had nothing of its hosts after all: the next lane.
    if (auto turn = turn_of(*chosen, now)) return turn;
  }
}

std::optional<CrawlLanes::Turn> CrawlLanes::turn_of(Lane& lane, Clock::Time now) {
  std::optional<Turn> turn;
  if (!lane.retries.empty() && lane.retries.begin()->first <= now) {
    turn = std::move(lane.retries.begin()->second);
    lane.retries.erase(lane.retries.begin());
    --retrying_;
  }
  for (std::size_t i = 0; !closed_ && !turn && i < lane.hosts.size(); ++i) {
    Host& host = *lane.hosts[lane.next_host++ % lane.hosts.size()];
    if (host.window.empty() && host.in_table > 0) {
      for (WaitingPage& page : fill_(host.name, kWindow))
        host.window.push_back(std::move(page));
      if (host.window.empty()) {  // dealt with in another way
        waiting_ -= std::exchange(host.in_table, 0);
      } else {
        host.in_table -= static_cast<std::int64_t>(host.window.size());
      }
    }
    if (host.window.empty()) continue;
    turn = Turn{.page = std::move(host.window.front()), .host = host.name};
    host.window.pop_front();
  }
  if (!turn) return std::nullopt;
  --waiting_;
  ++lane.running;
  lane.start_before = std::exchange(lane.last_start, now);
  lane.last_turn = turn->number = ++turns_;
  return turn;
}

std::optional<Clock::Time> CrawlLanes::due() const {
  std::optional<Clock::Time> out;
  for (const auto& lane : lanes_)
    if (const auto at = start_time(*lane); at && (!out || *at < *out)) out = at;
  return out;
}

void CrawlLanes::received(const Turn& turn, const Answer& answer, Clock::Time now) {
  Lane* lane = host_of(turn.host).lane;
  lane->running -= std::min(1U, lane->running);
  if (!answer.asked) {
    // Unless another request has begun since.
    if (turn.number == lane->last_turn) lane->last_start = lane->start_before;
    return;
  }
  lane->last_end = now;
  lane->known = true;
  lane->loopback = lane->loopback || answer.loopback;
  lane->crawl_delay = std::max(lane->crawl_delay, answer.crawl_delay);
  lane->failures = answer.failed ? lane->failures + 1 : 0;
  if (answer.pause > Milliseconds{0})
    lane->held_until = std::max(lane->held_until, now + answer.pause);
  if (answer.address.empty()) return;
  const auto [known, is_new] = addresses_.emplace(answer.address, lane);
  if (!is_new && known->second != lane) merge(*lane, *known->second);
}

void CrawlLanes::merge(Lane& from, Lane& into) {
  for (Host* host : from.hosts) {
    host->lane = &into;
    into.hosts.push_back(host);
  }
  into.retries.merge(from.retries);
  into.running += from.running;
  into.failures = std::max(into.failures, from.failures);
  into.known = into.known || from.known;
  into.loopback = into.loopback || from.loopback;
  into.crawl_delay = std::max(into.crawl_delay, from.crawl_delay);
  into.start_before = into.last_turn > from.last_turn
                          ? std::max(into.start_before, from.last_start)
                          : std::max(from.start_before, into.last_start);
  into.last_start = std::max(into.last_start, from.last_start);
  into.last_turn = std::max(into.last_turn, from.last_turn);
  into.last_end = std::max(into.last_end, from.last_end);
  into.held_until = std::max(into.held_until, from.held_until);
  for (auto& [address, lane] : addresses_)
    if (lane == &from) lane = &into;
  std::erase_if(lanes_, [&](const auto& lane) { return lane.get() == &from; });
}

void CrawlLanes::again(Turn turn, Milliseconds pause, Clock::Time now) {
  Lane& lane = *host_of(turn.host).lane;
  ++turn.attempt;
  ++waiting_;
  ++retrying_;
  lane.retries.emplace(now + pause, std::move(turn));
}

void CrawlLanes::failed(const std::string& name) { ++host_of(name).lane->failures; }

void CrawlLanes::spend(const std::string& name) {
  host_of(name).lane->failures = std::max(1U, rules_.retry_budget);
}

bool CrawlLanes::is_spent(const Lane& lane) const {
  return lane.failures >= std::max(1U, rules_.retry_budget);
}

bool CrawlLanes::is_spent(const std::string& name) const {
  const Host* const host = find(name);
  return host != nullptr && is_spent(*host->lane);
}

std::vector<std::string> CrawlLanes::give_up(const std::string& name) {
  Lane& lane = *host_of(name).lane;
  std::vector<std::string> out;
  for (Host* host : lane.hosts) {
    waiting_ -= static_cast<std::int64_t>(host->window.size()) + host->in_table;
    host->window.clear();
    host->in_table = 0;
    out.push_back(host->name);
  }
  waiting_ -= static_cast<std::int64_t>(lane.retries.size());
  retrying_ -= lane.retries.size();
  lane.retries.clear();
  return out;
}

}  // namespace semsite
