#include "sink/document_lanes.hpp"

#include <utility>

namespace semsite {

void DocumentLanes::write(const QuadBatch& batch, TextBuffer text) {
  const MutexLock lock{mutex_};
  Lane& lane = lanes_[&batch.document()];
  lane.waiting.emplace(
      batch.sequence(),
      Text{.text = std::move(text), .quads = batch.size(), .given_up = batch.given_up()});
  // Whoever is writing this document takes our text too, in its turn.
  if (!lane.writing) drain(lane);
}

void DocumentLanes::drain(Lane& lane) {
  lane.writing = true;
  while (!lane.over && !lane.waiting.empty() &&
         lane.waiting.begin()->first == lane.next) {
    Text text = std::move(lane.waiting.extract(lane.waiting.begin()).mapped());
    mutex_.unlock();
    try {
      output_.append(std::move(text.text));
    } catch (...) {
      mutex_.lock();
      lane.writing = false;
      throw;
    }
    quads_ += text.quads;
    mutex_.lock();
    ++lane.next;
    lane.over = text.given_up;
  }
  lane.writing = false;
}

void DocumentLanes::end(const Document& document) {
  const MutexLock lock{mutex_};
  lanes_.erase(&document);
}

void RecordLanes::add(const QuadBatch& batch, BatchRecords records) {
  const MutexLock lock{mutex_};
  Lane& lane = lanes_[&batch.document()];
  if (lane.over) return;
  lane.waiting.emplace(batch.sequence(),
                       Waiting{std::move(records), batch.size(), batch.given_up()});
  for (auto next = lane.waiting.begin();
       next != lane.waiting.end() && next->first == lane.next && !lane.over;
       next = lane.waiting.erase(next), ++lane.next) {
    const Waiting& now = next->second;
    intake_.add({.texts = now.records.texts.view(), .ends = now.records.ends});
    quads_ += now.quads;
    lane.over = now.given_up;
  }
}

void RecordLanes::end_document(const Document& document) {
  const MutexLock lock{mutex_};
  lanes_.erase(&document);
}

std::uint64_t RecordLanes::quads() const {
  const MutexLock lock{mutex_};
  return quads_;
}

void NQuadsSink::write(const QuadBatch& batch) {
  TextBuffer lines = output_.spare_buffer();
  append_quads(lines, batch, graphs_);
  lanes_.write(batch, std::move(lines));
}

}  // namespace semsite
