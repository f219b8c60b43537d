#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"

namespace semsite {

/// `iri` without white space around it, and with every character that no IRI may hold
/// (controls, space, `<>"{}|^` + "`\\", and every `#` but the first) percent-encoded
/// (RFC 3987 §3.1). Nothing when it is not UTF-8: what was meant cannot be told then.
[[nodiscard]] std::optional<std::string> repaired_iri(std::string_view iri);

/// Does `reference`, absolute or relative, hold something that repaired_iri would mend?
[[nodiscard]] bool needs_iri_repair(std::string_view reference);

/// Is there a `#` behind the first one (RFC 3986 §3.5)?
[[nodiscard]] bool has_two_fragments(std::string_view reference);

/// What is said of an IRI that was repaired.
[[nodiscard]] std::string repaired_iri_message(std::string_view iri,
                                               std::string_view repaired);

/// Tells that an IRI was repaired: code "iri.repaired", nothing lost.
void report_repaired_iri(Diagnostics& diagnostics, std::string_view iri,
                         std::string_view repaired, std::uint64_t line = 0);

}  // namespace semsite
