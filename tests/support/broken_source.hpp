#pragma once

#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "semsite/errors.hpp"

namespace semsite::test {

/// Gives a text, and then breaks off as a truncated gzip stream does.
class BrokenSource final : public ByteSource {
 public:
  explicit BrokenSource(std::string text) : text_(std::move(text)) {}
  [[nodiscard]] Block read() override {
    if (given_) throw DocumentError{"gzip.truncated", "the gzip stream breaks off"};
    given_ = true;
    return {.bytes = text_};
  }

 private:
  std::string text_;
  bool given_ = false;
};

}  // namespace semsite::test
