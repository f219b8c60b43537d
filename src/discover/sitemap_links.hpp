#pragma once

#include <optional>
#include <span>

#include "discover/sitemap_teller.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// More links than this in one entry, or about one document, are left out.
inline constexpr std::size_t kMostEntryLinks = 5'000;

/// An `xhtml:link`, resolved; nothing, with a note, if it links to nothing.
[[nodiscard]] std::optional<AlternateLink> read_alternate_link(
    std::span<const XmlAttribute> attributes, SitemapTeller& teller, std::uint64_t line);

/// An `rs:ln`, resolved; nothing, with a note, without a relation or an absolute target.
[[nodiscard]] std::optional<EntryLink> read_entry_link(
    std::span<const XmlAttribute> attributes, SitemapTeller& teller, std::uint64_t line);

/// An `rs:md`.
[[nodiscard]] ResourceFacts read_resource_facts(std::span<const XmlAttribute> attributes);

}  // namespace semsite
