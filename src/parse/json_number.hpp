#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace semsite {

/// The decimal digits of a JSON number that is a whole one below 10^21, exactly:
/// "1.5e3" gives "1500", "-0" gives "0". Nothing for all others (JSON-LD API §8.2,
/// step 10).
[[nodiscard]] std::optional<std::string> json_integer(std::string_view number);

/// The nearest double.
[[nodiscard]] double json_double(std::string_view number);

/// The canonical form of xsd:double as JSON-LD has it (API §8.6): "5.3E0".
[[nodiscard]] std::string canonical_double(double value);

/// As ECMAScript writes a number (RFC 8785 §3.2.2.3): "5.3", "1e+21".
[[nodiscard]] std::string ecmascript_number(double value);

}  // namespace semsite
