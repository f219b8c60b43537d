#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/text_hash.hpp"
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

/// The first locations of the datasets, each once.
class FirstLocations {
 public:
  void add(const std::string& url, FindingPlace named) {
    if (all_.size() < kMostKept && is_http(url) && known_.insert(url).second)
      all_.push_back({url, std::move(named)});
  }
  [[nodiscard]] std::vector<Location> take() { return std::move(all_); }

 private:
  static constexpr std::size_t kMostKept = 10'000;

  std::vector<Location> all_;
  std::unordered_set<std::string, KeyedHash, std::equal_to<>> known_;
};

bool is_prefix(const DatasetFact& dataset, const std::string& url) {
  return std::ranges::find(dataset.said.prefixes, url, &LinkedDataPrefix::prefix) !=
         dataset.said.prefixes.end();
}

}  // namespace

void SiteCheck::check_datasets() {
  FirstLocations dumps, endpoints, iris;
  for (const DatasetFact& dataset : datasets_) {
    if (stopped()) return;
    check_locations(dataset);
    const FindingPlace here{dataset.sitemap, dataset.said.line};
    for (const auto* locations : {&dataset.said.dumps, &dataset.said.fragments})
      for (const DatasetLocation& one : *locations)
        dumps.add(one.url, {dataset.sitemap, one.line});
    for (const DatasetLocation& one : dataset.said.endpoints)
      endpoints.add(one.url, {dataset.sitemap, one.line});
    iris.add(dataset.said.uri, here);
    for (const std::string& sample : dataset.said.samples)
      if (is_http(sample)) static_cast<void>(draw(sample, here));
  }
  const auto visit = [&](std::vector<Location> all, std::string_view what, auto&& check) {
    const std::size_t count = all.size();
    for (const Location& one : drawn(std::move(all), validation_.extent.files, random_)) {
      if (stopped()) return;
      check(one.url, one.named, validation_, checked_);
    }
    if (count > validation_.extent.files)
      checked_.remarks.push_back(
          fmt::format("{} of {} {} were asked for (--sample-files)",
                      grouped(validation_.extent.files), grouped(count), what));
  };
  SeenDumps seen;
  visit(dumps.take(), "dumps",
        [&](const std::string& url, const FindingPlace& named,
            const Validation& validation, CheckedSet& checked) {
          if (auto facts = check_dump(url, named, validation, checked))
            seen.emplace(url, std::move(*facts));
        });
  for (const DatasetFact& dataset : datasets_)
    check_mirrors(dataset, seen, validation_.findings);
  visit(endpoints.take(), "endpoints", check_endpoint);
  visit(iris.take(), "dataset URIs", check_dataset_iri);
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
    validation_.findings.add(
        {"sc.authority", named, fmt::format("{}: {}", excerpt(url, 200), verdict.reason),
         speaks_for_itself && !is_prefix(dataset, url) ? std::optional{Severity::note}
                                                       : std::nullopt});
  };
  std::size_t asked = 0;
  const auto check_all = [&](const std::vector<DatasetLocation>& all) {
    for (const DatasetLocation& one : all)
      if (++asked <= validation_.extent.files) check(one.url, one.line);
  };
  check_all(dataset.said.dumps);
  check_all(dataset.said.fragments);
  check_all(dataset.said.endpoints);
  for (const LinkedDataPrefix& one : dataset.said.prefixes)
    if (++asked <= validation_.extent.files) check(one.prefix, dataset.said.line);
}

}  // namespace semsite
