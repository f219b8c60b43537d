#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// The IRIs of registered relation types begin like this (RFC 8288, Appendix A.2).
inline constexpr std::string_view kRelationNamespace =
    "http://www.iana.org/assignments/relation/";

enum class RelationKind : std::uint8_t {
  registered,    ///< `iri` is the name's IRI in `kRelationNamespace`
  extension,     ///< `iri` is the relation as written, an absolute IRI
  browser_hint,  ///< `stylesheet`, `schema.DC`, …: says nothing about the resources
  unknown,       ///< neither registered nor an absolute IRI
};

struct LinkRelation {
  RelationKind kind = RelationKind::unknown;
  std::string_view iri{};  ///< static, or the text that was given
};

/// What one word of a `rel` value means (RFC 8288 §2.1, §3.3).
///
/// Names are compared without case. An IRI of IANA is a name too, in all its spellings
/// (`https:`, `link-relations/`, `link-relations/#`), if it ends in a registered one;
/// other IRIs keep their spelling.
[[nodiscard]] LinkRelation link_relation(std::string_view word);

/// The names of all registered relations, in lower case and in order.
[[nodiscard]] std::vector<std::string> registered_relations();

}  // namespace semsite
