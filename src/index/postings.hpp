#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/byte_code.hpp"
#include "index/index_store.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// The documents that have one key. `bytes`: what is told of the first document, then for
/// each other one the distance from the one before it (LEB128) and what is told of it.
struct PostingPiece {
  std::string_view key;
  std::uint32_t count = 0;
  std::uint32_t first = 0;  ///< document
  std::uint32_t last = 0;   ///< document
  std::string_view bytes;
};

/// Gathers postings in memory: keys in any order, documents of a key in rising order.
/// One thread.
class PostingTable {
 public:
  PostingTable();

  /// `document` has `key`, and `payload` is told of that. A second time for the same
  /// document is ignored.
  void add(std::string_view key, std::uint32_t document, std::string_view payload);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  /// Memory in use.
  [[nodiscard]] std::size_t bytes() const;

  /// Gives the pieces sorted by their keys; views are valid during the call only.
  void each(const std::function<void(const PostingPiece&)>& take) const;
  void clear();

 private:
  struct Entry {
    std::uint64_t hash;
    const char* key;
    std::uint32_t key_size;
    std::uint32_t count, first, last;
    char* head;  ///< its first slice
    char* at;    ///< the next byte
    char* end;   ///< where the slice's link to the next one stands
    std::uint32_t slice_size;
  };

  Entry& entry_of(std::string_view key);
  void write(Entry& entry, std::string_view bytes);
  [[nodiscard]] char* allocate(std::size_t size);
  void grow();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  ///< index of the entry + 1; a power of two of them
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t large_bytes_ = 0;
  char* free_ = nullptr;
  std::size_t free_bytes_ = 0;
};

/// Puts sorted pieces into blocks of about a page of the file. A block is a row: its key
/// is that of its first piece. In it each piece stands as the number of bytes its key
/// shares with the one before, the rest of the key, count, first document, and the bytes.
class PostingBlockWriter {
 public:
  using Take = std::function<void(std::string_view key, std::string_view block)>;
  explicit PostingBlockWriter(Take take) : take_(std::move(take)) {}

  /// Keys rise from call to call.
  void add(const PostingPiece& piece);
  void finish();

 private:
  Take take_;
  std::string first_, last_, block_;
};

/// Reads one block. `piece().last` is not known.
class PostingBlockReader {
 public:
  /// `block` outlives it.
  explicit PostingBlockReader(std::string_view block) : in_(block) {}

  /// Goes to the next piece; false at the end. Throws RunError if the block is damaged.
  bool next();
  [[nodiscard]] const PostingPiece& piece() const { return piece_; }

 private:
  ByteReader in_;
  std::string key_;
  PostingPiece piece_;
};

/// Reads the documents of a key one after another. `skip` reads over what is told of a
/// document; whoever wants to know reads it from `in()` instead, before `next`.
class PostingReader {
 public:
  PostingReader(std::uint32_t count, std::uint32_t first, std::string_view bytes,
                std::uint32_t documents = std::numeric_limits<std::uint32_t>::max())
      : in_(bytes), left_(count), document_(first), documents_(documents) {
    check();
  }
  /// Throws RunError, as `next` does, at a document that the segment has not.
  explicit PostingReader(const PostingList& list)
      : PostingReader(list.count, list.first, list.bytes, list.documents) {}

  [[nodiscard]] bool done() const { return left_ == 0; }
  [[nodiscard]] std::uint32_t document() const { return document_; }
  [[nodiscard]] ByteReader& in() { return in_; }
  /// After the payload was read.
  void next() {
    if (--left_ == 0) return;
    document_ += static_cast<std::uint32_t>(in_.number());
    check();
  }

 private:
  void check() const {
    if (left_ > 0 && document_ >= documents_) ByteReader::damaged();
  }

  ByteReader in_;
  std::uint32_t left_;
  std::uint32_t document_;
  std::uint32_t documents_;  ///< of the segment: all numbers are below
};

/// All postings of a segment: gathered in memory, and in sorted runs on disk where that
/// is not enough. One thread. Throws RunError when the disk fails.
class PostingRuns {
 public:
  /// `files` outlives it.
  PostingRuns(const TemporaryFiles& files, std::size_t memory_bytes)
      : files_(files), memory_bytes_(std::min(memory_bytes, kMostMemory)) {}

  /// As PostingTable::add. Documents rise from call to call.
  void add(std::string_view key, std::uint32_t document, std::string_view payload);

  /// Gives each key once with all its documents, in order; views are valid during the
  /// call only. Nothing may be added afterwards.
  void finish(const std::function<void(const PostingPiece&)>& take);

 private:
  /// More gains nothing, and places of keys are 32 bits wide when they are sorted.
  static constexpr std::size_t kMostMemory = std::size_t{1} << 30U;

  void write_run();

  const TemporaryFiles& files_;
  const std::size_t memory_bytes_;
  PostingTable table_;
  std::vector<std::string> runs_;
  std::size_t added_ = 0;
};

}  // namespace semsite
