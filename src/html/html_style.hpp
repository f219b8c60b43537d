#pragma once

#include <string_view>

namespace semsite {

/// The style that all our pages share, as CSS. Colours are custom properties, once for
/// light and once for dark; `.badge`, `.tiles`, `.card`, `table.rows`, `.scroll`, `.bar`,
/// `.chart` are its classes.
[[nodiscard]] std::string_view html_style();

}  // namespace semsite
