#pragma once

#include <string_view>

namespace semsite {

/// Is `text` neither an IRI nor a relative reference, by a colon in its first segment
/// without a scheme before it (RFC 3986 §4.2): `1:x`, `é:y`, `:z`?
[[nodiscard]] bool has_colon_without_scheme(std::string_view text);

}  // namespace semsite
