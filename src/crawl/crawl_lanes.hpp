#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// Which waiting page may be asked for next: one lane a host, hosts that share an address
/// share one, lanes take turns (DESIGN §4). Holds a few pages of each host; the others
/// stay in the table. Not thread-safe.
///
/// The transport keeps delays and connections too; here they are kept so that nobody
/// waits in a queue there who could ask another host.
class CrawlLanes {
 public:
  using Milliseconds = std::chrono::milliseconds;
  struct Rules {
    unsigned connections = 2;             ///< requests at once to one lane
    std::optional<Milliseconds> delay{};  ///< none given: 500 ms, 0 on loopback
    unsigned retry_budget = 20;           ///< failures in a row before a lane is given up
  };
  /// Takes waiting pages of a host out of the table, at most `count`.
  using Fill =
      std::function<std::vector<WaitingPage>(const std::string& host, unsigned count)>;

  CrawlLanes(Rules rules, Fill fill);
  ~CrawlLanes();
  CrawlLanes(const CrawlLanes&) = delete;
  CrawlLanes& operator=(const CrawlLanes&) = delete;

  /// `count` more pages of `host` wait in the table.
  void add(const std::string& host, std::uint64_t count = 1);

  struct Turn {
    WaitingPage page;
    std::string host;
    unsigned attempt = 1;
    std::uint64_t number = 0;    ///< of all turns
    unsigned requests = 0;       ///< sent by earlier attempts
    std::uint64_t received = 0;  ///< bytes of bodies, by earlier attempts
  };
  /// From now on only pages that were asked for before are given, by `again`.
  void close() { closed_ = true; }
  /// A page that may be asked for now; its lane is busy until `received`.
  [[nodiscard]] std::optional<Turn> next(Clock::Time now);
  /// When `next` may have something although nothing else happens; nothing if only
  /// `received` can help.
  [[nodiscard]] std::optional<Clock::Time> due() const;

  /// What was learnt of a host by asking it.
  struct Answer {
    std::string address{};        ///< of the server, if it is known
    bool loopback = false;        ///< is that one of this machine's own?
    Milliseconds crawl_delay{0};  ///< robots.txt's
    bool asked = true;            ///< false: nothing was sent (robots.txt)
    bool failed = false;          ///< in a way that may pass
    Milliseconds pause{0};        ///< asked for by the host as a whole
  };
  /// The request of a turn is over.
  void received(const Turn& turn, const Answer& answer, Clock::Time now);
  /// Asks for the page of `turn` again after `pause`.
  void again(Turn turn, Milliseconds pause, Clock::Time now);

  /// What came from `host` turned out to be a failure.
  void failed(const std::string& host);
  /// Counts the lane of `host` as failed too often.
  void spend(const std::string& host);
  /// Has the lane of `host` failed too often? Then it gives no turn, unless a request
  /// under way still works; `give_up` is called for.
  [[nodiscard]] bool is_spent(const std::string& host) const;
  /// Forgets what waits in the lane of `host`. Gives the names of its hosts.
  std::vector<std::string> give_up(const std::string& host);

  /// Pages that wait, those in the table and those for another attempt included.
  [[nodiscard]] std::uint64_t waiting() const {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(waiting_, 0));
  }
  /// Those for another attempt.
  [[nodiscard]] std::uint64_t retrying() const { return retrying_; }
  [[nodiscard]] std::size_t lanes() const { return lanes_.size(); }

 private:
  struct Host;
  struct Lane;

  Host& host_of(const std::string& name);
  [[nodiscard]] const Host* find(const std::string& name) const;
  [[nodiscard]] bool has_pages(const Lane& lane) const;
  [[nodiscard]] bool is_spent(const Lane& lane) const;
  [[nodiscard]] Milliseconds delay_of(const Lane& lane) const;
  [[nodiscard]] std::optional<Clock::Time> start_time(const Lane& lane) const;
  [[nodiscard]] std::optional<Turn> turn_of(Lane& lane, Clock::Time now);
  void merge(Lane& from, Lane& into);

  Rules rules_;
  Fill fill_;
  std::map<std::string, std::unique_ptr<Host>> hosts_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::map<std::string, Lane*> addresses_;
  /// May be below 0 for a moment: pages can be taken before they are added.
  std::int64_t waiting_ = 0;
  std::uint64_t retrying_ = 0;
  bool closed_ = false;
  std::uint64_t turns_ = 0;
};

}  // namespace semsite
