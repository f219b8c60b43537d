#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

inline constexpr std::string_view kSitemapNamespace =
    "http://www.sitemaps.org/schemas/sitemap/0.9";

/// What `changefreq` may be.
inline constexpr std::array<std::string_view, 7> kChangeFrequencies{
    "always", "hourly", "daily", "weekly", "monthly", "yearly", "never"};

/// Is `iri` the protocol's namespace in any spelling that is met (dataset-discovery §3)?
[[nodiscard]] bool is_sitemap_namespace(std::string_view iri);

/// Is an element of this local name the root of a sitemap or of an index?
[[nodiscard]] bool is_sitemap_root(std::string_view local);

/// Of RSS 1.0 or 0.90, whose root is rdf:RDF: RDF and a feed at once.
[[nodiscard]] bool is_rdf_feed_namespace(std::string_view iri);

/// An extension of sitemaps that we know.
struct SitemapNamespace {
  std::string_view prefix;  ///< that it is known by
  std::string_view iri;
};

/// The extension that is known by `prefix`; null if there is none.
[[nodiscard]] const SitemapNamespace* extension_of_prefix(std::string_view prefix);
/// The extension whose namespace `iri` is, letter by letter; null if there is none.
[[nodiscard]] const SitemapNamespace* extension_of_namespace(std::string_view iri);
/// The extension whose namespace `iri` was most likely meant to be, but is not: it
/// differs in its scheme, case, a `www.` or what it ends in. Null if there is none.
[[nodiscard]] const SitemapNamespace* extension_resembling(std::string_view iri);

/// The namespaces of one sitemap's elements, as they were meant: the protocol's in any
/// spelling, and those of extensions whose well-known prefix nobody declared.
class SitemapDialect {
 public:
  /// Told once of each oddity of the document: a code and a sentence.
  using Teller = std::function<void(std::string_view code, std::string message)>;
  explicit SitemapDialect(Teller tell) : tell_(std::move(tell)) {}

  /// The root element comes first.
  void set_root(const XmlName& name);

  enum class Place : std::uint8_t { outside, in_entry };
  /// The namespace that the element `name` is in; `name`'s own or a static one.
  [[nodiscard]] std::string_view namespace_of(const XmlName& name, Place place) {
    return name.namespace_ == kSitemapNamespace ? kSitemapNamespace : other(name, place);
  }

 private:
  [[nodiscard]] std::string_view other(const XmlName& name, Place place);
  void note_near_miss(std::string_view namespace_);
  bool is_new(std::string key);

  Teller tell_;
  std::string root_namespace_;
  bool is_sitemap_ = false;         ///< by the name of its root element
  std::string last_;                ///< a namespace that is nothing but itself
  std::vector<std::string> noted_;  ///< what was told of
};

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
