#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/clock.hpp"
#include "base/hash.hpp"

namespace semsite {

/// How hard a host may be asked.
struct PolitenessRules {
  /// Between the starts of two requests to a host; none given: 500 ms, 0 on loopback.
  std::optional<std::chrono::milliseconds> delay{};
  unsigned connections = 2;  ///< requests at once to one host
  unsigned parallel = 64;    ///< requests at once in all
  /// Is it an address of a platform on which the hosts of many stand?
  std::function<bool(const std::string& address)> is_shared{};
};

/// Decides which waiting request may start when. One queue per host; hosts that share an
/// address share one, but on the addresses of shared platforms: there each host keeps its
/// own, and at most kSharedConnections requests run at one address.
///
/// Starts in one queue are `delay` apart, at most `connections` run at once; of several
/// hosts at an address at least kAddressDelay, unless the delay is 0. A queue whose
/// server groans (429, 503; of many hosts, answers that take twice as long as before) is
/// asked half as often, and again, until it is well. A request with a crawl delay has its
/// queue for itself and starts no sooner than that delay (or the own one, if longer)
/// after the end of the one before. Queues take turns. Not thread-safe.
///
/// A request that has been silent long does not count: not for its queue, not in all. For
/// its own host it does: no more than `connections` run there.
class Politeness {
 public:
  using Ticket = std::uint64_t;
  using Milliseconds = std::chrono::milliseconds;

  static constexpr Milliseconds kAddressDelay{250};
  static constexpr unsigned kSharedConnections = 16;
  static constexpr unsigned kMostSilent = 256;

  /// `clock` must outlive it.
  Politeness(PolitenessRules rules, const Clock& clock);
  ~Politeness();
  Politeness(const Politeness&) = delete;
  Politeness& operator=(const Politeness&) = delete;

  /// Where a request goes.
  struct Place {
    std::string target;  ///< the host or address that the connection really goes to
    std::string host{};  ///< that of its URL; empty: the same
  };

  /// Lets request `ticket` (a new number) wait for its turn.
  void enqueue(Ticket ticket, const Place& place, Milliseconds crawl_delay);

  /// The next request that may start now; it counts as running from here on.
  [[nodiscard]] std::optional<Ticket> next();

  /// When next() may have something although nothing ended; nothing if only an end or a
  /// new request can help.
  [[nodiscard]] std::optional<Clock::Time> due() const;

  /// A running request has been sent: connecting may have taken its time. The delay
  /// counts from here on, as the server sees it; until then no other one starts.
  void sent(Ticket ticket);

  /// The request that next() gave last was not started: it waits again, before all others
  /// there, and nothing starts there before `pause` has gone by.
  void put_back(Ticket ticket, Milliseconds pause);

  /// A request that ran has ended, or one that waited is withdrawn.
  void finish(Ticket ticket);

  /// Starts nothing there before `pause` has gone by.
  void hold(const Place& place, Milliseconds pause);

  /// The head of the answer has come, so long after the request had been sent.
  void answered(Ticket ticket, int status, Milliseconds took);

  /// Nothing comes of a running request, or something again.
  void silent(Ticket ticket);
  void awake(Ticket ticket);

  /// What waits for its turn, and what runs (silent requests too).
  struct Load {
    std::size_t hosts_waiting = 0;
    std::size_t requests_waiting = 0;
    std::size_t requests_running = 0;
  };
  [[nodiscard]] Load load() const {
    return {.hosts_waiting = hosts_waiting_,
            .requests_waiting = asked_.size() - running_ - silent_,
            .requests_running = std::size_t{running_} + silent_};
  }

  /// It turned out that this place is at `address`: from now on it shares the queue of
  /// every host that is there. A loopback address: its default delay is 0.
  void share(const Place& place, const std::string& address);

 private:
  struct Waiting {
    Ticket ticket;
    Milliseconds crawl_delay;
  };
  struct Host;
  struct Queue;
  struct Platform;
  struct Asked {
    Queue* queue;
    Host* host;
    bool running;
    bool sent;
    bool silent;
    Milliseconds crawl_delay;
    std::optional<Clock::Time> start_before{};  ///< of its queue, when it was started
  };
  /// Due time, then how long ago the queue had its last turn.
  using Turn = std::pair<Clock::Time, std::uint64_t>;

  [[nodiscard]] static std::string name_of(const Place& place, bool is_shared);
  [[nodiscard]] bool is_shared(const std::string& address) const;
  Queue& queue_of(const Place& place);
  Host& host_of(const Place& place);
  void stand_on(Queue& queue, const std::string& address);
  [[nodiscard]] Milliseconds own_delay(const Queue& queue) const;
  [[nodiscard]] Milliseconds pace(const Queue& queue) const;
  [[nodiscard]] std::optional<Clock::Time> start_time(const Queue& queue) const;
  void withdraw(Queue& queue);
  void reschedule(Queue& queue);
  void fill(Platform& platform);
  void merge(Queue& from, Queue& into);
  void count_waiting(Host& host, int more);
  void count_start(const Asked& asked);
  void count_end(const Asked& asked);
  [[nodiscard]] bool hangs(const Host& host) const;
  void bar_or_unbar(Queue& queue, Host& host);
  void no_more_silent(const Asked& asked);

  PolitenessRules rules_;
  const Clock& clock_;
  std::unordered_map<std::string, Queue*, KeyedHash, std::equal_to<>> names_;
  std::unordered_map<Queue*, std::unique_ptr<Queue>> queues_;
  std::unordered_map<std::string, std::unique_ptr<Host>, KeyedHash, std::equal_to<>>
      hosts_;
  std::unordered_map<std::string, std::unique_ptr<Platform>, KeyedHash, std::equal_to<>>
      platforms_;
  std::unordered_map<Ticket, Asked> asked_;
  std::set<std::pair<Turn, Queue*>> ready_;
  std::uint64_t turns_ = 0;
  unsigned running_ = 0;
  unsigned silent_ = 0;
  std::size_t hosts_waiting_ = 0;
};

}  // namespace semsite
