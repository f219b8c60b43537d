#include "rdf/iri_reference.hpp"

#include "rdf/iri.hpp"

namespace semsite {

bool has_colon_without_scheme(std::string_view text) {
  const std::string_view segment = text.substr(0, text.find_first_of("/?#"));
  return segment.find(':') != std::string_view::npos && !has_scheme(text);
}

}  // namespace semsite
