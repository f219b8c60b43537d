#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "base/byte_source.hpp"

namespace semsite {

/// Bytes that were read already, then the rest of the source.
class RestSource final : public ByteSource {
 public:
  RestSource(Block first, std::unique_ptr<ByteSource> source)
      : first_(std::move(first)), source_(std::move(source)) {}

  [[nodiscard]] Block read() override {
    Block block = first_.empty() ? source_->read() : std::exchange(first_, Block{});
    block.offset = offset_;
    offset_ += block.bytes.size();
    return block;
  }

 private:
  Block first_;
  std::unique_ptr<ByteSource> source_;
  std::uint64_t offset_ = 0;
};

}  // namespace semsite
