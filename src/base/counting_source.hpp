#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "base/borrowed_source.hpp"
#include "base/byte_source.hpp"

namespace semsite {

/// Hands on what another source gives, and counts it.
class CountingSource final : public ByteSource {
 public:
  /// Told the length of each block before it is handed on; 0 at the end. What it throws
  /// ends the reading.
  using Note = std::function<void(std::size_t bytes)>;

  /// `inner` outlives it.
  explicit CountingSource(ByteSource& inner)
      : inner_(std::make_unique<BorrowedSource>(inner)) {}
  CountingSource(std::unique_ptr<ByteSource> inner, Note note)
      : note_(std::move(note)), inner_(std::move(inner)) {}

  [[nodiscard]] Block read() override {
    Block block = inner_->read();
    bytes_ += block.bytes.size();
    if (note_) note_(block.bytes.size());
    return block;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  Note note_;  // outlives what is read under it
  std::unique_ptr<ByteSource> inner_;
  std::uint64_t bytes_ = 0;
};

}  // namespace semsite
