#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// `text` without white space at either end, where the white space of Unicode counts too
/// (no-break spaces, byte order marks, …).
[[nodiscard]] std::string_view trim_unicode(std::string_view text);

/// Can the URL be fetched: `http`, `https` or `ftp` with a host, or `file`?
[[nodiscard]] bool is_fetchable(std::string_view url);

}  // namespace semsite
