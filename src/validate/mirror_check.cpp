#include "validate/mirror_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"

namespace semsite {
namespace {

struct Mirror {
  const DatasetLocation* location;
  const DumpFacts* facts;
};

bool is_comparable(const DumpFacts& a, const DumpFacts& b) {
  return a.packing == b.packing && a.syntax == b.syntax;
}

bool has_same_digest(const DumpFacts& a, const DumpFacts& b) {
  return !a.digest || !b.digest || a.digest->algorithm != b.digest->algorithm ||
         a.digest->value == b.digest->value;
}

/// Where two beginnings part, as far as both were read.
std::optional<std::size_t> first_difference(std::string_view a, std::string_view b) {
  const std::size_t both = std::min(a.size(), b.size());
  const auto place = std::ranges::mismatch(a.substr(0, both), b.substr(0, both)).in1;
  const auto at = static_cast<std::size_t>(place - a.begin());
  return at < both ? std::optional{at} : std::nullopt;
}

void compare(const Mirror& first, const Mirror& other, const std::string& sitemap,
             Findings& findings) {
  const FindingPlace place{sitemap, other.location->line};
  const std::string names = fmt::format("{} and {}", excerpt(first.location->url, 200),
                                        excerpt(other.location->url, 200));
  const DumpFacts& a = *first.facts;
  const DumpFacts& b = *other.facts;
  if (const auto at = first_difference(a.start, b.start))
    return findings.add(
        {"dump.mirrors", place,
         fmt::format("{} differ at byte {} of their data", names, *at + 1)});
  if (!a.hash.empty() && !b.hash.empty()) {
    if (a.hash != b.hash || a.hashed != b.hashed)
      return findings.add(
          {"dump.mirrors", place,
           fmt::format("{} differ within the first {} bytes of their data", names,
                       grouped(std::max(a.hashed, b.hashed)))});
    if (a.whole && b.whole) return;
  }
  const std::optional<Severity> severity =
      a.packing == Packing::none ? std::nullopt : std::optional{Severity::note};
  if (a.length && b.length && a.length != b.length)
    return findings.add({"dump.mirrors", place,
                         fmt::format("{} have {} and {} bytes", names, grouped(*a.length),
                                     grouped(*b.length)),
                         severity});
  if (!has_same_digest(a, b))
    findings.add({"dump.mirrors", place,
                  fmt::format("{} have other digests ({})", names, a.digest->field),
                  severity});
}

}  // namespace

void check_mirrors(const DatasetFact& dataset, const SeenDumps& seen,
                   Findings& findings) {
  if (!dataset.said.paper_form) return;  // then several dumps are parts
  std::vector<Mirror> firsts;
  for (const DatasetLocation& location : dataset.said.dumps) {
    const auto found = seen.find(location.url);
    if (found == seen.end()) continue;
    const Mirror mirror{&location, &found->second};
    const auto first = std::ranges::find_if(firsts, [&](const Mirror& one) {
      return is_comparable(*one.facts, *mirror.facts);
    });
    if (first == firsts.end())
      firsts.push_back(mirror);
    else if (first->location->url != location.url)
      compare(*first, mirror, dataset.sitemap, findings);
  }
}

}  // namespace semsite
