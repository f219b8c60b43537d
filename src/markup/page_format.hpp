#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// How RDF stands in a page.
enum class PageFormat : std::uint8_t { unknown, jsonld, microdata, rdfa };

/// The format that `written` names in any spelling (ocx.md §4): case, hyphens, white
/// space and a version do not count.
[[nodiscard]] PageFormat page_format(std::string_view written);

/// What is left of `written` for comparing it: its letters, in lower case.
[[nodiscard]] std::string page_format_word(std::string_view written);

/// For people; empty for `unknown`.
[[nodiscard]] std::string_view format_name(PageFormat format);

}  // namespace semsite
