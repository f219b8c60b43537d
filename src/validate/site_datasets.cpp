#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "validate/dump_check.hpp"
#include "validate/mirror_check.hpp"
#include "validate/site_check.hpp"

namespace semsite {
namespace {

/// A location of a dataset, and where it stands.
struct Location {
  std::string url;
  FindingPlace named;
};

/// So many of `all` as are wanted, drawn at random, in their order.
std::vector<Location> drawn(std::vector<Location> all, std::uint64_t wanted,
                            std::mt19937_64& random) {
  while (all.size() > wanted)
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(random() % all.size()));
  return all;
}

void add(std::vector<Location>& out, const std::string& url, FindingPlace named) {
  if (is_http(url) && std::ranges::find(out, url, &Location::url) == out.end())
    out.push_back({url, std::move(named)});
}

bool is_prefix(const DatasetFact& dataset, const std::string& url) {
  return std::ranges::find(dataset.said.prefixes, url, &LinkedDataPrefix::prefix) !=
         dataset.said.prefixes.end();
}

}  // namespace

void SiteCheck::check_datasets() {
  constexpr std::size_t kMostKept = 10'000;
  std::vector<Location> dumps, endpoints, iris;
  for (const DatasetFact& dataset : datasets_) {
    if (stopped()) return;
    check_locations(dataset);
    const FindingPlace here{dataset.sitemap, dataset.said.line};
    if (dumps.size() < kMostKept) {
      for (const DatasetLocation& one : dataset.said.dumps)
        add(dumps, one.url, {dataset.sitemap, one.line});
      for (const DatasetLocation& one : dataset.said.fragments)
        add(dumps, one.url, {dataset.sitemap, one.line});
    }
    if (endpoints.size() < kMostKept)
      for (const DatasetLocation& one : dataset.said.endpoints)
        add(endpoints, one.url, {dataset.sitemap, one.line});
    if (iris.size() < kMostKept) add(iris, dataset.said.uri, here);
    for (const std::string& sample : dataset.said.samples)
      if (is_http(sample)) static_cast<void>(draw(sample, here));
  }
  const auto visit = [&](std::vector<Location> all, std::string_view what, auto&& check) {
    const std::size_t count = all.size();
    for (const Location& one : drawn(std::move(all), means_.extent.files, random_)) {
      if (stopped()) return;
      check(one.url, one.named, means_, checked_);
    }
    if (count > means_.extent.files)
      checked_.remarks.push_back(
          fmt::format("{} of {} {} were asked for (--sample-files)",
                      grouped(means_.extent.files), grouped(count), what));
  };
  SeenDumps seen;
  visit(std::move(dumps), "dumps",
        [&](const std::string& url, const FindingPlace& named, const CheckMeans& means,
            CheckedSet& checked) {
          if (auto facts = check_dump(url, named, means, checked))
            seen.emplace(url, std::move(*facts));
        });
  for (const DatasetFact& dataset : datasets_)
    check_mirrors(dataset, seen, means_.findings);
  visit(std::move(endpoints), "endpoints", check_endpoint);
  visit(std::move(iris), "dataset URIs", check_dataset_iri);
}

void SiteCheck::check_locations(const DatasetFact& dataset) {
  // A site speaks for the URIs under its own prefixes, wherever their data is.
  const bool speaks_for_itself =
      std::ranges::any_of(dataset.said.prefixes, [&](const LinkedDataPrefix& one) {
        return host_of(one.prefix) == host_of(dataset.sitemap);
      });
  const auto check = [&](const std::string& url, std::uint64_t line) {
    if (!is_http(url) || stopped()) return;
    const FindingPlace named{dataset.sitemap, line};
    check_allowed(url, named);
    const AuthorityCheck::Verdict verdict = authority_.of(url, dataset);
    if (verdict.authority != Authority::claim) return;
    means_.findings.add(
        {"sc.authority", named, fmt::format("{}: {}", excerpt(url, 200), verdict.reason),
         speaks_for_itself && !is_prefix(dataset, url) ? std::optional{Severity::note}
                                                       : std::nullopt});
  };
  std::size_t asked = 0;
  const auto check_all = [&](const std::vector<DatasetLocation>& all) {
    for (const DatasetLocation& one : all)
      if (++asked <= means_.extent.files) check(one.url, one.line);
  };
  check_all(dataset.said.dumps);
  check_all(dataset.said.fragments);
  check_all(dataset.said.endpoints);
  for (const LinkedDataPrefix& one : dataset.said.prefixes)
    if (++asked <= means_.extent.files) check(one.prefix, dataset.said.line);
}

}  // namespace semsite
