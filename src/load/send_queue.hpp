#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "base/mutex.hpp"

namespace semsite {

/// What becomes of the lines of a batch in the store.
enum class LoadEffect : std::uint8_t {
  add,
  remove,  ///< they are N-Quads of any graphs, without blank nodes
  drop,    ///< they are names of graphs in brackets
};

/// The statements that go to the store in one body, or in several if that is too much.
struct LoadBatch {
  std::uint64_t number = 0;  ///< from 0, in the order of the input
  /// Of all lines. Of N-Quads, one of their graphs, by which it can be told whether they
  /// were taken; `_:…` if that can only be told by all named ones.
  std::string graph{};
  std::uint32_t lane = 0;  ///< one at a time of those with blank nodes
  std::string text{};      ///< canonical N-Triples or N-Quads, each line with its end
  /// Where groups of lines end that must not be torn apart, because they share blank
  /// nodes. Empty: no blank nodes, each line can stand alone and be sent twice.
  std::vector<std::size_t> ends{};
  std::uint64_t statements = 0;
  bool replaces = false;  ///< what was in the graph goes
  LoadEffect effect = LoadEffect::add;

  [[nodiscard]] bool has_blank_nodes() const { return !ends.empty(); }
};

/// A batch that waits, its text in memory or in a temporary file of its own.
class WaitingBatch {
 public:
  explicit WaitingBatch(LoadBatch batch)
      : batch_(std::move(batch)), bytes_(batch_.text.size()) {}

  /// Puts the text into a file. If there is no room for it, it stays in memory.
  void spool();
  [[nodiscard]] bool is_spooled() const { return file_.valid(); }

  /// The batch with its text. Throws RunError if the file cannot be read.
  [[nodiscard]] LoadBatch take();

  [[nodiscard]] const LoadBatch& facts() const { return batch_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  LoadBatch batch_;
  std::size_t bytes_;
  Descriptor file_;
};

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
