#include "sink/turn_sink.hpp"

#include <utility>

namespace semsite {

bool Turns::wait(std::size_t index, const std::stop_token& stop) {
  const MutexLock lock{mutex_};
  while (!cancelled_ && current_ < index) {
    if (stop.stop_requested()) return false;
    moved_.wait(mutex_, stop);
  }
  return !cancelled_;
}

void Turns::done(std::size_t index) {
  const MutexLock lock{mutex_};
  done_.insert(index);
  while (done_.erase(current_) > 0) ++current_;
  moved_.notify_all();
}

void Turns::cancel() {
  const MutexLock lock{mutex_};
  cancelled_ = true;
  moved_.notify_all();
}

TurnSink::TurnSink(QuadSink& inner, Turns& turns, std::size_t index, std::stop_token stop)
    : inner_(inner), turns_(turns), index_(index), stop_(std::move(stop)) {}

void TurnSink::write(const QuadBatch& batch) {
  if (turns_.wait(index_, stop_)) inner_.write(batch);
}

void TurnSink::end_document(const Document& document) {
  if (turns_.wait(index_, stop_)) inner_.end_document(document);
}

RelaySink::~RelaySink() {
  if (queue_) queue_->close();
}

void RelaySink::take(QuadBatch batch) {
  if (!std::exchange(any_, true)) {
    inner_.write(batch);
    return;
  }
  if (!queue_) {
    queue_.emplace(kBatches);
    thread_ = std::jthread{[this] { work(); }};
  }
  if (!queue_->push(std::move(batch))) stop();
}

void RelaySink::work() {
  try {
    while (const auto batch = queue_->pop()) inner_.write(*batch);
  } catch (...) {
    error_ = std::current_exception();
    queue_->close();
  }
}

/// Lets the thread come to its end; throws what it failed with.
void RelaySink::stop() {
  queue_->finish();
  thread_.join();
  queue_.reset();
  any_ = false;
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void RelaySink::end_document(const Document& document) {
  if (queue_) stop();
  any_ = false;
  inner_.end_document(document);
}

}  // namespace semsite
