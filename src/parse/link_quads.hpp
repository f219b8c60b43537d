#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/diagnostics.hpp"
#include "markup/link_header.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_builder.hpp"

namespace semsite {

/// Each quad of a link has its IRIs again.
inline constexpr std::size_t kLongestLinkIri = 8192;

/// One link, its references resolved.
struct StatedLink {
  std::string_view context;   ///< what the link is about: an absolute IRI
  std::string_view relation;  ///< one registered name, or an IRI
  std::string_view target;    ///< an absolute IRI
  std::span<const LinkAttribute> attributes{};  ///< of the target
  std::string_view language{};  ///< of a `title` without one; empty = unknown
};

/// Links as RDF: `context relation target`, well-known relations once more in the words
/// of Dublin Core and POWDER, and what is said of the target (docs/linksets.md). Equal
/// quads are added once.
class LinkQuads {
 public:
  enum class Aliases : std::uint8_t { with, without };

  /// Quads of the default graph go to `quads`; both must outlive this.
  LinkQuads(QuadBuilder& quads, Diagnostics& diagnostics,
            Aliases aliases = Aliases::with);

  /// Reports "link.bad-iri" and "link.unknown-relation"; what web pages tell browsers
  /// only (`stylesheet`, `preload`, …) is passed over in silence.
  void add(const StatedLink& link);

  /// All relations of `link`, also the reverse ones. Without an anchor it is about
  /// `context`; references resolve against `base` (RFC 8288 §3.2).
  void add(const HeaderLink& link, const BaseIri& base, std::string_view context,
           std::string_view language = {});

 private:
  bool is_usable(std::string_view iri, std::string_view what);
  void add_alias(const StatedLink& link, std::string_view name);
  void add_attributes(const StatedLink& link);
  void add_checksum(std::string_view target, std::string_view word);
  /// Terms whose views may die: they are copied.
  void write(const Term& subject, std::string_view predicate, const Term& object);
  void report(std::string_view code, std::string message, bool skipped);

  /// Stands for a quad: two hashes, so that long terms are not held twice.
  struct Mark {
    std::size_t first, second;
    friend bool operator==(const Mark&, const Mark&) = default;
  };
  struct MarkHash {
    std::size_t operator()(const Mark& mark) const { return mark.first; }
  };

  QuadBuilder& quads_;
  Diagnostics& diagnostics_;
  Aliases aliases_;
  std::unordered_set<Mark, MarkHash> seen_;
  std::string key_;
};

}  // namespace semsite
