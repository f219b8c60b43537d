#pragma once

#include "report/html_writer.hpp"
#include "serve/url_query.hpp"

namespace semsite {

/// The form that asks, filled with what was asked: one box, and the other ways to ask
/// folded up unless one of them was used.
void write_search_form(HtmlWriter& html, const UrlQuery& asked);

}  // namespace semsite
