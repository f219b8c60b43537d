#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "base/byte_source.hpp"

namespace semsite {

/// Counts the bytes of a body on their way to the unpacker.
class Metered final : public ByteSource {
 public:
  Metered(std::unique_ptr<ByteSource> inner, std::uint64_t& bytes)
      : inner_(std::move(inner)), bytes_(bytes) {}
  [[nodiscard]] Block read() override {
    Block block = inner_->read();
    bytes_ += block.bytes.size();
    return block;
  }

 private:
  std::unique_ptr<ByteSource> inner_;
  std::uint64_t& bytes_;
};

}  // namespace semsite
