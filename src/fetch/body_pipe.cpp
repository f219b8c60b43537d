#include "fetch/body_pipe.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/byte_source.hpp"

namespace semsite {
namespace {

constexpr std::size_t kFirstSlabBytes = 32 * 1024;
/// A waiting reader is woken at once for this much, else by flush().
constexpr std::size_t kWorthWaking = kBlockBytes / 2;

class PipeBody final : public Body {
 public:
  explicit PipeBody(std::shared_ptr<BodyPipe> pipe) : pipe_(std::move(pipe)) {}
  ~PipeBody() override { pipe_->abandon(); }

  [[nodiscard]] const ResponseHead& head() override { return pipe_->head(); }
  [[nodiscard]] Block read() override { return pipe_->read(); }
  [[nodiscard]] std::uint64_t wire_bytes() const override { return pipe_->wire_bytes(); }

 private:
  std::shared_ptr<BodyPipe> pipe_;
};

}  // namespace

/// Bytes before `filled` never change once written, so blocks may view them while the
/// rest is being filled.
struct BodyPipe::Slab {
  explicit Slab(std::size_t size)
      : bytes(std::make_unique_for_overwrite<char[]>(size)), capacity(size) {}
  std::unique_ptr<char[]> bytes;
  std::size_t capacity;
  std::size_t filled = 0;
  std::size_t taken = 0;
};

BodyPipe::BodyPipe(std::function<void()> on_room, std::function<void()> on_abandon)
    : on_room_(std::move(on_room)), on_abandon_(std::move(on_abandon)) {}

void BodyPipe::put_head(ResponseHead head) {
  {
    const MutexLock lock{mutex_};
    // Small pages get a small slab; long or unknown ones grow to the full size.
    next_slab_bytes_ = static_cast<std::size_t>(std::clamp<std::uint64_t>(
        head.length().value_or(kFirstSlabBytes), 512, kBlockBytes));
    head_ = std::move(head);
  }
  changed_.notify_all();
}

BodyPipe::Put BodyPipe::put(std::string_view bytes) {
  bool wake = false;
  {
    const MutexLock lock{mutex_};
    if (abandoned_) return Put::abandoned;
    if (held_ >= kCapacityBytes) {
      full_ = true;
      return Put::full;
    }
    append(bytes);
    wake = reader_waits_ && held_ >= kWorthWaking;
    if (wake) reader_waits_ = false;
  }
  if (wake) changed_.notify_all();
  return Put::taken;
}

void BodyPipe::append(std::string_view bytes) {
  while (!bytes.empty()) {
    if (slabs_.empty() || slabs_.back()->filled == slabs_.back()->capacity) {
      slabs_.push_back(
          std::make_shared<Slab>(std::max(next_slab_bytes_, std::size_t{512})));
      next_slab_bytes_ = kBlockBytes;
    }
    Slab& slab = *slabs_.back();
    const std::size_t count = std::min(bytes.size(), slab.capacity - slab.filled);
    std::memcpy(slab.bytes.get() + slab.filled, bytes.data(), count);
    slab.filled += count;
    held_ += count;
    bytes.remove_prefix(count);
  }
}

void BodyPipe::flush() {
  {
    const MutexLock lock{mutex_};
    if (!reader_waits_ || held_ == 0) return;
    reader_waits_ = false;
  }
  changed_.notify_all();
}

void BodyPipe::finish() {
  {
    const MutexLock lock{mutex_};
    ended_ = true;
  }
  changed_.notify_all();
}

void BodyPipe::fail(FetchFailure failure, std::string message) {
  {
    const MutexLock lock{mutex_};
    if (ended_) return;
    failure_ = Failure{.kind = failure, .message = std::move(message)};
    ended_ = true;
  }
  changed_.notify_all();
}

bool BodyPipe::is_full() const {
  const MutexLock lock{mutex_};
  return full_;
}

void BodyPipe::throw_failure() const {
  throw FetchError{failure_->kind, failure_->message};
}

const ResponseHead& BodyPipe::head() {
  const MutexLock lock{mutex_};
  while (!head_ && !ended_) changed_.wait(mutex_);
  if (!head_) throw_failure();
  return *head_;
}

Block BodyPipe::read() {
  MutexLock lock{mutex_};
  while (held_ == 0 && !ended_) {
    reader_waits_ = true;
    changed_.wait(mutex_);
  }
  reader_waits_ = false;
  if (held_ == 0) {
    if (failure_) throw_failure();
    return {};
  }
  const std::shared_ptr<Slab> slab = slabs_.front();
  const std::size_t count = slab->filled - slab->taken;
  Block block{.bytes = {slab->bytes.get() + slab->taken, count},
              .owner = slab,
              .offset = offset_};
  slab->taken = slab->filled;
  if (slab->filled == slab->capacity) slabs_.pop_front();
  held_ -= count;
  offset_ += count;
  const bool room = full_ && held_ < kCapacityBytes / 2;
  if (room) full_ = false;
  lock.unlock();
  if (room) on_room_();
  return block;
}

void BodyPipe::abandon() {
  {
    const MutexLock lock{mutex_};
    abandoned_ = true;
    slabs_.clear();
    held_ = 0;
    full_ = false;
  }
  on_abandon_();
}

std::unique_ptr<Body> read_end(std::shared_ptr<BodyPipe> pipe) {
  return std::make_unique<PipeBody>(std::move(pipe));
}

}  // namespace semsite
