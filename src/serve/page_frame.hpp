#pragma once

#include <string>
#include <string_view>

#include "html/html_page.hpp"
#include "html/html_writer.hpp"

namespace semsite {

/// A page of the service around what `body` has in its `<main>`: the way back to the
/// search and the way past it for keyboards.
[[nodiscard]] std::string served_page(std::string_view title, std::string_view body);

/// The Content-Security-Policy that goes with all of them, as a header.
[[nodiscard]] std::string served_policy();

/// A link to a page of ours, with text that came from outside.
void write_inner_link(HtmlWriter& html, const std::string& href, std::string_view shown,
                      std::string_view title = {});

/// A mark that leads to the page of `url` itself, on its own site; nothing if it is no
/// URL that a page may lead to.
void write_way_out(HtmlWriter& html, std::string_view url);

// Where other pages are. Empty if the URL would be too long for any browser.
[[nodiscard]] std::string document_href(std::string_view url);
[[nodiscard]] std::string search_href(std::string_view parameter, std::string_view value);

/// The style of the service's pages, after html_style.
[[nodiscard]] std::string_view page_style();

}  // namespace semsite
