#include "index/key_cursor.hpp"

#include <utility>

namespace semsite {

bool KeyCursor::seek(std::string_view text) {
  if (at_end_) return false;
  wanted_ = kind_;
  wanted_ += text;
  if (on_key_ && piece().key >= wanted_) return true;
  for (;;) {
    while (reader_ && reader_->next()) {
      if (piece().key < wanted_) continue;
      on_key_ = piece().key.front() == kind_;
      at_end_ = !on_key_;
      return on_key_;
    }
    auto next = store_.block_at(segment_, wanted_);
    if (!next || (reader_ && next->key == block_.key))
      next = store_.block_behind(segment_, reader_ ? block_.key : std::string{});
    if (!next) {
      at_end_ = true;
      return false;
    }
    block_ = std::move(*next);
    reader_.emplace(block_.data);
  }
}

}  // namespace semsite
