#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// Bytes in memory that outlive the source and every block of it.
class BytesAtHand final : public ByteSource {
 public:
  explicit BytesAtHand(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] Block read() override {
    Block out;
    out.bytes = bytes_.substr(at_, kBlockBytes);
    out.offset = at_;
    at_ += out.bytes.size();
    return out;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

/// Bytes that a function gives piece by piece; each is copied, as it dies with the next.
class GivenBytes final : public ByteSource {
 public:
  /// `next` outlives the source; an empty piece is the end.
  explicit GivenBytes(const std::function<std::string_view()>& next) : next_(next) {}

  [[nodiscard]] Block read() override {
    if (is_over_) return {};
    auto text = std::make_shared<std::string>();
    // Small pieces go together: whoever reads has work for each block.
    while (text->size() < kBlockBytes / 4) {
      const std::string_view piece = next_();
      if (piece.empty()) {
        is_over_ = true;
        break;
      }
      text->append(piece);
    }
    Block out;
    out.bytes = *text;
    out.offset = offset_;
    offset_ += text->size();
    if (!text->empty()) out.owner = std::move(text);
    return out;
  }

 private:
  const std::function<std::string_view()>& next_;
  std::uint64_t offset_ = 0;
  bool is_over_ = false;
};

}  // namespace semsite
