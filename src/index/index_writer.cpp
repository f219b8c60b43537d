#include "index/index_writer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace semsite {
namespace {

/// Then a segment ends: what is told of each of its documents is kept in memory, and a
/// killed run loses no more than the last one.
constexpr std::uint32_t kSegmentDocuments = 500'000;
constexpr std::uint64_t kSegmentBytes = std::uint64_t{4} << 30U;
/// More are merged: a query asks each segment.
constexpr std::size_t kMostSegments = 8;
constexpr std::size_t kFewSegments = 4;

}  // namespace

IndexWriter::IndexWriter(IndexStore& store, RecordFacts facts, SegmentRoom room)
    : store_(store), facts_(std::move(facts)), room_(std::move(room)) {
  remove_left_files(room_);  // perhaps no segment is written now
}

SegmentWriter& IndexWriter::segment() {
  if (!segment_) segment_ = std::make_unique<SegmentWriter>(store_, facts_, room_);
  return *segment_;
}

void IndexWriter::mark_gone(const DocumentPlace& place) {
  gone_.resize(store_.segments().size());
  const SegmentInfo& info = store_.segments()[place.segment];
  std::string& bits = gone_[place.segment];
  if (bits.empty()) {
    bits = info.gone_bits;
    bits.resize((info.documents + 7) / 8);
  }
  char& byte = bits[place.document >> 3U];
  byte =
      static_cast<char>(static_cast<unsigned char>(byte) | (1U << (place.document & 7U)));
  changed_ = true;
}

bool IndexWriter::make_room(const std::string& url, const std::string& checksum) {
  const auto place = store_.find_document(url);
  if (!place) {
    ++counts_.added;
    return true;
  }
  if (store_.checksum(*place) == checksum) {
    ++counts_.unchanged;
    return false;
  }
  mark_gone(*place);
  ++counts_.replaced;
  return true;
}

void IndexWriter::put(DocumentText text) {
  if (!make_room(text.url, text.checksum)) return;
  segment().add(std::move(text));
  commit_if_full();
}

void IndexWriter::put(DocumentRecord record) {
  if (!make_room(record.text.url, record.text.checksum)) return;
  segment().add(std::move(record));
  commit_if_full();
}

void IndexWriter::remove(const std::string& url) {
  const auto place = store_.find_document(url);
  if (!place) return;
  mark_gone(*place);
  ++counts_.removed;
}

void IndexWriter::commit_if_full() {
  if (segment_->documents() >= kSegmentDocuments || segment_->bytes() >= kSegmentBytes)
    commit();
}

void IndexWriter::commit() {
  if (segment_) segment_->finish();
  if (!segment_ && !changed_) return;
  Database::Transaction transaction{store_.database()};
  if (segment_) segment_->set_live();
  for (std::size_t i = 0; i < gone_.size(); ++i) {
    if (gone_[i].empty()) continue;
    Database::Query{store_.database(), "UPDATE segment SET gone = ? WHERE id = ?"}
        .text(gone_[i])
        .number(store_.segments()[i].id)
        .run();
  }
  store_.note_change();
  transaction.commit();
  segment_.reset();
  gone_.clear();
  changed_ = false;
  store_.refresh();
}

void IndexWriter::merge_segments(const std::function<void()>& step) {
  const std::vector<SegmentInfo>& all = store_.segments();
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto left = [&](std::size_t i) { return all[i].documents - all[i].gone; };
  std::ranges::sort(order, {}, left);
  const std::size_t smallest =
      all.size() > kMostSegments ? all.size() - kFewSegments + 1 : 0;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (i < smallest || left(order[i]) < all[order[i]].documents / 2 ||
        left(order[i]) == 0)
      chosen.push_back(order[i]);
  if (chosen.empty()) return;
  std::ranges::sort(chosen);
  SegmentWriter merged{store_, facts_, room_};
  std::vector<std::int64_t> ids;
  for (const std::size_t i : chosen) {
    ids.push_back(all[i].id);
    for (std::uint32_t document = 0; document < all[i].documents; ++document) {
      if (all[i].is_gone(document)) continue;
      step();
      merged.add(store_.whole_record({i, document}));
    }
  }
  merged.finish();
  Database::Transaction transaction{store_.database()};
  if (merged.documents() > 0) merged.set_live();
  store_.drop_segments(ids);
  store_.note_change();
  transaction.commit();
  store_.refresh();
}

}  // namespace semsite
