#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/iri_counts.hpp"

namespace semsite {

/// Which properties and classes some quads use, and how often.
struct TermCounts {
  std::uint64_t quads = 0;
  IriCounts properties;  ///< of every quad
  IriCounts classes;     ///< objects of `rdf:type`, as far as they are IRIs

  void add(const TermCounts& other);
  void clear();
};

/// A namespace, and what of it is used.
struct NamespaceRow {
  std::string iri;
  std::uint64_t quads = 0;       ///< whose property is in it
  std::uint64_t instances = 0;   ///< `rdf:type` of a class in it
  std::uint64_t properties = 0;  ///< different ones
  std::uint64_t classes = 0;
};

/// An IRI up to its last `#`, or else its last `/` or `:`; empty if it has none of them.
[[nodiscard]] std::string_view namespace_of(std::string_view iri);

/// The namespaces of all that `counts` lists, the most used first.
[[nodiscard]] std::vector<NamespaceRow> namespaces_of(const TermCounts& counts);

}  // namespace semsite
