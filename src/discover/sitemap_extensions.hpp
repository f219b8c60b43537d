#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "discover/sitemap_names.hpp"
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

/// Reads what `rs:`, OCX and DiWoo say of an entry, and `rs:` of the document, as far as
/// a harvester chooses and follows by it.
class SitemapExtensions {
 public:
  explicit SitemapExtensions(SitemapTeller& teller)
      : teller_(teller), ocx_(teller), diwoo_(teller) {}

  /// Which extension the element belongs to, with a note if only nearly; none: pass over.
  [[nodiscard]] SitemapExtension extension(const XmlName& name, std::uint64_t line);

  /// An element of `extension` starts `depth` deep somewhere in `entry`. True if its text
  /// is wanted.
  [[nodiscard]] bool start(SitemapExtension extension, const XmlName& name,
                           std::span<const XmlAttribute> attributes, std::uint32_t depth,
                           SitemapEntry& entry, std::uint64_t line);
  /// The element whose text was wanted ends; `text` is all of it, trimmed.
  void end_text(std::string_view text, SitemapEntry& entry);

  /// An element of `rs:` directly below the root: about the document.
  void start_in_root(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::uint64_t line);
  /// A link of Atom about the document: kept if it leads to other pages of it (RFC 5005).
  void link_of_all(std::span<const XmlAttribute> attributes, std::string href,
                   std::uint64_t line);
  /// Hands over what the document said of itself, if there is anything new.
  void tell_head(std::uint64_t line);

 private:
  void resource_sync(const XmlName& name, std::span<const XmlAttribute> attributes,
                     SitemapEntry& entry, std::uint64_t line);
  bool take_facts(std::optional<ResourceFacts>& place,
                  std::span<const XmlAttribute> attributes, std::uint64_t line);
  void take_link(std::vector<EntryLink>& links, std::span<const XmlAttribute> attributes,
                 std::uint64_t line);
  void note_name(ExtensionName what, const XmlName& name, std::uint64_t line);

  SitemapTeller& teller_;
  OcxReader ocx_;
  DiwooReader diwoo_;
  SitemapHead head_;
  SitemapExtension text_of_ = SitemapExtension::none;
  std::uint32_t ocx_depth_ = 0;  // of the last ocx:ocx
  bool head_is_new_ = false;
  bool head_told_ = false;
  bool is_linked_ = false;
  std::array<bool, 4> unbound_noted_{}, near_miss_noted_{};
};

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
