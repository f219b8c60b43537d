#include "fetch/politeness.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "fetch/ip_address.hpp"

namespace semsite {
namespace {

constexpr std::chrono::milliseconds kDefaultDelay{500};

/// A server that refuses is asked at most so many times half as often, for some refuse
/// one page in ten for ever; one that is only slow fewer times: what it is asked for may
/// be more work than before.
constexpr unsigned kMostHalvings = 3;
constexpr unsigned kMostHalvingsOfTheSlow = 2;
/// What answers take varies: so many together count, and less than this above what is
/// usual is no groaning.
constexpr unsigned kAnswersTogether = 8;
constexpr std::chrono::milliseconds kNoise{100};
/// More hosts than a site has names, so that what they are asked for is alike all along.
constexpr std::size_t kSeveralSites = 4;

}  // namespace

/// How well the server of a queue bears what it is asked.
struct Groans {
  unsigned halvings = 0;
  unsigned answers = 0;  ///< of those that are counted together
  std::chrono::milliseconds took{0};
  std::optional<std::chrono::milliseconds> usual{};  ///< what they took before

  void refused() {
    halvings = std::min(halvings + 1, kMostHalvings);
    answers = 0;
    took = {};
  }
  /// `has_many`: hosts, so that what they take can be compared.
  void answered(std::chrono::milliseconds one, bool has_many) {
    took += one;
    if (++answers < kAnswersTogether) return;
    const std::chrono::milliseconds mean = std::exchange(took, {}) / answers;
    answers = 0;
    if (has_many && usual && mean > 2 * *usual && mean > *usual + kNoise) {
      halvings = std::max(halvings, std::min(halvings + 1, kMostHalvingsOfTheSlow));
    } else if (halvings > 0) {
      --halvings;
    }
    // Other work than before is usual after a while.
    usual = usual ? (3 * *usual + mean) / 4 : mean;
  }
};

/// One name that is asked.
struct Politeness::Host {
  unsigned waiting = 0;          ///< requests, barred ones too
  unsigned running = 0;          ///< requests, silent ones too
  unsigned silent = 0;           ///< of these
  unsigned silent_alone = 0;     ///< of these, those with a crawl delay
  bool has_hung = false;         ///< its last request ended without a word
  std::deque<Waiting> barred{};  ///< while one hangs, and no more may run there
};

struct Politeness::Queue {
  bool loopback = false;
  std::set<Host*> hosts{};
  Platform* platform = nullptr;
  std::deque<std::pair<Waiting, Host*>> waiting{};
  unsigned running = 0;
  unsigned unsent = 0;     ///< of the running ones, those still connecting
  unsigned exclusive = 0;  ///< of the running ones, those with a crawl delay
  std::optional<Clock::Time> last_start{};
  std::optional<Clock::Time> last_end{};
  Clock::Time held_until = Clock::Time::min();
  Clock::Time waits_since = Clock::Time::min();
  std::uint64_t last_turn = 0;
  Groans groans{};
  std::optional<Turn> turn{};  ///< its key in `ready_` or in `blocked` of its platform
};

/// An address on which many hosts stand, each with a queue of its own.
struct Politeness::Platform {
  unsigned running = 0;
  std::set<std::pair<Turn, Queue*>> blocked{};  ///< queues that wait for an end there
  [[nodiscard]] bool is_full() const { return running >= kSharedConnections; }
};

Politeness::Politeness(PolitenessRules rules, const Clock& clock)
    : rules_(std::move(rules)), clock_(clock) {}

Politeness::~Politeness() = default;

bool Politeness::is_shared(const std::string& address) const {
  return rules_.is_shared && rules_.is_shared(address);
}

std::string Politeness::name_of(const Place& place, bool is_shared) {
  if (!is_shared || place.host.empty()) return place.target;
  return place.host + ' ' + place.target;
}

Politeness::Queue& Politeness::queue_of(const Place& place) {
  const bool shared = is_shared(place.target);
  std::string name = name_of(place, shared);
  if (const auto found = names_.find(name); found != names_.end()) return *found->second;
  auto queue = std::make_unique<Queue>();
  queue->loopback = is_loopback_host(place.target);
  queue->last_turn = ++turns_;  // new ones come in their order, and no tie is left
  Queue& out = *queue;
  names_.emplace(std::move(name), &out);
  queues_.emplace(&out, std::move(queue));
  if (shared) stand_on(out, place.target);
  return out;
}

Politeness::Host& Politeness::host_of(const Place& place) {
  std::unique_ptr<Host>& host = hosts_[name_of(place, true)];
  if (!host) host = std::make_unique<Host>();
  return *host;
}

void Politeness::stand_on(Queue& queue, const std::string& address) {
  if (queue.platform != nullptr) return;
  std::unique_ptr<Platform>& platform = platforms_[address];
  if (!platform) platform = std::make_unique<Platform>();
  queue.platform = platform.get();
  queue.platform->running += queue.running;
}

Politeness::Milliseconds Politeness::own_delay(const Queue& queue) const {
  if (rules_.delay) return *rules_.delay;
  return queue.loopback ? Milliseconds{0} : kDefaultDelay;
}

/// Between two starts, if nobody asks for more.
Politeness::Milliseconds Politeness::pace(const Queue& queue) const {
  Milliseconds delay = own_delay(queue);
  if (delay > Milliseconds{0} && queue.hosts.size() > 1)
    delay = std::max(delay, kAddressDelay);
  return delay * (1U << queue.groans.halvings);
}

/// When the first waiting request may start if nothing else happens; nothing if another
/// one has to end first.
std::optional<Clock::Time> Politeness::start_time(const Queue& queue) const {
  if (queue.waiting.empty() || queue.exclusive > 0 ||
      queue.running >= std::max(1U, rules_.connections))
    return std::nullopt;
  const Milliseconds crawl_delay = queue.waiting.front().first.crawl_delay;
  const Milliseconds delay = std::max(pace(queue), crawl_delay);
  if (delay > Milliseconds{0} && queue.unsent > 0) return std::nullopt;
  Clock::Time at = std::max(queue.held_until, queue.waits_since);
  if (queue.last_start) at = std::max(at, *queue.last_start + delay);
  if (crawl_delay > Milliseconds{0}) {
    if (queue.running > 0) return std::nullopt;
    if (queue.last_end) at = std::max(at, *queue.last_end + delay);
  }
  return at;
}

void Politeness::withdraw(Queue& queue) {
  if (!queue.turn) return;
  if (ready_.erase({*queue.turn, &queue}) == 0 && queue.platform != nullptr)
    queue.platform->blocked.erase({*queue.turn, &queue});
  queue.turn.reset();
}

void Politeness::reschedule(Queue& queue) {
  withdraw(queue);
  if (const auto at = start_time(queue)) {
    queue.turn = Turn{*at, queue.last_turn};
    const bool waits = queue.platform != nullptr && queue.platform->is_full();
    (waits ? queue.platform->blocked : ready_).insert({*queue.turn, &queue});
  }
  if (queue.platform != nullptr) fill(*queue.platform);
}

/// Where there is room, the queues that are due first come forward.
void Politeness::fill(Platform& platform) {
  if (platform.is_full()) return;
  const std::size_t room = kSharedConnections - platform.running;
  for (std::size_t i = 0; i < room && !platform.blocked.empty(); ++i)
    ready_.insert(platform.blocked.extract(platform.blocked.begin()));
}

void Politeness::enqueue(Ticket ticket, const Place& place, Milliseconds crawl_delay) {
  Queue& queue = queue_of(place);
  Host& host = host_of(place);
  queue.hosts.insert(&host);
  asked_.emplace(ticket, Asked{.queue = &queue,
                               .host = &host,
                               .running = false,
                               .sent = false,
                               .silent = false,
                               .crawl_delay = crawl_delay});
  count_waiting(host, 1);
  if (hangs(host)) {
    host.barred.push_back({ticket, crawl_delay});
    return;
  }
  if (queue.waiting.empty()) queue.waits_since = clock_.now();
  queue.waiting.emplace_back(Waiting{ticket, crawl_delay}, &host);
  reschedule(queue);
}

std::optional<Politeness::Ticket> Politeness::next() {
  if (running_ >= std::max(1U, rules_.parallel)) return std::nullopt;
  const Clock::Time now = clock_.now();
  while (!ready_.empty() && ready_.begin()->first.first <= now) {
    Queue& queue = *ready_.begin()->second;
    if (queue.platform != nullptr && queue.platform->is_full()) {
      queue.platform->blocked.insert(ready_.extract(ready_.begin()));
      continue;
    }
    const Waiting chosen = queue.waiting.front().first;
    queue.waiting.pop_front();
    Asked& asked = asked_.at(chosen.ticket);
    asked.start_before = queue.last_start;
    queue.last_start = now;
    queue.waits_since = now;
    queue.last_turn = ++turns_;
    asked.running = true;
    count_waiting(*asked.host, -1);
    ++asked.host->running;
    count_start(asked);
    if (asked.host->has_hung) silent(chosen.ticket);  // nobody waits for it once more
    bar_or_unbar(queue, *asked.host);
    reschedule(queue);
    return chosen.ticket;
  }
  return std::nullopt;
}

void Politeness::count_waiting(Host& host, int more) {
  const bool waited = host.waiting > 0;
  host.waiting = static_cast<unsigned>(static_cast<int>(host.waiting) + more);
  const bool waits = host.waiting > 0;
  if (waits && !waited) ++hosts_waiting_;
  if (waited && !waits) --hosts_waiting_;
}

void Politeness::put_back(Ticket ticket, Milliseconds pause) {
  Asked& asked = asked_.at(ticket);
  Queue& queue = *asked.queue;
  if (asked.silent)
    no_more_silent(asked);
  else
    count_end(asked);
  asked.silent = false;
  asked.running = false;
  --asked.host->running;
  count_waiting(*asked.host, 1);
  queue.last_start = asked.start_before;
  queue.held_until = std::max(queue.held_until, clock_.now() + pause);
  bar_or_unbar(queue, *asked.host);
  queue.waiting.emplace_front(Waiting{ticket, asked.crawl_delay}, asked.host);
  reschedule(queue);
}

void Politeness::count_start(const Asked& asked) {
  Queue& queue = *asked.queue;
  ++queue.running;
  if (!asked.sent) ++queue.unsent;
  if (asked.crawl_delay > Milliseconds{0}) ++queue.exclusive;
  if (queue.platform != nullptr) ++queue.platform->running;
  ++running_;
}

void Politeness::count_end(const Asked& asked) {
  Queue& queue = *asked.queue;
  --queue.running;
  if (!asked.sent) --queue.unsent;
  if (asked.crawl_delay > Milliseconds{0}) --queue.exclusive;
  if (queue.platform != nullptr) --queue.platform->running;
  --running_;
}

std::optional<Clock::Time> Politeness::due() const {
  if (ready_.empty() || running_ >= std::max(1U, rules_.parallel)) return std::nullopt;
  return ready_.begin()->first.first;
}

void Politeness::sent(Ticket ticket) {
  const auto found = asked_.find(ticket);
  if (found == asked_.end() || !found->second.running) return;
  Asked& asked = found->second;
  if (std::exchange(asked.sent, true)) return;
  if (!asked.silent) --asked.queue->unsent;
  asked.queue->last_start = clock_.now();
  reschedule(*asked.queue);
}

void Politeness::answered(Ticket ticket, int status, Milliseconds took) {
  const auto found = asked_.find(ticket);
  if (found == asked_.end()) return;
  Queue& queue = *found->second.queue;
  found->second.host->has_hung = false;
  awake(ticket);
  if (status == 429 || status == 503)
    queue.groans.refused();
  else
    queue.groans.answered(took, queue.hosts.size() > kSeveralSites);
  reschedule(queue);
}

void Politeness::silent(Ticket ticket) {
  const auto found = asked_.find(ticket);
  if (found == asked_.end() || !found->second.running || found->second.silent ||
      silent_ >= kMostSilent)
    return;
  Asked& asked = found->second;
  count_end(asked);
  asked.silent = true;
  ++silent_;
  asked.queue->last_end = clock_.now();
  ++asked.host->silent;
  if (asked.crawl_delay > Milliseconds{0}) ++asked.host->silent_alone;
  bar_or_unbar(*asked.queue, *asked.host);
  reschedule(*asked.queue);
}

void Politeness::awake(Ticket ticket) {
  const auto found = asked_.find(ticket);
  if (found == asked_.end() || !found->second.silent) return;
  Asked& asked = found->second;
  no_more_silent(asked);
  asked.silent = false;
  count_start(asked);
  bar_or_unbar(*asked.queue, *asked.host);
  reschedule(*asked.queue);
}

bool Politeness::hangs(const Host& host) const {
  return host.silent_alone > 0 ||
         (host.silent > 0 && host.running >= std::max(1U, rules_.connections));
}

/// A silent request does not count for its queue, but it does for its host: what waits
/// there waits until there is room.
void Politeness::bar_or_unbar(Queue& queue, Host& host) {
  if (!hangs(host)) {
    for (const Waiting& one : std::exchange(host.barred, {}))
      asked_.at(one.ticket).queue->waiting.emplace_back(one, &host);
    return;
  }
  std::deque<std::pair<Waiting, Host*>> others;
  for (auto& one : queue.waiting)
    if (one.second == &host)
      host.barred.push_back(one.first);
    else
      others.push_back(one);
  queue.waiting = std::move(others);
}

void Politeness::no_more_silent(const Asked& asked) {
  Host& host = *asked.host;
  --silent_;
  --host.silent;
  if (asked.crawl_delay > Milliseconds{0}) --host.silent_alone;
}

void Politeness::finish(Ticket ticket) {
  const auto found = asked_.find(ticket);
  if (found == asked_.end()) return;
  const Asked asked = found->second;
  asked_.erase(found);
  Queue& queue = *asked.queue;
  const auto is_it = [&](const Waiting& one) { return one.ticket == ticket; };
  if (asked.silent) {
    asked.host->has_hung = true;
    no_more_silent(asked);
  } else if (asked.running) {
    count_end(asked);
  } else {
    count_waiting(*asked.host, -1);
    std::erase_if(queue.waiting, [&](const auto& one) { return is_it(one.first); });
    std::erase_if(asked.host->barred, is_it);
  }
  if (asked.running) {
    queue.last_end = clock_.now();
    --asked.host->running;
    bar_or_unbar(queue, *asked.host);
  }
  reschedule(queue);
}

void Politeness::hold(const Place& place, Milliseconds pause) {
  Queue& queue = queue_of(place);
  queue.held_until = std::max(queue.held_until, clock_.now() + pause);
  reschedule(queue);
}

void Politeness::share(const Place& place, const std::string& address) {
  Queue& queue = queue_of(place);
  if (is_loopback_host(address)) queue.loopback = true;
  if (is_shared(address)) {
    withdraw(queue);
    stand_on(queue, address);
    reschedule(queue);
    return;
  }
  const auto known = names_.find(address);
  if (known == names_.end()) {
    names_.emplace(address, &queue);
    reschedule(queue);
  } else if (known->second != &queue) {
    merge(queue, *known->second);
  }
}

void Politeness::merge(Queue& from, Queue& into) {
  withdraw(from);
  if (from.platform != nullptr) from.platform->running -= from.running;
  if (into.platform != nullptr) into.platform->running += from.running;
  into.loopback = into.loopback || from.loopback;
  if (into.waiting.empty()) into.waits_since = from.waits_since;
  into.waiting.insert(into.waiting.end(), from.waiting.begin(), from.waiting.end());
  into.hosts.merge(from.hosts);
  into.running += from.running;
  into.unsent += from.unsent;
  into.exclusive += from.exclusive;
  into.last_start = std::max(into.last_start, from.last_start);
  into.last_end = std::max(into.last_end, from.last_end);
  into.held_until = std::max(into.held_until, from.held_until);
  into.groans.halvings = std::max(into.groans.halvings, from.groans.halvings);
  for (auto& [ticket, asked] : asked_)
    if (asked.queue == &from) asked.queue = &into;
  for (auto& [name, queue] : names_)
    if (queue == &from) queue = &into;
  queues_.erase(&from);
  reschedule(into);
}

}  // namespace semsite
