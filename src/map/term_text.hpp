#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// Appends `text` as it may stand in an IRI made by a template: all but what RFC 3987
/// calls iunreserved percent-encoded (RML-Core §5.3).
void append_encoded(std::string& out, std::string_view text);

/// Is `tag` a language tag, as far as N-Quads asks for it (BCP 47)?
[[nodiscard]] bool is_language(std::string_view tag);

/// Does `iri` mean something else than itself: is it relative, or with dot segments?
[[nodiscard]] bool needs_resolving(std::string_view iri);

void append_number(std::string& out, std::uint64_t number);

}  // namespace semsite
