#include "index/postings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>

#include "base/hash.hpp"
#include "index/byte_code.hpp"
#include "io/run_file.hpp"
#include "io/sorter.hpp"

namespace semsite {
namespace {

constexpr std::size_t kTableBlockBytes = std::size_t{1} << 20;
constexpr std::size_t kFirstSlots = std::size_t{1} << 16;
constexpr std::uint32_t kFirstSlice = 12;
constexpr std::uint32_t kLargestSlice = 4096;
/// Bytes around a key while it is sorted.
constexpr std::size_t kAroundKey = sizeof(std::uint32_t) + 1;

}  // namespace

PostingTable::PostingTable() : slots_(kFirstSlots, 0) {}

std::size_t PostingTable::bytes() const {
  return blocks_.size() * kTableBlockBytes + large_bytes_ +
         entries_.capacity() * sizeof(Entry) + slots_.size() * sizeof(std::uint32_t);
}

char* PostingTable::allocate(std::size_t size) {
  if (size > kTableBlockBytes / 4) {
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    large_bytes_ += size;
    return blocks_.back().get();
  }
  if (free_bytes_ < size) {
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(kTableBlockBytes));
    free_ = blocks_.back().get();
    free_bytes_ = kTableBlockBytes;
  }
  char* const out = free_;
  free_ += size;
  free_bytes_ -= size;
  return out;
}

void PostingTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    std::size_t at = entries_[i].hash & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = i + 1;
  }
}

PostingTable::Entry& PostingTable::entry_of(std::string_view key) {
  const std::uint64_t hash = text_hash(key);
  if (entries_.size() * 2 >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    Entry& entry = entries_[slots_[at] - 1];
    if (entry.hash == hash && std::string_view{entry.key, entry.key_size} == key)
      return entry;
  }
  char* const kept = allocate(key.size());
  std::memcpy(kept, key.data(), key.size());
  slots_[at] = static_cast<std::uint32_t>(entries_.size() + 1);
  entries_.push_back({.hash = hash,
                      .key = kept,
                      .key_size = static_cast<std::uint32_t>(key.size()),
                      .count = 0,
                      .first = 0,
                      .last = 0,
                      .head = nullptr,
                      .at = nullptr,
                      .end = nullptr,
                      .slice_size = 0});
  return entries_.back();
}

void PostingTable::write(Entry& entry, std::string_view bytes) {
  while (!bytes.empty()) {
    if (entry.at == entry.end) {
      const std::uint32_t size = entry.slice_size == 0
                                     ? kFirstSlice
                                     : std::min(kLargestSlice, entry.slice_size * 2);
      char* const slice = allocate(size + sizeof(char*));
      if (entry.head == nullptr) {
        entry.head = slice;
      } else {
        std::memcpy(entry.end, &slice, sizeof slice);
      }
      entry.at = slice;
      entry.end = slice + size;
      entry.slice_size = size;
    }
    const std::size_t part =
        std::min(bytes.size(), static_cast<std::size_t>(entry.end - entry.at));
    std::memcpy(entry.at, bytes.data(), part);
    entry.at += part;
    bytes.remove_prefix(part);
  }
}

void PostingTable::add(std::string_view key, std::uint32_t document,
                       std::string_view payload) {
  Entry& entry = entry_of(key);
  if (entry.count == 0) {
    entry.first = document;
  } else {
    if (entry.last == document) return;
    std::string distance;
    put_number(distance, document - entry.last);
    write(entry, distance);
  }
  ++entry.count;
  entry.last = document;
  write(entry, payload);
}

void PostingTable::each(const std::function<void(const PostingPiece&)>& take) const {
  // The keys side by side, the number of its entry before each and a zero behind, as
  // sort_strings wants them.
  std::size_t total = kSortSlack;
  for (const Entry& entry : entries_) total += entry.key_size + kAroundKey;
  const auto texts = std::make_unique_for_overwrite<char[]>(total);
  std::vector<SortItem> order;
  order.reserve(entries_.size());
  char* to = texts.get();
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    std::memcpy(to, &i, sizeof i);
    to += sizeof i;
    std::memcpy(to, entries_[i].key, entries_[i].key_size);
    order.push_back({.cache = 0,
                     .at = static_cast<std::uint32_t>(to - texts.get()),
                     .size = entries_[i].key_size});
    to += entries_[i].key_size;
    *to++ = '\0';
  }
  std::memset(to, 0, kSortSlack);
  sort_strings(order, texts.get());
  std::string bytes;
  for (const SortItem& item : order) {
    std::uint32_t index = 0;
    std::memcpy(&index, texts.get() + item.at - sizeof index, sizeof index);
    const Entry& entry = entries_[index];
    bytes.clear();
    std::uint32_t size = kFirstSlice;
    for (char* slice = entry.head; slice != nullptr;) {
      const bool is_last = slice + size == entry.end;
      bytes.append(slice, is_last ? static_cast<std::size_t>(entry.at - slice) : size);
      if (is_last) break;
      std::memcpy(&slice, slice + size, sizeof slice);
      size = std::min(kLargestSlice, size * 2);
    }
    take({.key = {entry.key, entry.key_size},
          .count = entry.count,
          .first = entry.first,
          .last = entry.last,
          .bytes = bytes});
  }
}

void PostingTable::clear() { *this = PostingTable{}; }

namespace {

/// With the row around it, a page of 8 KiB.
constexpr std::size_t kPostingBlockBytes = 7'600;

}  // namespace

void PostingBlockWriter::add(const PostingPiece& piece) {
  if (!block_.empty() &&
      block_.size() + piece.key.size() + piece.bytes.size() > kPostingBlockBytes)
    finish();
  std::size_t shared = 0;
  if (block_.empty()) {
    first_ = piece.key;
  } else {
    shared = common_prefix(last_, piece.key);
  }
  put_number(block_, shared);
  put_text(block_, piece.key.substr(shared));
  put_number(block_, piece.count);
  put_number(block_, piece.first);
  put_text(block_, piece.bytes);
  last_ = piece.key;
}

void PostingBlockWriter::finish() {
  if (block_.empty()) return;
  take_(first_, block_);
  block_.clear();
}

bool PostingBlockReader::next() {
  if (in_.done()) return false;
  key_.resize(std::min<std::uint64_t>(key_.size(), in_.number()));
  key_ += in_.text();
  piece_.key = key_;
  piece_.count = static_cast<std::uint32_t>(in_.number());
  piece_.first = static_cast<std::uint32_t>(in_.number());
  piece_.bytes = in_.text();
  return true;
}

namespace {

/// How often the memory is looked at.
constexpr std::size_t kLookAfter = 4096;

// A piece in a run: key, `\x01`, the number of the run (so that pieces of a key come in
// the order of their documents), the rest.
constexpr char kKeyEnd = '\x01';
constexpr std::size_t kNumberDigits = 6;

std::string as_record(const PostingPiece& piece, std::size_t run) {
  std::string out{piece.key};
  out += kKeyEnd;
  out += fmt::format("{:06}", run);
  put_number(out, piece.count);
  put_number(out, piece.first);
  put_number(out, piece.last);
  out += piece.bytes;
  return out;
}

/// Views into `record`.
PostingPiece piece_of(std::string_view record) {
  const std::size_t end = record.find(kKeyEnd);
  PostingPiece out;
  out.key = record.substr(0, end);
  const std::string_view rest = record.substr(end + 1 + kNumberDigits);
  ByteReader in{rest};
  out.count = static_cast<std::uint32_t>(in.number());
  out.first = static_cast<std::uint32_t>(in.number());
  out.last = static_cast<std::uint32_t>(in.number());
  out.bytes = in.rest();
  return out;
}

/// One key with all that has been seen of it.
class WholePiece {
 public:
  explicit WholePiece(const std::function<void(const PostingPiece&)>& take)
      : take_(take) {}

  void add(const PostingPiece& piece) {
    if (any_ && piece.key == key_) {
      put_number(bytes_, piece.first - whole_.last);
      whole_.count += piece.count;
    } else {
      end();
      key_ = piece.key;
      whole_ = piece;
      bytes_.clear();
      any_ = true;
    }
    whole_.last = piece.last;
    bytes_ += piece.bytes;
  }
  void end() {
    if (!any_) return;
    whole_.key = key_;
    whole_.bytes = bytes_;
    take_(whole_);
  }

 private:
  const std::function<void(const PostingPiece&)>& take_;
  std::string key_, bytes_;
  PostingPiece whole_;
  bool any_ = false;
};

}  // namespace

void PostingRuns::add(std::string_view key, std::uint32_t document,
                      std::string_view payload) {
  table_.add(key, document, payload);
  if (++added_ % kLookAfter == 0 && table_.bytes() > memory_bytes_) write_run();
}

void PostingRuns::write_run() {
  if (table_.empty()) return;
  runs_.push_back(files_.path(fmt::format("postings-{}", runs_.size())));
  RunWriter writer{runs_.back()};
  table_.each(
      [&](const PostingPiece& piece) { writer.add(as_record(piece, runs_.size())); });
  static_cast<void>(writer.finish());
  table_.clear();
}

void PostingRuns::finish(const std::function<void(const PostingPiece&)>& take) {
  if (runs_.empty()) {
    table_.each(take);
    table_.clear();
    return;
  }
  write_run();
  WholePiece whole{take};
  for (RunMerge merge{reduce_runs(std::move(runs_), files_, "postings", memory_bytes_),
                      memory_bytes_};
       merge.next();)
    whole.add(piece_of(merge.record()));
  whole.end();
}

}  // namespace semsite
