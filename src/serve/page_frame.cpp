#include "serve/page_frame.hpp"

#include "base/url.hpp"
#include "html/html_text.hpp"
#include "serve/page_style.hpp"
#include "serve/url_query.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongestHref = 4'000;

PageFrame frame_of(std::string_view title) {
  HtmlWriter head;
  head.empty("link", {{"rel", "search"},
                      {"type", "application/opensearchdescription+xml"},
                      {"title", "semsite"},
                      {"href", "/opensearch.xml"}});
  return {.title = std::string{title},
          .style = std::string{page_style()},
          .head = std::move(head).take() + "\n",
          .forms = PageFrame::Forms::own_host};
}

std::string short_href(std::string href) {
  return href.size() > kLongestHref ? std::string{} : std::move(href);
}

}  // namespace

std::string served_page(std::string_view title, std::string_view body) {
  HtmlWriter top;
  top.element("a", "Skip to the content", {{"class", "skip"}, {"href", "#content"}});
  top.open("header", {{"class", "top"}}).open("nav", {{"aria-label", "Site"}});
  top.element("a", "semsite", {{"class", "home"}, {"href", "/"}});
  top.element("a", "Search", {{"href", "/search"}});
  top.close().close();
  return html_page(frame_of(title), std::move(top).take() +
                                        "\n<main id=\"content\" tabindex=\"-1\">\n" +
                                        std::string{body} +
                                        "\n</main>\n<footer>An index of documents, "
                                        "served by semsite. What it shows was written by "
                                        "the sites it names.</footer>");
}

std::string served_policy() {
  // The other directives may stand in the page, too; this one only here.
  static const std::string policy =
      content_security_policy(frame_of({})) + "; frame-ancestors 'none'";
  return policy;
}

void write_inner_link(HtmlWriter& html, const std::string& href, std::string_view shown,
                      std::string_view title) {
  if (href.empty()) {
    html.open("span", {{"title", middle_cut(title, 400)}}).foreign(shown).close();
    return;
  }
  if (title.empty() || title == shown) {
    html.open("a", {{"href", href}}).foreign(shown).close();
  } else {
    html.open("a", {{"href", href}, {"title", middle_cut(title, 400)}});
    html.foreign(shown).close();
  }
}

void write_way_out(HtmlWriter& html, std::string_view url) {
  // Not file: URLs: they are of the machine that made the index.
  if (!is_http(url) || !is_linkable(url)) return;
  html.text(" ").open("a", {{"class", "out"},
                            {"href", url},
                            {"rel", "noopener noreferrer nofollow"},
                            {"title", "Open this address itself"}});
  html.element("span", "↗", {{"aria-hidden", "true"}});
  html.element("span", "open " + middle_cut(url, 100), {{"class", "unseen"}}).close();
}

std::string document_href(std::string_view url) {
  return short_href("/document" + UrlQuery{}.add("url", url).url_text());
}

std::string search_href(std::string_view parameter, std::string_view value) {
  return short_href("/search" + UrlQuery{}.add(parameter, value).url_text());
}

}  // namespace semsite
