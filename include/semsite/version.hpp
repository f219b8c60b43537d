#pragma once

#include <string_view>

#include "semsite/export.hpp"

namespace semsite {

/// The version of the library that is linked, as "0.2.0".
[[nodiscard]] SEMSITE_API std::string_view version();

}  // namespace semsite
