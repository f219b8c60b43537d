#include "crawl/authority.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/url.hpp"
#include "crawl/sitemap_tour.hpp"

namespace semsite {
namespace {

bool names(const SitemapDataset& dataset, const std::string& location) {
  const auto is_it = [&](const DatasetLocation& one) { return one.url == location; };
  return std::ranges::any_of(dataset.dumps, is_it) ||
         std::ranges::any_of(dataset.fragments, is_it) ||
         std::ranges::any_of(dataset.endpoints, is_it) ||
         std::ranges::any_of(dataset.prefixes, [&](const LinkedDataPrefix& prefix) {
           return prefix.prefix == location;
         });
}

/// The same dataset: by its IRI where both have one, else by a common prefix.
bool is_same(const SitemapDataset& a, const SitemapDataset& b) {
  if (!a.uri.empty() && !b.uri.empty()) return a.uri == b.uri;
  if (a.prefixes.empty() || b.prefixes.empty()) return true;
  return std::ranges::any_of(a.prefixes, [&](const LinkedDataPrefix& one) {
    return std::ranges::any_of(b.prefixes, [&](const LinkedDataPrefix& other) {
      return one.prefix == other.prefix;
    });
  });
}

}  // namespace

AuthorityCheck::AuthorityCheck(Retriever& retriever, std::uint64_t max_sitemaps)
    : retriever_(retriever), max_sitemaps_(max_sitemaps) {}

AuthorityCheck::Verdict AuthorityCheck::of(const std::string& location,
                                           const std::string& source,
                                           const DatasetFact& dataset) {
  const std::string host = host_of(location);
  // A description on that very host says so itself.
  if (dataset.sitemap.empty() || host.empty() || host == host_of(dataset.sitemap) ||
      (is_http(source) && host == host_of(source)))
    return {Authority::own, {}};
  const HostStatements& said = ask_host(location);
  for (const DatasetFact& other : said.datasets)
    if (names(other.said, location) && is_same(other.said, dataset.said))
      return {Authority::confirmed, fmt::format("{} says the same", other.sitemap)};
  return {Authority::claim,
          said.problem.empty()
              ? fmt::format("no sitemap of {} says the same", host)
              : fmt::format("{} does not confirm it: {}", host, said.problem)};
}

const AuthorityCheck::HostStatements& AuthorityCheck::ask_host(const std::string& url) {
  const auto [place, fresh] = known_.try_emplace(origin_of(url));
  HostStatements& out = place->second;
  if (!fresh) return out;
  const auto robots = retriever_.robots().of(url);
  if (robots->deny_all) {
    out.problem = "its robots.txt could not be had";
    return out;
  }
  if (robots->rules.sitemaps.empty()) {
    out.problem = "its robots.txt names no sitemap";
    return out;
  }
  SitemapTour tour{retriever_, max_sitemaps_, {}};
  for (const RobotsSitemap& sitemap : robots->rules.sitemaps)
    tour.visit(sitemap.url, robots->fact.url, origin_of(url));
  out.datasets = std::move(tour.datasets());
  if (out.datasets.empty()) out.problem = "its sitemaps describe no dataset";
  return out;
}

}  // namespace semsite
