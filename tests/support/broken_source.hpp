#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "semsite/errors.hpp"

namespace semsite::test {

/// Gives a text, in blocks of `step`, and then breaks off as a truncated gzip stream
/// does.
class BrokenSource final : public ByteSource {
 public:
  explicit BrokenSource(std::string text, std::size_t step = kBlockBytes)
      : text_(std::move(text), step) {}
  [[nodiscard]] Block read() override {
    Block block = text_.read();
    if (block.empty())
      throw DocumentError{"gzip.truncated", "the gzip stream breaks off"};
    return block;
  }

 private:
  MemorySource text_;
};

}  // namespace semsite::test
