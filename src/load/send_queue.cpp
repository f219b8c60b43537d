#include "load/send_queue.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr const char* kBodyFile = "the temporary file of a body";

}  // namespace

void WaitingBatch::spool() {
  try {
    Descriptor file = anonymous_file();
    write_all(file.get(), batch_.text, kBodyFile);
    file_ = std::move(file);
  } catch (const RunError&) {
    return;
  }
  batch_.text = {};
}

LoadBatch WaitingBatch::take() {
  if (!is_spooled()) return std::move(batch_);
  batch_.text.resize(bytes_);
  for (std::size_t at = 0; at < bytes_;) {
    const ssize_t got = ::pread(file_.get(), batch_.text.data() + at, bytes_ - at,
                                static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw RunError{std::string{kBodyFile} + ": " +
                     (got == 0 ? "it is too short" : std::strerror(errno))};
    at += static_cast<std::size_t>(got);
  }
  file_ = {};
  return std::move(batch_);
}

SendQueue::SendQueue(unsigned threads, Room room, Send send)
    : send_(std::move(send)), most_in_memory_(threads), room_(room) {
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

SendQueue::~SendQueue() {
  {
    const MutexLock lock{mutex_};
    closed_ = true;
    plain_.clear();
    with_nodes_.clear();
  }
  changed_.notify_all();
}

bool SendQueue::has_room(const Waiting& waiting) const {
  return waiting.size() - (&waiting == &plain_ ? spooled_ : 0) < most_in_memory_;
}

bool SendQueue::may_spool(std::size_t bytes) const {
  return spooled_ < room_.batches && spooled_bytes_ + bytes <= ahead_;
}

void SendQueue::read_ahead(std::size_t bytes) {
  const MutexLock lock{mutex_};
  ahead_ = std::min(bytes, room_.bytes);
}

void SendQueue::push(LoadBatch batch) {
  const bool has_nodes = batch.has_blank_nodes();
  WaitingBatch entry{std::move(batch)};
  MutexLock lock{mutex_};
  Waiting& waiting = has_nodes ? with_nodes_ : plain_;
  if (&waiting == &plain_ && !error_ && !has_room(plain_) && may_spool(entry.bytes())) {
    lock.unlock();
    entry.spool();
    lock.lock();
  }
  if (!entry.is_spooled())
    while (!error_ && !has_room(waiting)) changed_.wait(mutex_);
  if (error_) std::rethrow_exception(error_);
  if (entry.is_spooled()) {
    ++spooled_;
    spooled_bytes_ += entry.bytes();
  }
  waiting.push_back(std::move(entry));
  changed_.notify_all();
}

void SendQueue::drain() {
  const MutexLock lock{mutex_};
  while (!error_ && (!plain_.empty() || !with_nodes_.empty() || under_way_ > 0))
    changed_.wait(mutex_);
  if (error_) std::rethrow_exception(error_);
}

SendQueue::Waiting::const_iterator SendQueue::free_with_nodes() const {
  const auto is_free = [this](const WaitingBatch& entry) SEMSITE_REQUIRES(mutex_) {
    return !busy_.contains(entry.facts().lane);
  };
  return std::ranges::find_if(with_nodes_, is_free);
}

bool SendQueue::has_next() const {
  return !plain_.empty() || free_with_nodes() != with_nodes_.end();
}

std::optional<WaitingBatch> SendQueue::next() {
  std::optional<WaitingBatch> out;
  const auto free = with_nodes_.begin() + (free_with_nodes() - with_nodes_.cbegin());
  if (free != with_nodes_.end()) {
    out = std::move(*free);
    with_nodes_.erase(free);
    busy_.insert(out->facts().lane);
  } else if (!plain_.empty()) {
    out = std::move(plain_.front());
    plain_.pop_front();
    if (out->is_spooled()) {
      --spooled_;
      spooled_bytes_ -= out->bytes();
    }
  }
  return out;
}

void SendQueue::work() {
  MutexLock lock{mutex_};
  for (;;) {
    while (!closed_ && !error_ && !has_next()) changed_.wait(mutex_);
    if (closed_ || error_) return;
    std::optional<WaitingBatch> entry = next();
    const bool has_nodes = entry->facts().has_blank_nodes();
    const std::uint32_t lane = entry->facts().lane;
    ++under_way_;
    changed_.notify_all();
    lock.unlock();
    std::exception_ptr error;
    try {
      send_(entry->take());
    } catch (...) {
      error = std::current_exception();
    }
    entry.reset();
    lock.lock();
    if (error && !error_) error_ = error;
    --under_way_;
    if (has_nodes) busy_.erase(lane);
    changed_.notify_all();
  }
}

}  // namespace semsite
