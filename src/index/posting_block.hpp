#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "index/byte_code.hpp"
#include "index/index_store.hpp"
#include "index/posting_table.hpp"

namespace semsite {

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

}  // namespace semsite
