#include "serve/error_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "html/html_text.hpp"
#include "serve/page_frame.hpp"
#include "serve/search_form.hpp"

namespace semsite {
namespace {

constexpr std::size_t kShownQuery = 2'000;

/// The query that `error` is about: of `q` or `term` the one in which it stands.
std::string text_of(const QueryError& error, const UrlQuery& asked) {
  const std::string_view what = error.what();
  for (const char* const name : {"q", "term"})
    for (const std::string& text : asked.texts(name))
      if (text.size() >= error.position() && what.find(text) != std::string_view::npos)
        return text;
  return {};
}

}  // namespace

std::string error_page(std::string_view heading, std::string_view message,
                       const UrlQuery& asked) {
  HtmlWriter html;
  html.element("h1", heading);
  html.open("p", {{"class", "card verdict bad"}, {"role", "alert"}});
  html.text(middle_cut(message, kShownQuery)).close();
  write_search_form(html, asked);
  return served_page(std::string{heading} + " – semsite", std::move(html).take());
}

std::string query_error_page(const QueryError& error, const UrlQuery& asked) {
  HtmlWriter html;
  html.element("h1", "The query has a mistake");
  html.open("div", {{"class", "card verdict bad"}, {"role", "alert"}});
  html.element("p", error.problem());
  const std::string text = text_of(error, asked);
  if (!text.empty() && text.size() <= kShownQuery) {
    html.open("pre").text(std::string_view{text}.substr(0, error.position()));
    const std::string_view rest = std::string_view{text}.substr(error.position());
    html.element("mark", rest.empty() ? "⟵ here" : rest).close();
  }
  html.close();
  write_search_form(html, asked);
  return served_page("The query has a mistake – semsite", std::move(html).take());
}

std::string unknown_document_page(std::string_view url) {
  HtmlWriter html;
  html.element("h1", "No such document");
  html.open("div", {{"class", "card verdict fair"}});
  html.open("p").text("The index has no document of the address ");
  html.foreign(middle_cut(url, 300)).text(".").close();
  html.open("p").text("Look for ");
  write_inner_link(html, search_href("uri", url), "documents that mention it");
  html.text(" or ");
  write_inner_link(html, search_href("namespace", url), "IRIs that begin so");
  html.text(".").close().close();
  write_search_form(html, {});
  return served_page("No such document – semsite", std::move(html).take());
}

}  // namespace semsite
