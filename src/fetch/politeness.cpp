#include "fetch/politeness.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "fetch/address_policy.hpp"

namespace semsite {
namespace {

constexpr std::chrono::milliseconds kDefaultDelay{500};

}  // namespace

struct Politeness::Host {
  bool loopback = false;
  std::deque<Waiting> waiting;
  unsigned running = 0;
  unsigned unsent = 0;     ///< of the running ones, those still connecting
  unsigned exclusive = 0;  ///< of the running ones, those with a crawl delay
  std::optional<Clock::Time> last_start;
  std::optional<Clock::Time> last_end;
  Clock::Time held_until = Clock::Time::min();
  Clock::Time waits_since = Clock::Time::min();
  std::uint64_t last_turn = 0;
  std::optional<Turn> in_ready;  ///< its key in `ready_`
};

Politeness::Politeness(PolitenessRules rules, const Clock& clock)
    : rules_(rules), clock_(clock) {}

Politeness::~Politeness() = default;

Politeness::Host& Politeness::host_of(const std::string& name) {
  if (const auto found = names_.find(name); found != names_.end()) return *found->second;
  auto host = std::make_unique<Host>();
  host->loopback = is_loopback_host(name);
  host->last_turn = ++turns_;  // new hosts come in their order, and no tie is left
  Host& out = *host;
  names_.emplace(name, &out);
  hosts_.emplace(&out, std::move(host));
  return out;
}

Politeness::Milliseconds Politeness::own_delay(const Host& host) const {
  if (rules_.delay) return *rules_.delay;
  return host.loopback ? Milliseconds{0} : kDefaultDelay;
}

/// When the first waiting request may start if nothing else happens; nothing if another
/// one has to end first.
std::optional<Clock::Time> Politeness::start_time(const Host& host) const {
  if (host.waiting.empty() || host.exclusive > 0 ||
      host.running >= std::max(1U, rules_.connections))
    return std::nullopt;
  const Milliseconds crawl_delay = host.waiting.front().crawl_delay;
  const Milliseconds delay = std::max(own_delay(host), crawl_delay);
  if (delay > Milliseconds{0} && host.unsent > 0) return std::nullopt;
  Clock::Time at = std::max(host.held_until, host.waits_since);
  if (host.last_start) at = std::max(at, *host.last_start + delay);
  if (crawl_delay > Milliseconds{0}) {
    if (host.running > 0) return std::nullopt;
    if (host.last_end) at = std::max(at, *host.last_end + delay);
  }
  return at;
}

void Politeness::reschedule(Host& host) {
  if (host.in_ready) ready_.erase({*host.in_ready, &host});
  host.in_ready.reset();
  if (const auto at = start_time(host)) {
    host.in_ready = Turn{*at, host.last_turn};
    ready_.insert({*host.in_ready, &host});
  }
}

void Politeness::enqueue(Ticket ticket, const std::string& name,
                         Milliseconds crawl_delay) {
  Host& host = host_of(name);
  if (host.waiting.empty()) host.waits_since = clock_.now();
  host.waiting.push_back({ticket, crawl_delay});
  places_.emplace(
      ticket,
      Place{.host = &host, .running = false, .sent = false, .crawl_delay = crawl_delay});
  reschedule(host);
}

std::optional<Politeness::Ticket> Politeness::next() {
  if (ready_.empty() || running_ >= std::max(1U, rules_.parallel)) return std::nullopt;
  const Clock::Time now = clock_.now();
  const auto [turn, first] = *ready_.begin();
  if (turn.first > now) return std::nullopt;
  Host& host = *first;
  const Waiting chosen = host.waiting.front();
  host.waiting.pop_front();
  host.last_start = now;
  host.waits_since = now;
  host.last_turn = ++turns_;
  ++host.running;
  ++host.unsent;
  ++running_;
  if (chosen.crawl_delay > Milliseconds{0}) ++host.exclusive;
  places_.at(chosen.ticket).running = true;
  reschedule(host);
  return chosen.ticket;
}

std::optional<Clock::Time> Politeness::due() const {
  if (ready_.empty() || running_ >= std::max(1U, rules_.parallel)) return std::nullopt;
  return ready_.begin()->first.first;
}

void Politeness::sent(Ticket ticket) {
  const auto found = places_.find(ticket);
  if (found == places_.end() || !found->second.running) return;
  if (std::exchange(found->second.sent, true)) return;
  Host& host = *found->second.host;
  --host.unsent;
  host.last_start = clock_.now();
  reschedule(host);
}

void Politeness::finish(Ticket ticket) {
  const auto found = places_.find(ticket);
  if (found == places_.end()) return;
  const Place place = found->second;
  places_.erase(found);
  Host& host = *place.host;
  if (place.running) {
    --host.running;
    --running_;
    if (!place.sent) --host.unsent;
    if (place.crawl_delay > Milliseconds{0}) --host.exclusive;
    host.last_end = clock_.now();
  } else {
    std::erase_if(host.waiting, [&](const Waiting& w) { return w.ticket == ticket; });
  }
  reschedule(host);
}

void Politeness::hold(const std::string& name, Milliseconds pause) {
  Host& host = host_of(name);
  host.held_until = std::max(host.held_until, clock_.now() + pause);
  reschedule(host);
}

void Politeness::share(const std::string& name, const std::string& address) {
  Host& host = host_of(name);
  if (is_loopback_host(address)) host.loopback = true;
  const auto known = names_.find(address);
  if (known == names_.end()) {
    names_.emplace(address, &host);
    reschedule(host);
  } else if (known->second != &host) {
    merge(host, *known->second);
  }
}

void Politeness::merge(Host& from, Host& into) {
  if (from.in_ready) ready_.erase({*from.in_ready, &from});
  into.loopback = into.loopback || from.loopback;
  if (into.waiting.empty()) into.waits_since = from.waits_since;
  into.waiting.insert(into.waiting.end(), from.waiting.begin(), from.waiting.end());
  into.running += from.running;
  into.unsent += from.unsent;
  into.exclusive += from.exclusive;
  into.last_start = std::max(into.last_start, from.last_start);
  into.last_end = std::max(into.last_end, from.last_end);
  into.held_until = std::max(into.held_until, from.held_until);
  for (auto& [ticket, place] : places_)
    if (place.host == &from) place.host = &into;
  for (auto& [name, host] : names_)
    if (host == &from) host = &into;
  hosts_.erase(&from);
  reschedule(into);
}

}  // namespace semsite
