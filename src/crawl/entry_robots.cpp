#include "crawl/entry_robots.hpp"

#include <algorithm>
#include <utility>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/robots_line.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"
#include "semsite/robots.hpp"

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

FolderRobots read_folder_robots(Retrieved got, const Limits& limits) {
  FolderRobots out;
  try {
    read_beginning(*got.body, limits.robots_bytes, out.text);
  } catch (const DocumentError& error) {
    // What came before it broke off is good: each line stands alone.
    out.text = without_cut_line(std::move(out.text));
    out.problem = error.what();
  }
  return out;
}

std::string entry_robots_url(const std::string& entry) {
  if (!is_http(entry)) return {};
  std::string url = BaseIri{entry}.resolve("robots.txt");
  return path_and_query(url) == "/robots.txt" ? std::string{} : url;
}

EntryRobots visit_entry_robots(Retriever& retriever, SitemapTour& tour,
                               const std::string& entry) {
  const std::string url = entry_robots_url(entry);
  if (url.empty()) return {};
  Retrieved got = retriever.get(
      {.url = url, .named_by = NamedBy::network(), .accept = "text/plain, */*;q=0.5"});
  if (got.outcome != Retrieval::got) return {};
  const Limits& limits = retriever.limits();
  // After a redirect to the site's own robots.txt, whose sitemaps are known.
  const std::string place = got.url;
  if (path_and_query(place) == "/robots.txt") return {};
  const std::string type = got.head.media_type();
  FolderRobots said = read_folder_robots(std::move(got), limits);
  const Robots robots = read_robots(said.text, place, limits);
  if (is_html(type, robots)) return {};
  for (const RobotsSitemap& sitemap : robots.sitemaps) tour.visit(sitemap.url, place, {});
  return {.names_sitemap = !robots.sitemaps.empty(), .problem = std::move(said.problem)};
}

}  // namespace semsite
