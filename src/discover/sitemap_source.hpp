#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// Passes bytes on until they end, break off or reach a limit, and remembers which.
/// Never throws DocumentError: a broken source is one that ends early.
class SitemapSource final : public ByteSource {
 public:
  SitemapSource(ByteSource& inner, std::uint64_t limit) : inner_(inner), limit_(limit) {}

  /// The first bytes, at least `wanted` unless there are fewer. Before the first read().
  [[nodiscard]] std::string_view peek(std::size_t wanted);
  [[nodiscard]] Block read() override;

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// Why the bytes ended early; empty if they did not.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Does what was read end within a tag whose `<` was there? Then the text before that
  /// tag was whole.
  [[nodiscard]] bool ends_in_tag() const { return in_tag_; }

 private:
  Block pull();

  ByteSource& inner_;
  std::uint64_t limit_;
  std::string head_;
  bool head_given_ = false;
  std::uint64_t bytes_ = 0;
  std::string problem_;
  bool ended_ = false;
  bool in_tag_ = false;
};

}  // namespace semsite
