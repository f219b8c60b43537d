#include "crawl/entry_robots.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/read_beginning.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/robots.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

bool is_html(std::string_view type, const Robots& robots) {
  return starts_with_ignoring_case(type, "text/html") ||
         starts_with_ignoring_case(type, "application/xhtml") ||
         std::ranges::any_of(robots.notes, [](const RobotsNote& note) {
           return note.code == "robots.html";
         });
}

}  // namespace

std::string folder_robots_text(Retrieved got, const Limits& limits) {
  std::string text;
  try {
    read_beginning(*got.body, limits.robots_bytes, text);
  } catch (const DocumentError&) {
    // What came before it broke off is as good as all of it: each line stands alone.
  }
  return text;
}

std::string entry_robots_url(const std::string& entry) {
  if (!is_http(entry)) return {};
  std::string url = BaseIri{entry}.resolve("robots.txt");
  return path_and_query(url) == "/robots.txt" ? std::string{} : url;
}

bool visit_entry_robots(Retriever& retriever, SitemapTour& tour,
                        const std::string& entry) {
  const std::string url = entry_robots_url(entry);
  if (url.empty()) return false;
  Retrieved got = retriever.get(
      {.url = url, .named_by = NamedBy::network(), .accept = "text/plain, */*;q=0.5"});
  if (got.outcome != Retrieval::got) return false;
  const Limits& limits = retriever.limits();
  // After a redirect to the site's own robots.txt, whose sitemaps are known.
  const std::string place = got.url;
  if (path_and_query(place) == "/robots.txt") return false;
  const std::string type = got.head.media_type();
  const Robots robots =
      read_robots(folder_robots_text(std::move(got), limits), place, limits);
  if (is_html(type, robots)) return false;
  for (const RobotsSitemap& sitemap : robots.sitemaps) tour.visit(sitemap.url, place, {});
  return !robots.sitemaps.empty();
}

}  // namespace semsite
