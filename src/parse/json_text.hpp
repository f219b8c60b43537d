#pragma once

#include <string>
#include <string_view>

#include "parse/json_value.hpp"

namespace semsite {

/// Appends `text` as a JSON string with only the necessary escapes (RFC 8785 §3.2.2.2).
void append_json_string(std::string& out, std::string_view text);

/// The JSON Canonicalization Scheme (RFC 8785): members in the order of their UTF-16
/// code units, numbers as ECMAScript writes them, no white space.
[[nodiscard]] std::string canonical_json(JsonValue value);

/// As it stands: members in their order, numbers as written. Equal texts, equal trees.
void append_json(std::string& out, JsonValue value);

}  // namespace semsite
