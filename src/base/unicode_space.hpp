#pragma once

#include <string_view>

namespace semsite {

/// `text` without white space at either end, where the white space of Unicode counts too
/// (no-break spaces, byte order marks, …).
[[nodiscard]] std::string_view trim_unicode(std::string_view text);

}  // namespace semsite
