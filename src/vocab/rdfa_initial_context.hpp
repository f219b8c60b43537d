#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace semsite {

/// What the host language of a document adds to RDFa Core 1.1.
enum class RdfaHost : std::uint8_t { html, xhtml, svg, xml };

/// The IRI of `prefix` (lower case) in the RDFa Core Initial Context, which all host
/// languages share (RDFa Core 1.1 §9). The view is static. Thread-safe.
[[nodiscard]] std::optional<std::string_view> initial_prefix(std::string_view prefix);

/// The IRI of `term` in the initial context of `host`: first as it is written, then
/// without regard to case (RDFa Core 1.1 §7.4.3). The view is static. Thread-safe.
[[nodiscard]] std::optional<std::string_view> initial_term(RdfaHost host,
                                                           std::string_view term);

}  // namespace semsite
