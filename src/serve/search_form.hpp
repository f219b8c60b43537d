#pragma once

#include "html/html_writer.hpp"
#include "serve/url_query.hpp"

namespace semsite {

/// Whether the ways to ask beside the one box are folded up.
enum class OtherWays {
  folded,   ///< results come first
  as_used,  ///< unless one of them was used
};

/// The form that asks, filled with what was asked: one box, and the other ways to ask.
void write_search_form(HtmlWriter& html, const UrlQuery& asked,
                       OtherWays ways = OtherWays::as_used);

}  // namespace semsite
