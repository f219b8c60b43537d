#include "load/send_queue.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace semsite {

SendQueue::SendQueue(unsigned threads, Room room, Send send)
    : send_(std::move(send)), most_in_memory_(threads), room_(room) {
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

SendQueue::~SendQueue() {
  {
    const std::scoped_lock lock{mutex_};
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
  const std::scoped_lock lock{mutex_};
  ahead_ = std::min(bytes, room_.bytes);
}

void SendQueue::push(LoadBatch batch) {
  Waiting& waiting = batch.has_blank_nodes() ? with_nodes_ : plain_;
  WaitingBatch entry{std::move(batch)};
  std::unique_lock lock{mutex_};
  if (&waiting == &plain_ && !error_ && !has_room(plain_) && may_spool(entry.bytes())) {
    lock.unlock();
    entry.spool();
    lock.lock();
  }
  if (!entry.is_spooled())
    changed_.wait(lock, [&] { return error_ || has_room(waiting); });
  if (error_) std::rethrow_exception(error_);
  if (entry.is_spooled()) {
    ++spooled_;
    spooled_bytes_ += entry.bytes();
  }
  waiting.push_back(std::move(entry));
  changed_.notify_all();
}

void SendQueue::drain() {
  std::unique_lock lock{mutex_};
  changed_.wait(lock, [this] {
    return error_ || (plain_.empty() && with_nodes_.empty() && under_way_ == 0);
  });
  if (error_) std::rethrow_exception(error_);
}

bool SendQueue::has_next() const {
  return !plain_.empty() ||
         std::ranges::any_of(with_nodes_, [this](const WaitingBatch& entry) {
           return !busy_.contains(entry.facts().lane);
         });
}

std::optional<WaitingBatch> SendQueue::next() {
  std::optional<WaitingBatch> out;
  const auto free = std::ranges::find_if(with_nodes_, [this](const WaitingBatch& entry) {
    return !busy_.contains(entry.facts().lane);
  });
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
  std::unique_lock lock{mutex_};
  for (;;) {
    changed_.wait(lock, [this] { return closed_ || error_ || has_next(); });
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
