#pragma once

#include <cstdint>
#include <string_view>

#include "base/diagnostics.hpp"
#include "markup/html_builder.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Fills `builder` with the tree that the HTML standard makes of `text` (UTF-8, LF only).
/// Content of `template` elements is left out, as it is no part of the document. Tags
/// nested deeper than `limits.xml_depth` are left out ("html.too-deep"). Throws
/// DocumentError("html.too-complex") when memory or time run out.
void build_from_html(std::string_view text, HtmlBuilder& builder, const Limits& limits,
                     Diagnostics& diagnostics);

/// The name of an element of SVG that has upper case in it, such as "foreignObject",
/// however it is written; null for every other. Static.
[[nodiscard]] const char* svg_name(std::string_view name);

}  // namespace semsite
