#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "rdf/document.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// Writes quads about one subject after the other, all in one graph. Empty texts and IRIs
/// make no quad.
class ProvenanceQuads {
 public:
  ProvenanceQuads(std::string_view graph,
                  const std::function<void(std::string_view)>& line);

  /// What the next quads are about.
  void subject(std::string_view iri) { subject_ = iri; }

  void type(std::string_view iri);
  void iri(std::string_view predicate, std::string_view iri);
  /// As an IRI if it is one, else as an xsd:anyURI, so that nothing is lost.
  void url(std::string_view predicate, std::string_view url);
  /// Bytes that are not UTF-8 become U+FFFD.
  void text(std::string_view predicate, std::string_view text);
  void count(std::string_view predicate, std::uint64_t number);
  void truth(std::string_view predicate, bool value);
  void time(std::string_view predicate, std::chrono::system_clock::time_point time);

 private:
  void add(std::string_view predicate, const Term& object);

  Document document_;  ///< only its graph counts
  const std::function<void(std::string_view)>& line_;
  std::string subject_;
  std::string out_;
};

/// Nothing that an N-Quads document may not have as an IRI.
[[nodiscard]] bool is_usable_iri(std::string_view text);

}  // namespace semsite
