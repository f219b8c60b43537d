#include "queue/lease_keeper.hpp"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <string>
#include <utility>

#include "base/clock.hpp"
#include "fetch/body.hpp"
#include "fetch/ip_address.hpp"

namespace semsite {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kUsualDelay{500};
/// Until a turn has come, or a lease was renewed again.
constexpr std::chrono::milliseconds kSoon{10}, kLater{200};

void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

std::chrono::milliseconds boot_time() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::milliseconds{static_cast<std::int64_t>(now.tv_sec) * 1000 +
                                   now.tv_nsec / 1'000'000};
}

std::chrono::milliseconds lease_margin(std::chrono::milliseconds lease) {
  return std::min<std::chrono::milliseconds>(5s, lease / 6);
}

LeaseBook::LeaseBook(Milliseconds lease, Now now)
    : lease_(lease), margin_(lease_margin(lease)), now_(std::move(now)) {}

void LeaseBook::hold(const ClaimedGroup& group, Milliseconds asked_at) {
  const MutexLock lock{mutex_};
  const auto wait =
      std::chrono::ceil<Milliseconds>(std::chrono::duration<double>(group.wait));
  leases_[group.id] = {.token = group.token,
                       .end = asked_at + lease_,
                       .begin = now_() + wait,
                       .crawl_delay = 0ms,
                       .paused_until = 0ms,
                       .is_visited = group.is_visited,
                       .is_lost = false};
  turns_.erase(group.id);
  for (const std::string& place : group.places) hosts_[place].group = group.id;
}

std::vector<WorkQueue::Held> LeaseBook::renewed(
    const std::vector<WorkQueue::Held>& asked,
    const std::vector<WorkQueue::Renewed>& ours, Milliseconds asked_at) {
  std::vector<WorkQueue::Held> lost;
  const MutexLock lock{mutex_};
  for (const WorkQueue::Held& one : asked) {
    const auto found = leases_.find(one.group);
    if (found == leases_.end() || found->second.token != one.token) continue;
    Lease& lease = found->second;
    const auto renewed = std::ranges::find(ours, one.group, &WorkQueue::Renewed::group);
    if (renewed == ours.end()) {
      lease.is_lost = true;
      lost.push_back(one);
    } else {
      lease.end = std::max(lease.end, asked_at + lease_);
      lease.is_visited = renewed->is_visited;
    }
  }
  return lost;
}

void LeaseBook::let_go(std::int64_t group) {
  const MutexLock lock{mutex_};
  leases_.erase(group);
  turns_.erase(group);
}

std::vector<WorkQueue::Held> LeaseBook::held() const {
  std::vector<WorkQueue::Held> out;
  const MutexLock lock{mutex_};
  const Milliseconds now = now_();
  for (const auto& [group, lease] : leases_)
    if (!lease.is_lost)
      out.push_back({.group = group,
                     .token = lease.token,
                     .crawl_delay = lease.crawl_delay,
                     .pause = std::max(0ms, lease.paused_until - now)});
  return out;
}

std::optional<LeaseBook::Milliseconds> LeaseBook::first_end() const {
  std::optional<Milliseconds> out;
  const MutexLock lock{mutex_};
  for (const auto& [group, lease] : leases_)
    if (!lease.is_lost) out = out ? std::min(*out, lease.end) : lease.end;
  return out;
}

void LeaseBook::place(const std::string& host, std::int64_t group, Milliseconds delay) {
  const MutexLock lock{mutex_};
  hosts_[host] = {.group = group, .delay = delay};
}

void LeaseBook::give_turn(std::int64_t group, Milliseconds at) {
  const MutexLock lock{mutex_};
  turns_[group] = at;
}

void LeaseBook::refuse(const std::string& host, Milliseconds pause) {
  const MutexLock lock{mutex_};
  not_before_[host] = now_() + pause;
}

std::vector<LeaseBook::Wish> LeaseBook::wishes(const std::stop_token& stop) {
  const MutexLock lock{mutex_};
  while (wishes_.empty() && !stop.stop_requested()) wished_.wait(mutex_, stop);
  pending_.clear();
  return std::exchange(wishes_, {});
}

std::optional<LeaseBook::Placed> LeaseBook::placed(const std::string& host) const {
  const MutexLock lock{mutex_};
  const auto found = hosts_.find(host);
  if (found == hosts_.end()) return std::nullopt;
  const auto lease = leases_.find(found->second.group);
  const bool is_held = lease != leases_.end() && !lease->second.is_lost;
  return Placed{.group = found->second.group,
                .token = is_held ? lease->second.token : 0,
                .needs_turn = !is_held || lease->second.is_visited,
                .delay = found->second.delay};
}

void LeaseBook::wish_for(const Wish& wish, Milliseconds now) {
  if (const auto later = not_before_.find(wish.host);
      later != not_before_.end() && later->second > now)
    return;
  if (!pending_.insert(wish.host).second) return;
  wishes_.push_back(wish);
  wished_.notify_all();
}

/// Of a group that is asked by turns.
LeaseBook::Milliseconds LeaseBook::turn(std::int64_t group, const Wish& wish,
                                        Milliseconds now) {
  if (const auto found = turns_.find(group); found != turns_.end()) {
    if (found->second > now) return found->second - now;
    const bool is_in_time = now - found->second <= kLate;
    turns_.erase(found);
    if (is_in_time) return 0ms;
  }
  wish_for(wish, now);
  return kSoon;
}

LeaseBook::Milliseconds LeaseBook::pause_before(const std::string& host,
                                                const std::string& target,
                                                Milliseconds crawl_delay) {
  const Wish wish{
      .host = canonical_host(host), .target = target, .crawl_delay = crawl_delay};
  const MutexLock lock{mutex_};
  const Milliseconds now = now_();
  const auto known = hosts_.find(wish.host);
  if (known == hosts_.end()) {
    wish_for(wish, now);
    return kSoon;
  }
  const Host& facts = known->second;
  const auto held = leases_.find(facts.group);
  if (held != leases_.end()) {
    Lease& lease = held->second;
    lease.crawl_delay = std::max(lease.crawl_delay, crawl_delay);
    if (lease.is_lost)
      throw FetchError{FetchFailure::cancelled,
                       "another process of the run asks this host now"};
    if (now < lease.begin) return lease.begin - now;
    if (now + margin_ >= lease.end) return kLater;
    if (!lease.is_visited) return 0ms;
  }
  if (facts.delay && std::max(*facts.delay, crawl_delay) == 0ms) return 0ms;
  if (facts.delay) return turn(facts.group, wish, now);
  wish_for(wish, now);
  return kSoon;
}

void LeaseBook::connected(const std::string& host, const std::string& address) {
  const std::string name = canonical_host(host);
  const MutexLock lock{mutex_};
  if (!met_.insert(name + ' ' + address).second) return;
  const auto placed = hosts_.find(name);
  const auto there = hosts_.find(address);
  if (placed == hosts_.end() ||
      (there != hosts_.end() && there->second.group == placed->second.group))
    return;
  wishes_.push_back({.host = name, .target = address, .address = address});
  wished_.notify_all();
}

void LeaseBook::paused(const std::string& host, Milliseconds pause) {
  const MutexLock lock{mutex_};
  const auto placed = hosts_.find(canonical_host(host));
  if (placed == hosts_.end()) return;
  const auto held = leases_.find(placed->second.group);
  if (held == leases_.end()) return;
  held->second.paused_until = std::max(held->second.paused_until, now_() + pause);
  is_urgent_ = true;
  urgent_.notify_all();
}

bool LeaseBook::wait_to_renew(Milliseconds pause, const std::stop_token& stop) {
  const MutexLock lock{mutex_};
  const auto end = std::chrono::steady_clock::now() + pause;
  while (!is_urgent_ && !stop.stop_requested() && urgent_.wait_until(mutex_, stop, end)) {
  }
  is_urgent_ = false;
  return !stop.stop_requested();
}

LeaseKeeper::LeaseKeeper(Rules rules, const HostPlaces& places, Watch watch)
    : rules_(std::move(rules)),
      places_(places),
      watch_(std::move(watch)),
      book_(std::make_shared<LeaseBook>(rules_.lease)),
      renewer_([this](const std::stop_token& stop) { renew(stop); }),
      reserver_([this](const std::stop_token& stop) { reserve(stop); }) {}

LeaseKeeper::~LeaseKeeper() = default;

void LeaseKeeper::renew(const std::stop_token& stop) {
  block_signals();
  WorkQueue queue{rules_.url, rules_.owner, rules_.lease};
  bool is_lost = false;
  auto pause = rules_.lease / 4;
  while (book_->wait_to_renew(pause, stop)) {
    pause = rules_.lease / 4;
    const std::vector<WorkQueue::Held> held = book_->held();
    if (held.empty()) continue;
    const auto asked_at = boot_time();
    try {
      const auto ours = queue.renew(held, rules_.delay.value_or(kUsualDelay));
      for (const WorkQueue::Held& one : book_->renewed(held, ours, asked_at))
        watch_.lost(one);
      if (std::exchange(is_lost, false)) watch_.told("the queue answers again: going on");
    } catch (const RunError& error) {
      if (!std::exchange(is_lost, true))
        watch_.told(fmt::format(
            "{}; what is under way goes on until the leases end, and waits then",
            error.what()));
      pause = std::clamp<std::chrono::milliseconds>(rules_.lease / 16, 100ms, 1s);
    }
  }
}

void LeaseKeeper::reserve_one(WorkQueue& queue, const LeaseBook::Wish& wish) {
  auto placed = book_->placed(wish.host);
  if (!placed || !placed->delay) {
    const HostPlace place = places_.place(wish.host, wish.target);
    book_->place(wish.host, placed ? placed->group : queue.group_of(place.names),
                 rules_.delay.value_or(place.is_loopback ? 0ms : kUsualDelay));
    placed = book_->placed(wish.host);
  }
  const auto delay = std::max(*placed->delay, wish.crawl_delay);
  if (!placed->needs_turn || delay == 0ms) return;
  const std::optional<double> wait =
      placed->token != 0
          ? queue.own_turn({.group = placed->group, .token = placed->token}, delay)
          : queue.visit(placed->group, delay);
  if (!wait) return book_->refuse(wish.host, 100ms);
  book_->give_turn(placed->group,
                   boot_time() + std::chrono::ceil<std::chrono::milliseconds>(
                                     std::chrono::duration<double>(*wait)));
}

/// A host that stands at an address of another group is asked as one of that from now on.
void LeaseKeeper::look_up_address(WorkQueue& queue, const LeaseBook::Wish& wish) {
  const auto placed = book_->placed(wish.host);
  if (!placed || places_.place(wish.host, wish.address).names.size() < 2) return;
  const std::int64_t group = queue.group_at(wish.address, placed->group);
  if (group == placed->group) return;
  book_->place(wish.host, group,
               rules_.delay.value_or(is_loopback_host(wish.address) ? 0ms : kUsualDelay));
}

void LeaseKeeper::reserve(const std::stop_token& stop) {
  block_signals();
  WorkQueue queue{rules_.url, rules_.owner, rules_.lease};
  while (!stop.stop_requested()) {
    for (const LeaseBook::Wish& wish : book_->wishes(stop)) {
      try {
        if (wish.address.empty())
          reserve_one(queue, wish);
        else
          look_up_address(queue, wish);
      } catch (const Error&) {
        // Whoever renews says so.
        book_->refuse(wish.host, 500ms);
      }
    }
  }
}

}  // namespace semsite
