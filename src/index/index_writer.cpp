#include "index/index_writer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "index/byte_code.hpp"
#include "index/document_columns.hpp"
#include "index/index_key.hpp"
#include "index/postings.hpp"

namespace semsite {
namespace {

/// Statements that are packed together: enough to pack well, few enough to unpack at
/// once.
constexpr std::size_t kBlockStatementBytes = std::size_t{64} << 10U;
constexpr std::size_t kBlockDocuments = 64;
/// A transaction of its own for each, so that the log beside the file stays small.
constexpr std::size_t kPartBytes = std::size_t{64} << 20U;

std::string folder_name(const SegmentRoom& room) { return room.name + "-segment"; }

/// Is `key` one under which no documents are found, but things counted?
bool is_counted(std::string_view key) {
  return key.front() == key_kind::linkset || key.front() == key_kind::site;
}

/// What was counted in all blocks.
std::uint64_t sum_of(const PostingPiece& piece) {
  std::uint64_t out = 0;
  for (PostingReader counts{piece.count, piece.first, piece.bytes}; !counts.done();
       counts.next())
    out += counts.in().number();
  return out;
}

}  // namespace

void remove_left_files(const SegmentRoom& room) {
  const TemporaryFiles left{room.temporary, folder_name(room),
                            TemporaryFiles::Lifetime::until_done};
}

SegmentWriter::SegmentWriter(IndexStore& store, const RecordFacts& facts,
                             const SegmentRoom& room)
    : store_(store),
      files_(room.temporary, folder_name(room), TemporaryFiles::Lifetime::until_done),
      pool_(facts, room.threads),
      postings_(files_, room.memory_bytes / 2),
      most_waiting_(2 * std::size_t{std::max(1U, room.threads)} + 1) {
  files_.clear([](const std::string&) { return false; });
  Database::Transaction transaction{store_.database()};
  store_.database().run("INSERT INTO segment VALUES (NULL, 0, 0, 0, '', '', '')");
  id_ = store_.database().last_id();
  transaction.commit();
}

void SegmentWriter::add(DocumentText text) {
  DocumentBlock::Item item;
  item.record.text = std::move(text);
  add(std::move(item));
}

void SegmentWriter::add(DocumentRecord record) {
  add(DocumentBlock::Item{.record = std::move(record), .is_made = true});
}

void SegmentWriter::add(DocumentBlock::Item item) {
  const std::size_t size = item.record.text.statements.size();
  if (!block_.items.empty() && (block_bytes_ + size > kBlockStatementBytes ||
                                block_.items.size() >= kBlockDocuments))
    send();
  block_.items.push_back(std::move(item));
  block_bytes_ += size;
  bytes_ += size;
  ++documents_;
}

void SegmentWriter::send() {
  if (block_.items.empty()) return;
  // Few large documents are as much as many small ones.
  const std::size_t most = block_bytes_ > 16 * kBlockStatementBytes ? 2 : most_waiting_;
  while (pool_.waiting() >= most) take_one();
  pool_.put(std::exchange(block_, {}));
  block_bytes_ = 0;
}

void SegmentWriter::begin_part() {
  if (!part_) part_ = std::make_unique<Database::Transaction>(store_.database());
}

void SegmentWriter::end_part() {
  if (!part_) return;
  part_->commit();
  part_.reset();
  part_bytes_ = 0;
}

void SegmentWriter::take_one() {
  const DocumentBlock block = pool_.take();
  begin_part();
  Database::Query{store_.database(), "INSERT INTO record VALUES (?, ?, ?)"}
      .number(id_)
      .number(written_)
      .text(block.records)
      .run();
  Database::Query{store_.database(), "INSERT INTO content VALUES (?, ?, ?)"}
      .number(id_)
      .number(written_)
      .text(block.contents)
      .run();
  for (ByteReader in{block.links}; !in.done();) {
    const std::string_view key = in.text();
    postings_.add(key, written_, in.text());
  }
  for (std::size_t i = 0; i < block.keys.size(); ++i, ++written_) {
    for (ByteReader in{block.keys[i]}; !in.done();) {
      const std::string_view key = in.text();
      postings_.add(key, written_, in.text());
    }
    lengths_ += step_byte(block.lengths[i]);
    const std::int64_t date = block.items[i].record.updated;
    put_number(dates_, folded(date - last_date_));
    last_date_ = date;
    words_ += block.lengths[i];
    note_dataset(block.items[i].record.dataset);
  }
  part_bytes_ += block.records.size() + block.contents.size();
  if (part_bytes_ > kPartBytes) end_part();
}

void SegmentWriter::note_dataset(const std::string& dataset) {
  if (dataset_count_ == 0 || dataset != dataset_) {
    end_dataset();
    dataset_ = dataset;
  }
  ++dataset_count_;
}

void SegmentWriter::end_dataset() {
  if (dataset_count_ == 0) return;
  put_text(dataset_names_, cut_text_key(dataset_));
  put_number(dataset_counts_, dataset_count_);
  dataset_count_ = 0;
}

void SegmentWriter::write_postings() {
  PostingBlockWriter blocks{[&](std::string_view key, std::string_view block) {
    begin_part();
    Database::Query{store_.database(), "INSERT INTO posting VALUES (?, ?, ?)"}
        .number(id_)
        .text(key)
        .text(block)
        .run();
    part_bytes_ += block.size();
    if (part_bytes_ > kPartBytes) end_part();
  }};
  postings_.finish([&](const PostingPiece& piece) {
    if (!is_counted(piece.key)) return blocks.add(piece);
    std::string sum;
    put_number(sum, sum_of(piece));
    blocks.add({.key = piece.key, .count = 1, .first = 0, .last = 0, .bytes = sum});
  });
  blocks.finish();
}

void SegmentWriter::finish() {
  send();
  while (pool_.waiting() > 0) take_one();
  write_postings();
  end_part();
  end_dataset();
}

void SegmentWriter::set_live() {
  Database::Query{store_.database(),
                  "UPDATE segment SET live = 1, documents = ?, words = ?, lengths = ?, "
                  "dates = ? WHERE id = ?"}
      .number(written_)
      .number(static_cast<std::int64_t>(words_))
      .text(lengths_)
      .text(dates_)
      .number(id_)
      .run();
  Database::Query{store_.database(), "INSERT INTO dataset VALUES (?, ?, ?, '')"}
      .number(id_)
      .text(dataset_names_)
      .text(dataset_counts_)
      .run();
}

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
