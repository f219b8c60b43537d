#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/block.hpp"
#include "base/mutex.hpp"
#include "fetch/body.hpp"

namespace semsite {

/// Hand-over of one answer from the network thread to its reader, bounded.
///
/// The network thread never waits here: when the pipe is full, put() says so and the
/// transfer is paused until `on_room` is called. Bytes are gathered in slabs of up to
/// `kBlockBytes`; a block is a view into the filled part of a slab, so that nothing is
/// copied twice. Thread-safe.
class BodyPipe {
 public:
  /// Bytes held before the transfer is paused; the last chunk may go over it.
  static constexpr std::size_t kCapacityBytes = 4 * 1024 * 1024;

  /// `on_room` is called on the reader's thread, outside the lock, when a paused transfer
  /// may go on; `on_abandon` when the reader has gone. Both must stay callable for as
  /// long as the pipe lives.
  BodyPipe(std::function<void()> on_room, std::function<void()> on_abandon);

  // The network thread's side.
  enum class Put { taken, full, abandoned };
  void put_head(ResponseHead head);
  /// Copies `bytes`, or takes nothing of them if the pipe is full.
  [[nodiscard]] Put put(std::string_view bytes);
  /// Shows the reader bytes that are too few to be worth waking it for each time.
  void flush();
  void finish();
  /// The reader gets what came before, then FetchError. Only the first end counts.
  void fail(FetchFailure failure, std::string message);
  void set_wire_bytes(std::uint64_t bytes) { wire_bytes_ = bytes; }
  /// Is the transfer paused because the reader is slow?
  [[nodiscard]] bool is_full() const;

  // The reader's side: as in Body.
  [[nodiscard]] const ResponseHead& head();
  [[nodiscard]] Block read();
  [[nodiscard]] std::uint64_t wire_bytes() const { return wire_bytes_; }
  /// Nobody reads any more; what is held is freed.
  void abandon();

 private:
  struct Slab;
  struct Failure {
    FetchFailure kind;
    std::string message;
  };
  void append(std::string_view bytes) SEMSITE_REQUIRES(mutex_);
  [[noreturn]] void throw_failure() const SEMSITE_REQUIRES(mutex_);

  std::function<void()> on_room_;
  std::function<void()> on_abandon_;
  std::atomic<std::uint64_t> wire_bytes_{0};

  mutable Mutex mutex_;
  Condition changed_;
  std::optional<ResponseHead> head_ SEMSITE_GUARDED_BY(mutex_);
  std::deque<std::shared_ptr<Slab>> slabs_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t held_ SEMSITE_GUARDED_BY(mutex_) = 0;      ///< bytes put and not yet read
  std::uint64_t offset_ SEMSITE_GUARDED_BY(mutex_) = 0;  ///< of the next byte to read
  std::size_t next_slab_bytes_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool full_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool reader_waits_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool ended_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool abandoned_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::optional<Failure> failure_ SEMSITE_GUARDED_BY(mutex_);
};

/// The reader's end of `pipe` as a Body; abandons the pipe when it is destroyed.
[[nodiscard]] std::unique_ptr<Body> read_end(std::shared_ptr<BodyPipe> pipe);

}  // namespace semsite
