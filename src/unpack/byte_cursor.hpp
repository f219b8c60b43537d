#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>
#include <utility>

#include "base/byte_source.hpp"

namespace semsite {

/// Walks over a source: looks ahead as far as asked, takes without copying.
class ByteCursor {
 public:
  explicit ByteCursor(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  /// The next bytes in one piece: at least `wanted`, or all there are. Valid until
  /// anything else is called. Throws what the source throws if nothing came before that.
  [[nodiscard]] std::string_view peek(std::size_t wanted);

  /// What can be had without gathering; empty at the end.
  [[nodiscard]] std::string_view at_hand() { return peek(1); }

  /// The next bytes, at most `most`; empty at the end.
  [[nodiscard]] Block take(std::uint64_t most);

  /// Passes over `count` bytes. False if the source ends before.
  bool skip(std::uint64_t count);

  /// How many bytes were taken or passed over.
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  bool fetch();

  std::unique_ptr<ByteSource> source_;
  std::deque<Block> blocks_;
  std::uint64_t position_ = 0;
  bool ended_ = false;
};

/// What is left of a cursor, as a source.
class CursorSource final : public ByteSource {
 public:
  explicit CursorSource(std::unique_ptr<ByteCursor> cursor)
      : cursor_(std::move(cursor)), start_(cursor_->position()) {}

  [[nodiscard]] Block read() override {
    const std::uint64_t offset = cursor_->position() - start_;
    Block block = cursor_->take(kBlockBytes);
    block.offset = offset;
    return block;
  }

 private:
  std::unique_ptr<ByteCursor> cursor_;
  std::uint64_t start_;
};

}  // namespace semsite
