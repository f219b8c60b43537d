#include "sink/record_lanes.hpp"

#include <utility>

namespace semsite {

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

}  // namespace semsite
