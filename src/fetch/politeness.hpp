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
};

/// Decides which waiting request may start when. One queue per host; hosts that share an
/// address share one.
///
/// Starts at one host are `delay` apart, at most `connections` run at once. A request
/// with a crawl delay has its host for itself and starts no sooner than that delay (or
/// the own one, if longer) after the end of the one before. Hosts take turns. Not
/// thread-safe.
class Politeness {
 public:
  using Ticket = std::uint64_t;
  using Milliseconds = std::chrono::milliseconds;

  /// `clock` must outlive it.
  Politeness(PolitenessRules rules, const Clock& clock);
  ~Politeness();
  Politeness(const Politeness&) = delete;
  Politeness& operator=(const Politeness&) = delete;

  /// Lets request `ticket` (a new number) wait for its turn at `host`, the one that the
  /// connection really goes to.
  void enqueue(Ticket ticket, const std::string& host, Milliseconds crawl_delay);

  /// The next request that may start now; it counts as running from here on.
  [[nodiscard]] std::optional<Ticket> next();

  /// When next() may have something although nothing ended; nothing if only an end or a
  /// new request can help.
  [[nodiscard]] std::optional<Clock::Time> due() const;

  /// A running request has been sent: connecting may have taken its time. The delay
  /// counts from here on, as the server sees it; until then no other one starts.
  void sent(Ticket ticket);

  /// A request that ran has ended, or one that waited is withdrawn.
  void finish(Ticket ticket);

  /// Starts nothing at `host` before `pause` has gone by.
  void hold(const std::string& host, Milliseconds pause);

  /// `host` turned out to be at `address`: from now on it shares the queue of every host
  /// that is there. `loopback` address: its default delay is 0.
  void share(const std::string& host, const std::string& address);

 private:
  struct Waiting {
    Ticket ticket;
    Milliseconds crawl_delay;
  };
  struct Host;
  struct Place {
    Host* host;
    bool running;
    bool sent;
    Milliseconds crawl_delay;
  };
  /// Due time, then how long ago the host had its last turn.
  using Turn = std::pair<Clock::Time, std::uint64_t>;

  Host& host_of(const std::string& name);
  [[nodiscard]] Milliseconds own_delay(const Host& host) const;
  [[nodiscard]] std::optional<Clock::Time> start_time(const Host& host) const;
  void reschedule(Host& host);
  void merge(Host& from, Host& into);

  PolitenessRules rules_;
  const Clock& clock_;
  std::unordered_map<std::string, Host*, KeyedHash, std::equal_to<>> names_;
  std::unordered_map<Host*, std::unique_ptr<Host>> hosts_;
  std::unordered_map<Ticket, Place> places_;
  std::set<std::pair<Turn, Host*>> ready_;
  std::uint64_t turns_ = 0;
  unsigned running_ = 0;
};

}  // namespace semsite
