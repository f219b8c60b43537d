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

}  // namespace semsite
