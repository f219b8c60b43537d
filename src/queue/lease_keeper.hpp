#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.hpp"
#include "fetch/transport.hpp"
#include "queue/host_places.hpp"
#include "queue/work_queue.hpp"

namespace semsite {

/// Time since the machine was started, sleep included: what a lease is counted in, so
/// that no two clocks need agree, and a process that was stopped knows it.
[[nodiscard]] std::chrono::milliseconds boot_time();

/// So long before the end of a lease nothing is sent any more: connecting takes its time.
[[nodiscard]] std::chrono::milliseconds lease_margin(std::chrono::milliseconds lease);

/// Who may be asked now: by the leases that this process holds, and by turns that it has
/// reserved at hosts that are others', or that others ask, too. Thread-safe; knows
/// nothing of the database.
class LeaseBook final : public RequestGate {
 public:
  using Milliseconds = std::chrono::milliseconds;
  using Now = std::function<Milliseconds()>;

  /// What is to be done before a host can be asked: find out whose it is, or get a turn.
  struct Wish {
    std::string host, target;
    Milliseconds crawl_delay{0};
    std::string address{};  ///< where it was found to be; empty: a turn is wanted
  };

  explicit LeaseBook(Milliseconds lease, Now now = boot_time);

  /// Claimed, by a request that was sent at `asked_at`.
  void hold(const ClaimedGroup& group, Milliseconds asked_at);
  /// As `renew` said of a request that was sent at `asked_at`. Gives those that are lost.
  [[nodiscard]] std::vector<WorkQueue::Held> renewed(
      const std::vector<WorkQueue::Held>& asked,
      const std::vector<WorkQueue::Renewed>& ours, Milliseconds asked_at);
  void let_go(std::int64_t group);
  [[nodiscard]] std::vector<WorkQueue::Held> held() const;
  /// Until a renewal is due after `pause`, or at once when a host wants to be left alone.
  /// False: `stop` was requested.
  [[nodiscard]] bool wait_to_renew(Milliseconds pause, const std::stop_token& stop);
  /// When the first lease ends; nothing: none is held.
  [[nodiscard]] std::optional<Milliseconds> first_end() const;

  /// `host` is in this group; `delay`: between two requests there, 0: none is needed.
  void place(const std::string& host, std::int64_t group, Milliseconds delay);
  /// The next request to the group may be sent at `at`.
  void give_turn(std::int64_t group, Milliseconds at);
  /// The wish came to nothing; it is made again after `pause`.
  void refuse(const std::string& host, Milliseconds pause);
  /// Waits for wishes; empty: `stop` was requested.
  [[nodiscard]] std::vector<Wish> wishes(const std::stop_token& stop);

  /// What the keeper of turns needs of a host.
  struct Placed {
    std::int64_t group = 0;
    std::int64_t token = 0;  ///< 0: not held by this process
    bool needs_turn = false;
    std::optional<Milliseconds> delay{};  ///< nothing: nobody has looked
  };
  [[nodiscard]] std::optional<Placed> placed(const std::string& host) const;

  [[nodiscard]] Milliseconds pause_before(const std::string& host,
                                          const std::string& target,
                                          Milliseconds crawl_delay) override;
  /// Names may lead elsewhere than when the run was entered.
  void connected(const std::string& host, const std::string& address) override;
  void paused(const std::string& host, Milliseconds pause) override;

  /// A turn that is so late is another's.
  static constexpr Milliseconds kLate{100};

 private:
  struct Lease {
    std::int64_t token = 0;
    Milliseconds end{0};
    Milliseconds begin{0};
    Milliseconds crawl_delay{0};
    Milliseconds paused_until{0};
    bool is_visited = false;
    bool is_lost = false;
  };
  struct Host {
    std::int64_t group = 0;
    std::optional<Milliseconds> delay{};  ///< nothing: nobody has looked
  };
  [[nodiscard]] Milliseconds turn(std::int64_t group, const Wish& wish, Milliseconds now)
      SEMSITE_REQUIRES(mutex_);
  void wish_for(const Wish& wish, Milliseconds now) SEMSITE_REQUIRES(mutex_);

  const Milliseconds lease_;
  const Milliseconds margin_;
  const Now now_;
  mutable Mutex mutex_;
  StopCondition wished_;
  StopCondition urgent_;
  bool is_urgent_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::map<std::int64_t, Lease> leases_ SEMSITE_GUARDED_BY(mutex_);
  std::map<std::string, Host, std::less<>> hosts_ SEMSITE_GUARDED_BY(mutex_);
  std::map<std::int64_t, Milliseconds> turns_ SEMSITE_GUARDED_BY(mutex_);
  std::vector<Wish> wishes_ SEMSITE_GUARDED_BY(mutex_);
  std::set<std::string, std::less<>> pending_ SEMSITE_GUARDED_BY(mutex_);
  std::set<std::string, std::less<>> met_ SEMSITE_GUARDED_BY(mutex_);  ///< HOST ADDRESS
  std::map<std::string, Milliseconds, std::less<>> not_before_ SEMSITE_GUARDED_BY(mutex_);
};

/// Renews the leases of this process and reserves its turns, on two threads with a
/// connection each.
class LeaseKeeper {
 public:
  struct Rules {
    std::string url, owner;
    std::chrono::milliseconds lease{60'000};
    std::optional<std::chrono::milliseconds>
        delay;  ///< none given: 500 ms, 0 on loopback
  };
  struct Watch {
    /// Somebody else has the group now. From a thread of the keeper.
    std::function<void(const WorkQueue::Held&)> lost;
    /// The database went away or came back; in words.
    std::function<void(const std::string&)> told;
  };
  LeaseKeeper(Rules rules, const HostPlaces& places, Watch watch);
  ~LeaseKeeper();
  LeaseKeeper(const LeaseKeeper&) = delete;
  LeaseKeeper& operator=(const LeaseKeeper&) = delete;

  [[nodiscard]] const std::shared_ptr<LeaseBook>& book() const { return book_; }

 private:
  void renew(const std::stop_token& stop);
  void reserve(const std::stop_token& stop);
  void reserve_one(WorkQueue& queue, const LeaseBook::Wish& wish);
  void look_up_address(WorkQueue& queue, const LeaseBook::Wish& wish);

  Rules rules_;
  const HostPlaces& places_;
  Watch watch_;
  std::shared_ptr<LeaseBook> book_;
  std::jthread renewer_, reserver_;  ///< last: they die before what they use
};

}  // namespace semsite
