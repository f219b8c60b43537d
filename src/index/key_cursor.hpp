#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "index/index_store.hpp"
#include "index/posting_block.hpp"

namespace semsite {

/// Goes forward through the keys of one kind in a segment, reading over those between.
class KeyCursor {
 public:
  /// `store` outlives it and keeps its segments.
  KeyCursor(IndexStore& store, std::size_t segment, char kind)
      : store_(store), segment_(segment), kind_(kind) {}

  /// Goes to the first key whose text is not before `text`; never back. False if there is
  /// none.
  bool seek(std::string_view text);
  /// Goes to the key behind; false if there is none.
  bool next() { return seek(std::string{text()} + '\0'); }
  /// What stands behind the kind in the key; after a `seek` that found one.
  [[nodiscard]] std::string_view text() const { return piece().key.substr(1); }
  [[nodiscard]] const PostingPiece& piece() const { return reader_->piece(); }

 private:
  IndexStore& store_;
  std::size_t segment_;
  char kind_;
  PostingBlock block_;
  std::optional<PostingBlockReader> reader_;
  bool on_key_ = false;
  bool at_end_ = false;
  std::string wanted_;
};

}  // namespace semsite
