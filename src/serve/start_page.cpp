#include "serve/start_page.hpp"

#include <set>

#include "base/counts.hpp"
#include "serve/page_frame.hpp"
#include "serve/prefixed_name.hpp"
#include "serve/result_page.hpp"
#include "serve/search_form.hpp"

namespace semsite {
namespace {

constexpr std::size_t kExamples = 8;

/// Links that ask for `values`, each once.
void write_examples(HtmlWriter& html, std::string_view name, std::string_view parameter,
                    const std::set<std::string>& values) {
  if (values.empty()) return;
  html.open("ul", {{"class", "chips"}}).element("li", name, {{"class", "name"}});
  std::size_t count = 0;
  for (const std::string& value : values) {
    if (++count > kExamples) break;
    html.open("li");
    write_inner_link(html, search_href(parameter, value), prefixed_name(value), value);
    html.close();
  }
  html.close();
}

}  // namespace

std::string start_page(const IndexSummary& summary, const SearchResult& newest) {
  HtmlWriter html;
  html.element("h1", "Search an index of Linked Data");
  write_search_form(html, {});
  html.element("p",
               count_of(summary.documents, "document") + " in " +
                   count_of(summary.segments, "segment") + " of the index.",
               {{"class", "soft"}});
  if (newest.hits.empty()) {
    html.element("p",
                 "The index is empty. semsite index FILE --index PLACE puts documents "
                 "into it.",
                 {{"class", "card"}});
  } else {
    std::set<std::string> classes;
    std::set<std::string> properties;
    std::set<std::string> datasets;
    for (const SearchHit& hit : newest.hits) {
      for (const TermCount& one : hit.record.classes) classes.insert(one.iri);
      for (const TermCount& one : hit.record.properties) properties.insert(one.iri);
      datasets.insert(hit.record.dataset);
    }
    html.element("h2", "Examples").open("div", {{"class", "card"}});
    write_examples(html, "Class", "class", classes);
    write_examples(html, "Property", "property", properties);
    write_examples(html, "Dataset", "in-dataset", datasets);
    html.close();
    html.element("h2", "Indexed last").open("ol", {{"class", "hits"}});
    for (const SearchHit& hit : newest.hits) write_hit(html, hit.record);
    html.close();
  }
  html.open("p", {{"class", "soft small"}}).text("For programs: ");
  html.element("a", "/api/summary", {{"href", "/api/summary"}});
  html.text(", /api/search with the same parameters as the form, /api/document?url=…");
  html.close();
  return served_page("semsite – search", std::move(html).take());
}

}  // namespace semsite
