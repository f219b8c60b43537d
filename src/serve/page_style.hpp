#pragma once

#include <string_view>

namespace semsite {

/// The style of the service's pages, after html_style.
[[nodiscard]] std::string_view page_style();

}  // namespace semsite
