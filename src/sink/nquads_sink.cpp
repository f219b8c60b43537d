#include "sink/nquads_sink.hpp"

#include <utility>

namespace semsite {
namespace {
/// Buffers kept for later batches, and the size above which one is not worth keeping.
constexpr std::size_t kSpareBuffers = 8;
constexpr std::size_t kSpareBytes = 1024 * 1024;
}  // namespace

void NQuadsSink::write(const QuadBatch& batch) {
  Text text{.lines = spare_buffer(), .quads = batch.size()};
  append_quads(text.lines, batch, graphs_);

  std::unique_lock lock{mutex_};
  Lane& lane = lanes_[&batch.document()];
  lane.waiting.emplace(batch.sequence(), std::move(text));
  // Whoever is writing this document takes our text too, in its turn.
  if (!lane.writing) drain(lane, lock);
}

/// Writes all texts whose turn has come; the lock is open while the output works.
void NQuadsSink::drain(Lane& lane, std::unique_lock<std::mutex>& lock) {
  lane.writing = true;
  while (!lane.waiting.empty() && lane.waiting.begin()->first == lane.next) {
    Text text = std::move(lane.waiting.extract(lane.waiting.begin()).mapped());
    lock.unlock();
    try {
      output_.append(text.lines.view());
    } catch (...) {
      lock.lock();
      lane.writing = false;
      throw;
    }
    quads_ += text.quads;
    lock.lock();
    ++lane.next;
    if (spare_.size() < kSpareBuffers && text.lines.capacity() <= kSpareBytes) {
      text.lines.clear();
      spare_.push_back(std::move(text.lines));
    }
  }
  lane.writing = false;
}

TextBuffer NQuadsSink::spare_buffer() {
  const std::scoped_lock lock{mutex_};
  if (spare_.empty()) return {};
  TextBuffer buffer = std::move(spare_.back());
  spare_.pop_back();
  return buffer;
}

void NQuadsSink::end_document(const Document& document) {
  const std::scoped_lock lock{mutex_};
  lanes_.erase(&document);
}

}  // namespace semsite
