#include "fetch/body.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "fetch/http_header.hpp"

namespace semsite {

std::string_view failure_name(FetchFailure failure) {
  switch (failure) {
    case FetchFailure::none:
      return "none";
    case FetchFailure::dns:
      return "dns";
    case FetchFailure::connect:
      return "connect";
    case FetchFailure::tls:
      return "tls";
    case FetchFailure::stalled:
      return "stalled";
    case FetchFailure::timeout:
      return "timeout";
    case FetchFailure::slow:
      return "slow";
    case FetchFailure::broken:
      return "broken";
    case FetchFailure::wrong_length:
      return "wrong-length";
    case FetchFailure::bad_coding:
      return "bad-coding";
    case FetchFailure::refused_address:
      return "refused-address";
    case FetchFailure::too_large:
      return "too-large";
    case FetchFailure::long_header:
      return "long-header";
    case FetchFailure::protocol:
      return "protocol";
    case FetchFailure::file:
      return "file";
    case FetchFailure::cancelled:
      return "cancelled";
  }
  return "none";
}

std::string_view body_fault_name(BodyFault fault) {
  switch (fault) {
    case BodyFault::broken:
      return "broken";
    case BodyFault::wrong_length:
      return "wrong-length";
    case BodyFault::bad_range:
      return "bad-range";
    case BodyFault::changed:
      return "changed";
    case BodyFault::checksum:
      return "checksum";
    case BodyFault::digest:
      break;
  }
  return "digest";
}

bool is_transient(FetchFailure failure) {
  switch (failure) {
    case FetchFailure::dns:
    case FetchFailure::connect:
    case FetchFailure::stalled:
    case FetchFailure::broken:
    case FetchFailure::wrong_length:
      return true;
    default:
      return false;
  }
}

std::string_view ResponseHead::header(std::string_view name) const {
  for (const auto& [field, value] : headers)
    if (field == name) return value;
  return {};
}

std::vector<std::string> ResponseHead::headers_of(std::string_view name) const {
  std::vector<std::string> out;
  for (const auto& [field, value] : headers)
    if (field == name) out.push_back(value);
  return out;
}

std::optional<std::uint64_t> ResponseHead::length() const {
  if (decoded) return std::nullopt;
  if (const std::string_view range = header("content-range"); !range.empty()) {
    const auto parsed = parse_content_range(range);
    if (status == 206 || status == 416) return parsed ? parsed->total : std::nullopt;
  }
  if (status == 206) return std::nullopt;
  // RFC 9112 §6.3: Transfer-Encoding overrides Content-Length.
  if (!header("transfer-encoding").empty()) return std::nullopt;
  return parse_uint(header("content-length"));
}

std::string ResponseHead::media_type() const {
  const std::string_view value = header("content-type");
  return lower_ascii(trim(value.substr(0, value.find(';'))));
}

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

BodyPipe::BodyPipe(std::function<void()> on_room, std::function<void()> on_abandon,
                   Begin begin)
    : on_room_(std::move(on_room)),
      on_abandon_(std::move(on_abandon)),
      looks_(begin == Begin::by_look) {}

/// How much may be held now.
std::size_t BodyPipe::capacity() const {
  if (!looks_) return kCapacityBytes;
  return kLookBytes -
         static_cast<std::size_t>(std::min<std::uint64_t>(offset_, kLookBytes));
}

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
    if (held_ >= capacity()) {
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
  if (held_ == 0 && looks_ && offset_ >= kLookBytes) {
    looks_ = false;
    if (std::exchange(full_, false)) {
      lock.unlock();
      on_room_();
      lock.lock();
    }
  }
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
  const bool room = full_ && !looks_ && held_ < kCapacityBytes / 2;
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
