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
  /// Start tags of root elements of sitemaps and feeds, so far.
  [[nodiscard]] std::uint64_t roots() const { return roots_; }
  /// Does what was read end within an end tag? Then the text before that tag was whole.
  [[nodiscard]] bool ends_in_end_tag() const { return tail_ == Tail::end_tag; }

 private:
  enum class Tail { text, open, end_tag, other_tag };  // `open`: just behind a `<`
  Block pull();
  void follow(std::string_view bytes);
  void count_roots(std::string_view bytes);

  ByteSource& inner_;
  std::uint64_t limit_;
  std::string head_;
  bool head_given_ = false;
  std::uint64_t bytes_ = 0;
  std::string problem_;
  bool ended_ = false;
  std::uint64_t roots_ = 0;
  std::string last_;  ///< bytes in which a tag may begin
  Tail tail_ = Tail::text;
};

}  // namespace semsite
