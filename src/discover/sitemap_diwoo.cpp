#include "discover/sitemap_diwoo.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "discover/sitemap_names.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostCategories = 100;

}  // namespace

void DiwooReader::begin_document(SitemapEntry& entry, std::uint64_t line) {
  if (entry.diwoo)
    teller_.note("diwoo.structure",
                 "a second Document in one entry (diwoo-metadata.xsd allows one)", line);
  else
    entry.diwoo.emplace();
}

bool DiwooReader::begin_element(std::string_view local,
                                std::span<const XmlAttribute> attributes,
                                SitemapEntry& entry, std::uint64_t line) {
  if (local == "Document") {
    begin_document(entry, line);
    return false;
  }
  if (!entry.diwoo) {
    if (equal_ignoring_case(local, "document"))
      teller_.note(
          "diwoo.structure",
          fmt::format("\"{}\" must be written Document; passed over", excerpt(local)),
          line);
    return false;
  }
  DiwooMark& mark = *entry.diwoo;
  if (local == "format") {
    mark.format_iri = attribute_value(attributes, "resource");
    return true;
  }
  if (local == "language") {
    mark.language_iri = attribute_value(attributes, "resource");
  } else if (local == "informatiecategorie") {
    const std::string_view iri = attribute_value(attributes, "resource");
    if (!iri.empty() && mark.categories.size() < kMostCategories)
      mark.categories.emplace_back(iri);
  }
  return false;
}

void DiwooReader::end_element(std::string_view text, SitemapEntry& entry) {
  if (entry.diwoo) entry.diwoo->format = text;
}

}  // namespace semsite
