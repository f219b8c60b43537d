#include "discover/site_profile.hpp"

#include <algorithm>
#include <set>

namespace semsite {

std::string_view authority_name(Authority authority) {
  switch (authority) {
    case Authority::own:
      return "own";
    case Authority::confirmed:
      return "confirmed";
    case Authority::redirects:
      return "redirects";
    case Authority::trusted:
      return "trusted";
    case Authority::claim:
      break;
  }
  return "claim";
}

std::optional<Authority> find_authority(std::string_view name) {
  using enum Authority;
  for (const Authority one : {own, confirmed, redirects, trusted, claim})
    if (authority_name(one) == name) return one;
  return std::nullopt;
}

const Standing& standing_of(const Standings& standings, std::string_view name) {
  static const Standing own;
  const auto found = standings.find(name);
  return found == standings.end() ? own : found->second;
}

bool has_own_data(std::string_view kind) {
  return kind != "plain" && kind != "ResourceSync";
}

bool lists_nothing(const SitemapFact& sitemap) {
  return sitemap.is_missing || sitemap.is_out_of_reach ||
         (sitemap.problem.empty() && sitemap.capability.empty() &&
          sitemap.entries + sitemap.datasets == sitemap.local_entries);
}

bool is_feed(const SitemapFact& sitemap) {
  return sitemap.is_of_page || sitemap.kind == SitemapKind::rss ||
         sitemap.kind == SitemapKind::atom;
}

std::vector<std::string> feeds_of(const SiteProfile& profile) {
  std::vector<std::string> out;
  std::set<std::string_view> all;
  for (const SitemapFact& fact : profile.sitemaps) {
    if (!is_feed(fact) || fact.kind == SitemapKind::unknown) continue;
    all.insert(fact.url);
    if (!all.contains(fact.named_by)) out.push_back(fact.url);
  }
  return out;
}

bool has_listing(const SiteProfile& profile) {
  return std::ranges::any_of(profile.sitemaps,
                             [](const SitemapFact& fact) {
                               return !is_feed(fact) && fact.kind != SitemapKind::unknown;
                             }) ||
         std::ranges::any_of(profile.standard_sitemaps,
                             [](const StandardFact& one) { return one.problem.empty(); });
}

}  // namespace semsite
