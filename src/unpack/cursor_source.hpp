#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "base/byte_source.hpp"
#include "unpack/byte_cursor.hpp"

namespace semsite {

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
