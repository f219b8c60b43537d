#include "load/send_queue.hpp"

#include <algorithm>
#include <utility>

namespace semsite {

SendQueue::SendQueue(unsigned threads, Send send)
    : send_(std::move(send)), most_waiting_(threads) {
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

SendQueue::~SendQueue() {
  {
    const std::scoped_lock lock{mutex_};
    closed_ = true;
    waiting_.clear();
  }
  changed_.notify_all();
}

void SendQueue::push(LoadBatch batch) {
  std::unique_lock lock{mutex_};
  changed_.wait(lock, [this] { return error_ || waiting_.size() < most_waiting_; });
  if (error_) std::rethrow_exception(error_);
  waiting_.push_back(std::move(batch));
  changed_.notify_all();
}

void SendQueue::drain() {
  std::unique_lock lock{mutex_};
  changed_.wait(lock, [this] { return error_ || (waiting_.empty() && under_way_ == 0); });
  if (error_) std::rethrow_exception(error_);
}

std::deque<LoadBatch>::iterator SendQueue::next() {
  return std::ranges::find_if(waiting_, [this](const LoadBatch& batch) {
    return !batch.has_blank_nodes() || !busy_.contains(batch.lane);
  });
}

void SendQueue::work() {
  std::unique_lock lock{mutex_};
  for (;;) {
    changed_.wait(lock, [this] { return closed_ || error_ || next() != waiting_.end(); });
    if (closed_ || error_) return;
    const auto at = next();
    const LoadBatch batch = std::move(*at);
    waiting_.erase(at);
    if (batch.has_blank_nodes()) busy_.insert(batch.lane);
    ++under_way_;
    changed_.notify_all();
    lock.unlock();
    std::exception_ptr error;
    try {
      send_(batch);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error && !error_) error_ = error;
    --under_way_;
    if (batch.has_blank_nodes()) busy_.erase(batch.lane);
    changed_.notify_all();
  }
}

}  // namespace semsite
