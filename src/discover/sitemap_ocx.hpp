#pragma once

#include <span>
#include <string>
#include <string_view>

#include "discover/sitemap_teller.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// Puts the `ocx:ocx` block of an entry together (ocx §2). Of a repeated element the
/// first counts.
class OcxReader {
 public:
  explicit OcxReader(SitemapTeller& teller) : teller_(teller) {}

  /// `ocx:ocx` itself.
  void begin(SitemapEntry& entry, std::uint64_t line);
  /// A child of it. True if its text is wanted.
  [[nodiscard]] bool begin_element(std::string_view local, std::uint64_t line);
  /// That child ends.
  void end_element(std::string_view text, SitemapEntry& entry);

 private:
  SitemapTeller& teller_;
  std::string OcxBlock::*part_ = nullptr;
  std::uint64_t line_ = 0;
};

}  // namespace semsite
