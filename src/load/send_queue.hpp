#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "base/mutex.hpp"
#include "load/load_batch.hpp"
#include "load/waiting_batch.hpp"

namespace semsite {

/// Threads that send batches, a few at once. Of batches with blank nodes, only one of
/// each lane is under way at a time; they pass the others.
///
/// Batches without blank nodes wait in memory or, if there are more of them, in temporary
/// files: so whoever cuts batches is early at those with blank nodes, which come last and
/// go one after another, and which can then go beside the others.
class SendQueue {
 public:
  using Send = std::function<void(const LoadBatch&)>;
  /// What may wait in files.
  struct Room {
    std::size_t batches = 256;
    std::size_t bytes = std::size_t{1} << 30U;
  };
  SendQueue(unsigned threads, Room room, Send send);
  /// Leaves out what nobody has begun to send.
  ~SendQueue();
  SendQueue(const SendQueue&) = delete;
  SendQueue& operator=(const SendQueue&) = delete;

  /// Waits for room: in memory wait as many batches of either kind as there are threads.
  /// Rethrows what `send` has thrown. For one thread.
  void push(LoadBatch batch);
  /// Lets no more than this wait in files from now on: what does not help need not be
  /// written.
  void read_ahead(std::size_t bytes);
  /// Waits until everything is sent. Rethrows.
  void drain();

 private:
  using Waiting = std::deque<WaitingBatch>;

  void work();
  /// Takes what can be sent now, if there is something.
  [[nodiscard]] std::optional<WaitingBatch> next() SEMSITE_REQUIRES(mutex_);
  /// The first batch with blank nodes whose lane is free.
  [[nodiscard]] Waiting::const_iterator free_with_nodes() const SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] bool has_next() const SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] bool has_room(const Waiting& waiting) const SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] bool may_spool(std::size_t bytes) const SEMSITE_REQUIRES(mutex_);

  Send send_;
  std::size_t most_in_memory_;
  Room room_;
  std::size_t ahead_ SEMSITE_GUARDED_BY(mutex_) = room_.bytes;
  Mutex mutex_;
  Condition changed_;
  /// without and with blank nodes
  Waiting plain_ SEMSITE_GUARDED_BY(mutex_), with_nodes_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t spooled_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::size_t spooled_bytes_ SEMSITE_GUARDED_BY(mutex_) = 0;
  /// lanes that get blank nodes just now
  std::set<std::uint32_t> busy_ SEMSITE_GUARDED_BY(mutex_);
  unsigned under_way_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool closed_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
  std::vector<std::jthread> threads_;  ///< last, as they use the others
};

}  // namespace semsite
