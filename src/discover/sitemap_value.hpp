#pragma once

#include <string>
#include <string_view>

#include "base/unicode_space.hpp"

namespace semsite {

/// Can the URL be fetched: `http`, `https` or `ftp` with a host, or `file`?
[[nodiscard]] bool is_fetchable(std::string_view url);

}  // namespace semsite
