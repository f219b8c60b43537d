#pragma once

#include <span>
#include <string_view>

#include "discover/sitemap_teller.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// Takes from the `diwoo:Document` of an entry what a harvester chooses by (diwoo §5).
/// All of it becomes RDF elsewhere.
class DiwooReader {
 public:
  explicit DiwooReader(SitemapTeller& teller) : teller_(teller) {}

  /// An element of the extension, anywhere in an entry. True if its text is wanted.
  [[nodiscard]] bool begin_element(std::string_view local,
                                   std::span<const XmlAttribute> attributes,
                                   SitemapEntry& entry, std::uint64_t line);
  /// The element whose text was wanted ends.
  static void end_element(std::string_view text, SitemapEntry& entry);

 private:
  void begin_document(SitemapEntry& entry, std::uint64_t line);

  SitemapTeller& teller_;
};

}  // namespace semsite
