#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// Where a character reference stands: in attributes, `&b=` is none.
enum class ReferencePlace : std::uint8_t { text, attribute };

/// Appends `text` with its character references replaced (HTML standard §13.2.5.72–80).
/// False when that takes more than the references that nearly all pages make do with, or
/// a reference is written wrongly; then what is appended counts for nothing.
[[nodiscard]] bool append_decoded(std::string_view text, ReferencePlace place,
                                  std::string& out);

/// Are there control characters or code points that are no characters? Parsers of HTML
/// differ over them.
[[nodiscard]] bool has_odd_characters(std::string_view text);

}  // namespace semsite
