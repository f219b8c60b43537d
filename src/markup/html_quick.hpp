#pragma once

#include <string_view>

#include "markup/html_builder.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Makes the tree of an HTML page (UTF-8, LF only) whose tags are in order, as those of
/// most pages are: the same tree as build_from_html, which takes several times as long.
/// False as soon as the page is not of that kind; then the builder and its store are of
/// no more use. DocumentError: "html.too-complex".
[[nodiscard]] bool build_quickly(std::string_view text, HtmlBuilder& builder,
                                 const Limits& limits);

}  // namespace semsite
