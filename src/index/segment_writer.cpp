#include "index/segment_writer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "index/byte_code.hpp"
#include "index/index_key.hpp"
#include "index/posting_block.hpp"

namespace semsite {
namespace {

/// Statements that are packed together: enough to pack well, few enough to unpack at
/// once.
constexpr std::size_t kBlockBytes = std::size_t{64} << 10U;
constexpr std::size_t kBlockDocuments = 64;
/// A transaction of its own for each, so that the log beside the file stays small.
constexpr std::size_t kPartBytes = std::size_t{64} << 20U;

/// A document that many others mention ranks higher: a step for each half doubling.
char static_byte(std::uint64_t mentions) {
  const double steps = 2 * std::log2(1.0 + static_cast<double>(mentions));
  return static_cast<char>(std::min(63.0, std::round(steps)));
}

/// Goes through the keys of documents in step with the IRIs, which are in the same order.
class DocumentUrls {
 public:
  void add(const PostingPiece& piece) {
    put_text(all_, piece.key.substr(1));
    put_number(all_, piece.first);
  }
  /// How often each document's URL was mentioned.
  void note(std::string_view iri, std::uint32_t mentions, std::string& statics) {
    while (url_ < iri && !reader_.done()) {
      url_ = reader_.text();
      document_ = reader_.number();
    }
    if (url_ == iri && document_ < statics.size())
      statics[document_] = static_byte(mentions - 1);
  }
  void begin() { reader_ = ByteReader{all_}; }

 private:
  std::string all_;
  ByteReader reader_{{}};
  std::string_view url_;
  std::uint64_t document_ = ~std::uint64_t{0};
};

}  // namespace

SegmentWriter::SegmentWriter(IndexStore& store, const RecordFacts& facts,
                             const SegmentRoom& room)
    : store_(store),
      files_(room.temporary, room.name + "-segment",
             TemporaryFiles::Lifetime::until_done),
      pool_(facts, room.threads),
      postings_(files_, room.memory_bytes / 2),
      most_waiting_(2 * std::size_t{std::max(1U, room.threads)} + 1) {
  files_.clear([](const std::string&) { return false; });
  Database::Transaction transaction{store_.database()};
  store_.database().run("INSERT INTO segment VALUES (NULL, 0, 0, 0, '', '', '', '')");
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
  if (!block_.items.empty() &&
      (block_bytes_ + size > kBlockBytes || block_.items.size() >= kBlockDocuments))
    send();
  block_.items.push_back(std::move(item));
  block_bytes_ += size;
  bytes_ += size;
  ++documents_;
}

void SegmentWriter::send() {
  if (block_.items.empty()) return;
  // Few large documents are as much as many small ones.
  const std::size_t most = block_bytes_ > 16 * kBlockBytes ? 2 : most_waiting_;
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
  for (std::size_t i = 0; i < block.keys.size(); ++i, ++written_) {
    for (ByteReader in{block.keys[i]}; !in.done();) {
      const std::string_view key = in.text();
      postings_.add(key, written_, in.text());
    }
    lengths_ += length_byte(block.lengths[i]);
    const std::int64_t date = block.items[i].record.updated;
    put_number(dates_, folded(date - last_date_));
    last_date_ = date;
    words_ += block.lengths[i];
  }
  part_bytes_ += block.records.size() + block.contents.size();
  if (part_bytes_ > kPartBytes) end_part();
}

void SegmentWriter::write_postings() {
  statics_.assign(written_, '\0');
  DocumentUrls urls;
  bool begun = false;
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
    if (piece.key.front() == key_kind::document) urls.add(piece);
    if (piece.key.front() == key_kind::uri) {
      if (!std::exchange(begun, true)) urls.begin();
      urls.note(piece.key.substr(1), piece.count, statics_);
    }
    blocks.add(piece);
  });
  blocks.finish();
}

void SegmentWriter::finish() {
  send();
  while (pool_.waiting() > 0) take_one();
  write_postings();
  end_part();
}

void SegmentWriter::set_live() {
  Database::Query{store_.database(),
                  "UPDATE segment SET live = 1, documents = ?, words = ?, lengths = ?, "
                  "statics = ?, dates = ? WHERE id = ?"}
      .number(written_)
      .number(static_cast<std::int64_t>(words_))
      .text(lengths_)
      .text(statics_)
      .text(dates_)
      .number(id_)
      .run();
}

}  // namespace semsite
