#include "serve/result_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/text.hpp"
#include "html/html_writer.hpp"
#include "index/search_json.hpp"
#include "serve/page_frame.hpp"
#include "serve/prefixed_name.hpp"
#include "serve/search_form.hpp"

namespace semsite {
namespace {

constexpr std::size_t kShownClassesOfHit = 6;
constexpr std::size_t kShownTitle = 200;
constexpr std::size_t kShownChips = 6;

std::string day(std::int64_t seconds) { return utc_timestamp(seconds).substr(0, 10); }

/// Values of one kind among the documents shown, with the parameter that asks for them.
struct Facet {
  std::string_view label, parameter;
  std::map<std::string, std::size_t> counts{};
};

void write_facet(HtmlWriter& html, const Facet& facet, const UrlQuery& asked,
                 std::size_t shown) {
  std::vector<std::pair<std::string, std::size_t>> best;
  const std::vector<std::string> already = asked.texts(facet.parameter);
  for (const auto& [value, count] : facet.counts)
    if (count < shown && std::ranges::find(already, value) == already.end())
      best.emplace_back(value, count);
  if (best.empty()) return;
  std::ranges::stable_sort(best, std::greater<>{},
                           &std::pair<std::string, std::size_t>::second);
  if (best.size() > kShownChips) best.resize(kShownChips);
  html.open("ul", {{"class", "chips"}}).element("li", facet.label, {{"class", "name"}});
  for (const auto& [value, count] : best) {
    UrlQuery narrower = asked;
    narrower.remove("page").add(facet.parameter, value);
    html.open("li");
    write_inner_link(html, "/search" + narrower.url_text(), prefixed_name(value), value);
    html.close();
  }
  html.close();
}

void write_facets(HtmlWriter& html, const UrlQuery& asked, const SearchResult& result) {
  if (result.total < 2) return;
  std::vector<Facet> facets{{"Class", "class"},
                            {"Dataset", "in-dataset"},
                            {"Language", "language"},
                            {"Format", "in-format"}};
  for (const SearchHit& hit : result.hits) {
    for (const TermCount& one : hit.record.classes) ++facets[0].counts[one.iri];
    if (!asked.has("in-dataset")) ++facets[1].counts[hit.record.dataset];
    for (const std::string& one : hit.record.languages) ++facets[2].counts[one];
    for (const std::string& one : hit.record.text.formats) ++facets[3].counts[one];
  }
  HtmlWriter chips;
  for (const Facet& facet : facets) write_facet(chips, facet, asked, result.hits.size());
  if (chips.view().empty()) return;
  html.open("details", {{"class", "narrow"}}).element("summary", "Narrow it down");
  for (const Facet& facet : facets) write_facet(html, facet, asked, result.hits.size());
  html.close();
}

void write_result_pages(HtmlWriter& html, const UrlQuery& asked,
                        const SearchResult& result) {
  const std::uint64_t reachable = std::min<std::uint64_t>(result.total, kMostResults);
  const std::uint64_t last = (reachable + result.limit - 1) / result.limit;
  if (last <= 1 && result.page == 1) return;
  const auto link = [&](std::uint64_t page, std::string_view shown,
                        std::string_view relation) {
    UrlQuery other = asked;
    other.set("page", std::to_string(page));
    html.element("a", shown, {{"href", "/search" + other.url_text()}, {"rel", relation}});
  };
  html.open("nav", {{"class", "pages"}, {"aria-label", "Pages of results"}});
  if (result.page > 1)
    link(std::min<std::uint64_t>(result.page - 1, std::max<std::uint64_t>(last, 1)),
         "← Previous", "prev");
  html.element("span", fmt::format("Page {} of {}", result.page, grouped(last)),
               {{"class", "soft"}});
  if (result.page < last) link(result.page + 1, "Next →", "next");
  html.close();
  if (result.total > kMostResults)
    html.element("p",
                 fmt::format("Only the first {} can be paged through; ask for less.",
                             grouped(kMostResults)),
                 {{"class", "soft small"}});
}

void write_advice(HtmlWriter& html, const UrlQuery& asked, const SearchResult& result) {
  html.open("div", {{"class", "card"}});
  if (result.total > 0) {
    html.element("p", fmt::format("There is no page {}.", result.page));
    UrlQuery first = asked;
    first.remove("page");
    html.open("p").element("a", "Go to the first page",
                           {{"href", "/search" + first.url_text()}});
    html.close().close();
    return;
  }
  html.element("h2", "Nothing was found").open("ul");
  if (asked.has("q") || asked.has("term"))
    html.element("li",
                 "Words must all be there, as they are written (case and accents do not "
                 "matter, endings do): try fewer, or OR between them.");
  if (asked.has("uri"))
    html.element("li",
                 "An IRI is looked up as it is written, with http or https, with or "
                 "without / or # at its end. “An IRI that begins with” finds more.");
  if (asked.has("value"))
    html.element("li", "A value is compared whole; for words in it use the search box.");
  if (asked.all().size() > 1)
    html.element("li", "All conditions must hold: take one away.");
  if (asked.has("since") || asked.has("until"))
    html.element("li", "Dates are those of indexing, not of the documents' own changes.");
  html.close();
  if (const std::string uri = asked.text("uri"); !uri.empty())
    if (const std::string href = search_href("namespace", uri); !href.empty()) {
      html.open("p").text("Search for ");
      write_inner_link(html, href, "IRIs that begin so", uri);
      html.text(".").close();
    }
  html.close();
}

}  // namespace

void write_hit(HtmlWriter& html, const DocumentRecord& record) {
  const DocumentText& text = record.text;
  html.open("li", {{"class", "card"}}).open("h2");
  write_inner_link(html, document_href(text.url),
                   record.titles.empty()
                       ? middle_cut(text.url, kShownTitle)
                       : middle_cut(record.titles.front().value, kShownTitle));
  html.close();
  html.open("p", {{"class", "small url"}}).foreign(middle_cut(text.url, kShownTitle));
  write_way_out(html, text.url);
  html.close();
  html.open("p", {{"class", "soft small"}});
  html.text(count_of(text.triples, "triple"));
  html.text(" · indexed ").text(day(record.updated));
  if (record.lastmod) html.text(" · changed ").text(day(*record.lastmod));
  html.text(" · dataset ");
  write_inner_link(html, search_href("in-dataset", record.dataset), record.dataset);
  if (!text.sources.empty())
    html.text(" · from ").foreign(middle_cut(text.sources.front(), 120));
  if (text.sources.size() > 1)
    html.text(fmt::format(" and {} more", text.sources.size() - 1));
  html.close();
  if (!record.classes.empty()) {
    html.open("ul", {{"class", "chips"}, {"aria-label", "Classes"}});
    for (std::size_t i = 0; i < std::min(kShownClassesOfHit, record.classes.size());
         ++i) {
      const std::string& iri = record.classes[i].iri;
      html.open("li");
      write_inner_link(html, search_href("class", iri), prefixed_name(iri), iri);
      html.close();
    }
    if (record.classes.size() > kShownClassesOfHit)
      html.element("li",
                   fmt::format("and {} more", record.classes.size() - kShownClassesOfHit),
                   {{"class", "soft small"}});
    html.close();
  }
  html.close();
}

std::string result_page(const UrlQuery& asked, const SearchResult& result) {
  HtmlWriter html;
  html.element("h1", "Search", {{"class", "unseen"}});
  write_search_form(html, asked,
                    result.hits.empty() ? OtherWays::as_used : OtherWays::folded);
  const std::size_t first = std::size_t{result.page - 1} * result.limit + 1;
  std::string account = count_of(result.total, "document");
  if (result.total > result.hits.size() && !result.hits.empty())
    account += fmt::format(", {} to {}", grouped(first),
                           grouped(first + result.hits.size() - 1));
  account += fmt::format(" ({:.1f} ms)", result.seconds * 1000);
  html.element("p", account, {{"class", "soft"}, {"role", "status"}});
  if (result.hits.empty()) {
    write_advice(html, asked, result);
  } else {
    write_facets(html, asked, result);
    html.open("ol", {{"class", "hits"}});
    for (const SearchHit& hit : result.hits) write_hit(html, hit.record);
    html.close();
  }
  write_result_pages(html, asked, result);
  std::string title = asked.text("q");
  if (title.empty() && !asked.all().empty()) title = asked.all().front().second;
  return served_page(middle_cut(title, 60) + " – semsite", std::move(html).take());
}

}  // namespace semsite
