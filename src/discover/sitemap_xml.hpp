#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "discover/sitemap_names.hpp"
#include "discover/sitemap_source.hpp"
#include "discover/sitemap_teller.hpp"
#include "markup/xml_reader.hpp"
#include "rdf/iri.hpp"

namespace semsite {

/// Reads a urlset, a sitemap index, an RSS or an Atom feed, telling what it holds. What
/// is not well-formed is read on as well as can be, with notes. Throws StopSitemap when
/// it is none of these, or breaks off. `also` is given every event; it may be null.
void read_xml_sitemap(SitemapSource& bytes, SitemapTeller& teller, const Limits& limits,
                      XmlHandler* also);

/// What `xml:base` says in the elements that are open (XML Base §4; RFC 4287 §2).
class XmlBases {
 public:
  /// `document`: what the outermost one is resolved against; may be empty.
  void enter(std::uint32_t depth, std::span<const XmlAttribute> attributes,
             const BaseIri& document);
  void leave(std::uint32_t depth);
  /// `reference` as the elements around it have it; as it stands if none has a base.
  [[nodiscard]] std::string resolve(std::string_view reference) const;

 private:
  struct Base {
    std::uint32_t depth;
    BaseIri iri;
  };
  std::vector<Base> bases_;
};

/// Puts one entry of a sitemap or feed together from its fields, in whatever order they
/// come, and tells it.
class EntryBuilder {
 public:
  explicit EntryBuilder(SitemapTeller& teller) : teller_(teller) {}

  enum class Kind { page, child };
  void begin(Kind kind, std::uint64_t line);
  /// The text of a field, trimmed.
  void take(SitemapField field, std::string_view text, std::uint64_t line);
  /// The URL of an Atom entry; the first one counts.
  void take_link(std::string_view href);
  /// Hands the entry over.
  void end();
  /// The document broke off within the entry: a `loc` that is whole counts, whatever is
  /// missing after it.
  void break_off();

  [[nodiscard]] SitemapEntry& entry() { return entry_; }

 private:
  void take_loc(std::string_view text, std::uint64_t line);
  void take_inner(std::string& place, std::string_view text, std::uint64_t line);
  void clear();
  void emit();

  SitemapTeller& teller_;
  SitemapEntry entry_;
  std::string fallback_loc_, fallback_time_;
  Kind kind_ = Kind::page;
  bool loc_given_ = false;
};

}  // namespace semsite
