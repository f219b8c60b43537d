#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// `foaf:name` for an IRI of a well-known vocabulary; otherwise the IRI, its middle cut
/// out if it is long.
[[nodiscard]] std::string prefixed_name(std::string_view iri);

}  // namespace semsite
