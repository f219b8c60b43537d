#pragma once

#include <string>

#include "html/html_writer.hpp"
#include "index/search.hpp"
#include "serve/url_query.hpp"

namespace semsite {

/// The page of what was found for `asked`: each document with title, URL, classes, date
/// and provenance, what to narrow it down by, and other pages; advice if nothing was.
[[nodiscard]] std::string result_page(const UrlQuery& asked, const SearchResult& result);

/// One document in a list of them.
void write_hit(HtmlWriter& html, const DocumentRecord& record);

}  // namespace semsite
