#pragma once

#include <string_view>

namespace semsite {

/// How each list of changes begins (docs/changes.md), whatever its form. It is N-Quads
/// or nearly so, but says what became of data: whoever read it as data would have what
/// is gone beside what is new.
inline constexpr std::string_view kChangeListMark = "# semsite changes: ";

/// The first lines of its two forms.
inline constexpr std::string_view kPatchHead =
    "# semsite changes: D = quad removed, A = quad added";
inline constexpr std::string_view kUpdateHead =
    "# semsite changes: SPARQL 1.1 Update, a line ';' after each operation";

}  // namespace semsite
