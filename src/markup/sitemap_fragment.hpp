#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// Does `head`, the first bytes of a document, begin with an entry of a sitemap, without
/// the root element that it needs? Such fragments are published as examples (ocx §3).
[[nodiscard]] bool is_sitemap_fragment(std::string_view head);

/// A fragment with the root element that it lacks, on the line of its first entry.
class SitemapFragment final : public ByteSource {
 public:
  explicit SitemapFragment(ByteSource& inner) : inner_(inner) {}
  [[nodiscard]] Block read() override;

 private:
  ByteSource& inner_;
  enum class Stage { begin, middle, end } stage_ = Stage::begin;
  Block first_;
  std::string text_;
};

}  // namespace semsite
