#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "parts/manifest.hpp"
#include "queue/queue_connection.hpp"

namespace semsite {

/// One run of a series (`--name`): what many processes do together.
struct QueueRun {
  std::int64_t id = 0;
  std::string name;
  std::int64_t number = 0;  ///< from 1, in its series
  std::string key;          ///< by which a place knows that it is the run's
  std::string queue{};      ///< key of the queue, which no other has, nor one made anew
  bool over = false;
  int status = 0;  ///< of a run that is over
  bool abandoned = false;
};

/// Which run is wanted, and what all of its processes must agree on.
struct RunWish {
  std::string name;
  std::string label{};  ///< of this run alone, by which who comes late knows it; may be
                        ///< empty
  std::map<std::string, std::string> settings;
};

struct FoundRun {
  QueueRun run;
  std::map<std::string, std::string> settings;
};

/// Hosts that one process would put into one queue, and their items.
struct GroupWish {
  std::vector<std::string> places;  ///< names of hosts, and addresses
  std::vector<std::string> urls;    ///< of sites
};

/// Something to be got: a site.
struct QueueItem {
  std::int64_t id = 0;
  std::int64_t group = 0;
  std::string
      url;  ///< of the site; several, with spaces between them, if it was named so
  int attempts = 0;  ///< that were begun before, and ended with their process
};

/// What a process may ask from now on, alone.
struct ClaimedGroup {
  std::int64_t id = 0;
  std::int64_t token = 0;   ///< of this claim; the larger, the later
  double wait = 0;          ///< seconds until its first request
  bool is_visited = false;  ///< others ask there, too: each request needs a turn
  std::vector<std::string> places;
  std::vector<QueueItem> items;
};

/// Where the state of a site was put for whoever gets it next.
struct QueueSnapshot {
  std::int64_t token = 0, seq = 0;
  std::string state;             ///< name of the object
  std::string output{};          ///< the same of the output; empty: there was none
  std::int64_t output_time = 0;  ///< when it was written, seconds since 1970
  std::string state_sha256{}, output_sha256{};  ///< of the objects; empty: not known
};

/// What came of an item.
struct ItemEnd {
  std::int64_t item = 0, group = 0, token = 0;
  int status = 0;          ///< exit status of the run that got it
  bool is_failed = false;  ///< process after process ended: parts are of the run before
  std::uint64_t requests = 0;
  std::vector<ManifestPart> parts{};
  std::vector<ManifestRow> rows{};
};

/// How many items of a run stand where.
struct RunCount {
  std::uint64_t waiting = 0, failed = 0;  ///< waiting: also what was abandoned
  std::uint64_t complete = 0, incomplete = 0, empty = 0;  ///< by exit status 0, 1, others
  [[nodiscard]] std::uint64_t ended() const {
    return failed + complete + incomplete + empty;
  }
};

/// The operations of the queue, each one transaction or one statement, so that whatever
/// ends a process leaves it whole. One thread at a time. Every function throws QueueLost
/// and RunError as QueueConnection does; after QueueLost it may have been done or not,
/// and can be called again.
class WorkQueue {
 public:
  /// So often an item is begun before it counts as failed.
  static constexpr int kMostAttempts = 10;
  /// From so many on, it may be what ends processes: it is claimed apart from others.
  static constexpr int kSuspect = 3;
  static constexpr int kAnyAttempts = std::numeric_limits<int>::max();
  /// Between two attempts that ended with an error.
  static constexpr std::chrono::seconds kRest{30};

  /// `owner`: names this process to people. `lease`: how long a claim holds.
  WorkQueue(std::string url, std::string owner, std::chrono::milliseconds lease);

  /// Throws RunError unless there are tables of this version.
  void check();
  /// That no other queue has, nor one that is made in its place.
  [[nodiscard]] std::string key();

  /// The run that the wish means: that with its label, else the last of its name that is
  /// not over. Nothing: it is to be entered.
  [[nodiscard]] std::optional<FoundRun> find(const RunWish& wish);
  /// Enters a run, unless somebody was faster: then that one. `announce` is called before
  /// anybody else can see the run; what it throws takes it back.
  [[nodiscard]] FoundRun enter(const RunWish& wish, const std::vector<GroupWish>& groups,
                               const std::function<void(const QueueRun&)>& announce = {});

  /// Up to `most` groups of the run, the largest first, that nobody holds, or whose lease
  /// ended more than `delay`, or the delay that was met there, ago, and that have an item
  /// with less than `attempts`. What others held is left to them until the database
  /// has answered for a lease.
  [[nodiscard]] std::vector<ClaimedGroup> claim(const QueueRun& run, std::size_t most,
                                                std::chrono::milliseconds delay,
                                                int attempts = kAnyAttempts);
  /// Notes an attempt, and only one of a claim. Null: the item is not ours to be got.
  struct Begun {
    bool is_last = false;  ///< it was begun too often: what there is of it is put there
    std::optional<QueueSnapshot> former;  ///< the state that was put last
  };
  [[nodiscard]] std::optional<Begun> begin(const QueueRun& run, const QueueItem& item,
                                           std::int64_t token);

  /// A group that is held.
  struct Held {
    std::int64_t group = 0, token = 0;
    std::chrono::milliseconds crawl_delay{0};  ///< the longest that was met there
    std::chrono::milliseconds pause{0};        ///< for which it wants to be left alone
  };
  struct Renewed {
    std::int64_t group = 0;
    bool is_visited = false;
  };
  /// Those that are ours still; from now on for a lease. Others are somebody else's.
  [[nodiscard]] std::vector<Renewed> renew(const std::vector<Held>& held,
                                           std::chrono::milliseconds delay);

  enum class Committed : std::uint8_t {
    now,
    before,   ///< by an earlier call, the answer to which was lost
    expired,  ///< the lease has ended, but nobody has taken the group
    fenced,   ///< somebody else has it: nothing was changed
  };
  /// `snapshot`: null: there is none.
  [[nodiscard]] Committed commit(const QueueRun& run, const ItemEnd& end,
                                 const std::string& url, const QueueSnapshot* snapshot);
  /// Between two commits. False: somebody else has the group.
  [[nodiscard]] bool put_snapshot(const QueueRun& run, const Held& held,
                                  const std::string& url, const QueueSnapshot& snapshot);

  [[nodiscard]] std::optional<QueueSnapshot> snapshot(const QueueRun& run,
                                                      const std::string& url);

  /// Gives groups back, what is not done of them, too, as if it had not been begun;
  /// nobody asks there before `delay` has gone by.
  void give_back(const QueueRun& run, const std::vector<Held>& held,
                 std::chrono::milliseconds delay);
  /// An attempt ended with an error: it counts, and the item rests.
  void note_failure(const ItemEnd& end, const std::string& problem);
  /// Items that failed are tried again. How many; none once the run is being ended.
  std::uint64_t retry_failed(const QueueRun& run);

  /// Whose queue the host with these names is; made if nobody knows it.
  [[nodiscard]] std::int64_t group_of(const std::vector<std::string>& places);
  /// Whose queue the hosts at `address` are; `group`, from now on, if nobody knows.
  [[nodiscard]] std::int64_t group_at(const std::string& address, std::int64_t group);
  /// The next turn to ask a group that this process does not hold: in so many seconds.
  /// Nothing: its owner has not heard yet that others ask there.
  [[nodiscard]] std::optional<double> visit(std::int64_t group,
                                            std::chrono::milliseconds delay);
  /// The same for its owner. Nothing: it is somebody else's.
  [[nodiscard]] std::optional<double> own_turn(const Held& held,
                                               std::chrono::milliseconds delay);

  /// Where a run stands.
  struct Standing {
    bool over = false;
    bool abandoned = false;
    int status = 0;
    std::uint64_t waiting = 0;  ///< items
  };
  [[nodiscard]] Standing standing(const QueueRun& run);
  [[nodiscard]] RunCount count(const QueueRun& run);

  /// All that a run that has nothing waiting came to: the same for whoever asks.
  struct Whole {
    Manifest manifest;
    RunCount count;
  };
  [[nodiscard]] Whole whole(const QueueRun& run);
  /// Lets only one process at a time write the end of a run, until `leave_end`, or for a
  /// lease.
  [[nodiscard]] bool take_end(const QueueRun& run);
  void leave_end(const QueueRun& run);
  void note_over(const QueueRun& run, int status);

  /// A run, for people.
  struct RunFacts {
    QueueRun run;
    std::string label;
    std::string begun, finished;  ///< xsd:dateTime; finished may be empty
    double seconds = 0;           ///< since it began
    RunCount count;
    std::uint64_t weight_left = 0;  ///< requests, as the run before had them
    std::uint64_t requests = 0, quads = 0, bytes = 0;
    std::uint64_t held = 0;  ///< groups that processes of it hold, whose leases run
    bool is_being_ended = false;
  };
  [[nodiscard]] std::vector<RunFacts> runs(const std::string& name, std::size_t most);
  struct OwnerFacts {
    std::string owner;
    std::uint64_t groups = 0;
    std::uint64_t expired = 0;  ///< of them, those whose lease has ended
    double seconds = 0;         ///< until the first of them ends
  };
  [[nodiscard]] std::vector<OwnerFacts> owners();
  struct FailedItem {
    std::string url, problem;
  };
  [[nodiscard]] std::vector<FailedItem> failed(const QueueRun& run, std::size_t most);

  /// What objects belong to: those that a row names, and those of claims that may come to
  /// commit yet.
  struct Kept {
    std::string queue;                                      ///< its key
    std::set<std::string> runs;                             ///< keys of all of this queue
    std::set<std::string> abandoned;                        ///< of them
    std::map<std::string, std::int64_t, std::less<>> last;  ///< numbers, by series
    std::vector<std::string> names;  ///< of parts below `runs/`, and of snapshots
    std::vector<std::int64_t> tokens;
  };
  [[nodiscard]] Kept kept();

  /// What a run had that was abandoned.
  struct Abandoned {
    QueueRun run;
    std::uint64_t left = 0;  ///< items that were not got
    std::uint64_t held = 0;  ///< groups that processes of it still hold
  };
  /// Ends a run for good: what waits in it is got no more, and its parts are nobody's.
  /// That with the label, else the one of the series that is not over. Throws RunError
  /// if there is none or several, if it is over or being ended, and, unless `is_forced`,
  /// if a process holds a group of it.
  [[nodiscard]] Abandoned abandon(const std::string& name, const std::string& label,
                                  bool is_forced);
  [[nodiscard]] bool is_abandoned(const QueueRun& run);

  /// Runs that are over and older than the last `keep` of their series that ended;
  /// abandoned ones do not count among these. The oldest first.
  [[nodiscard]] std::vector<QueueRun> old_runs(std::int64_t keep);
  /// Takes all rows of a run that is over away.
  void forget(const QueueRun& run);

  [[nodiscard]] const std::string& shown() const { return connection_.shown(); }
  [[nodiscard]] QueueConnection& connection() { return connection_; }

 private:
  [[nodiscard]] std::vector<std::int64_t> groups_for(
      const std::vector<GroupWish>& groups);
  struct Placed {
    std::int64_t group = 0;
    bool is_in_use = false;  ///< held, or something waits in it
  };
  [[nodiscard]] std::map<std::string, Placed, std::less<>> placed(
      const std::vector<GroupWish>& groups);
  void put(const QueueRun& run, const std::string& url, const QueueSnapshot& snapshot);
  [[noreturn]] void refuse_to_abandon(const std::string& name, const std::string& label);

  QueueConnection connection_;
  std::string owner_;
  double lease_;  ///< seconds
};

/// `runs/NAME/NUMBER/`, below the prefix that all runs share.
[[nodiscard]] std::string run_folder(const QueueRun& run);

}  // namespace semsite
