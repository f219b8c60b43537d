#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// What keeps an http or https URL from being asked for, such as a port that there cannot
/// be; empty: nothing.
[[nodiscard]] std::string url_problem(std::string_view url);

}  // namespace semsite
