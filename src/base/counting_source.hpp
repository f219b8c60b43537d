#pragma once

#include <cstdint>

#include "base/byte_source.hpp"

namespace semsite {

/// Counts the bytes that are read from another source, which outlives it.
class CountingSource final : public ByteSource {
 public:
  explicit CountingSource(ByteSource& inner) : inner_(inner) {}
  [[nodiscard]] Block read() override {
    Block block = inner_.read();
    bytes_ += block.bytes.size();
    return block;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  ByteSource& inner_;
  std::uint64_t bytes_ = 0;
};

}  // namespace semsite
