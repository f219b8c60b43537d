#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "commands/fetch_options.hpp"
#include "fetch/transport.hpp"
#include "queue/part_place.hpp"
#include "queue/work_queue.hpp"

namespace semsite {

/// One item of a run, on this machine: its folder below `--work`, with the state and the
/// output that `semsite fetch` would have; and what is put where all machines see it.
/// One thread, but for `take_snapshot`.
class QueueItemWork {
 public:
  /// References outlive it. `former`: where the state was put last; nothing: nowhere.
  QueueItemWork(const FetchCommandOptions& options, const QueueRun& run,
                const QueueItem& item, std::int64_t token, PartPlace& place,
                std::optional<QueueSnapshot> former);

  /// Brings the state to this machine, if that at the place is newer than the one here,
  /// or that here is of another queue. False: it is lost, or not what was put there, and
  /// all will be got anew.
  [[nodiscard]] bool prepare();
  /// Gets the site, unless a process that was killed has got it for this run. Nothing: it
  /// was stopped.
  [[nodiscard]] std::optional<ItemEnd> fetch(Transport& transport,
                                             const std::stop_token& stop);
  /// Has a process that was killed got it for this run? Then `fetch` asks nobody.
  [[nodiscard]] bool was_got() const { return ended_before().has_value(); }
  /// The end of a site that was begun too often: what the run before had of it stays.
  [[nodiscard]] ItemEnd give_up() const;
  /// Puts the output into parts at the place; fills in `end.parts`. False: stopped.
  [[nodiscard]] bool put_parts(ItemEnd& end, const std::stop_token& stop);
  /// Puts state and output there, as the run has left them. Nothing: there is no state.
  [[nodiscard]] std::optional<QueueSnapshot> put_whole();
  /// The same of the state alone, while `fetch` goes on; the output stays what it was
  /// before this run. Thread-safe beside `fetch`.
  [[nodiscard]] std::optional<QueueSnapshot> take_snapshot();
  /// What was put there before `put_whole` is needed no more.
  void take_former_away();

  [[nodiscard]] const QueueItem& item() const { return item_; }
  [[nodiscard]] std::int64_t token() const { return token_; }

 private:
  void take_away() const;
  [[nodiscard]] bool restore() const;
  [[nodiscard]] bool get_whole(const std::string& name, const std::string& sha256,
                               const std::string& path) const;
  [[nodiscard]] std::string object(std::uint64_t seq, const char* suffix) const;
  [[nodiscard]] std::optional<QueueSnapshot> put_state(std::uint64_t seq);
  void note_ended(const ItemEnd& end) const;
  [[nodiscard]] std::optional<ItemEnd> ended_before() const;
  [[nodiscard]] bool is_of_other_options() const;

  const QueueRun& run_;
  QueueItem item_;
  std::int64_t token_;
  PartPlace& place_;
  std::optional<QueueSnapshot> former_;
  std::string key_;     ///< of the site, in names
  std::string folder_;  ///< ends in a slash
  FetchCommandOptions options_;
  std::uint64_t part_bytes_;
  std::atomic<std::uint64_t> seq_ = 0;
  std::uint64_t whole_ = 0;  ///< of what `put_whole` put
};

}  // namespace semsite
