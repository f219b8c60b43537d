#include "sink/relay_sink.hpp"

#include <utility>

namespace semsite {

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
