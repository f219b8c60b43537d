#include "plan/mirror_pools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/url.hpp"

namespace semsite {
namespace {

std::string_view last_segment(std::string_view url) {
  const auto parts = split_url(url);
  if (!parts) return {};
  return parts->path.substr(parts->path.rfind('/') + 1);
}

}  // namespace

DumpMeaning meaning_of_dumps(const SitemapDataset& dataset, DumpSemantics semantics) {
  if (semantics == DumpSemantics::mirrors) return {true, "--dump-semantics mirrors"};
  if (semantics == DumpSemantics::parts) return {false, "--dump-semantics parts"};
  if (!dataset.grouping.empty()) {
    const std::uint32_t group = dataset.dumps.empty() ? 0 : dataset.dumps.front().group;
    const bool one_group =
        group != 0 && std::ranges::all_of(dataset.dumps, [&](const DatasetLocation& one) {
          return one.group == group;
        });
    return {one_group, dataset.grouping};
  }
  if (dataset.dumps.size() < 2) return {dataset.paper_form, "one dump"};
  if (dataset.paper_form)
    return {true,
            "priority, fragments or sparqlEndPoint show the first generation of the "
            "extension, in which several dumps are mirrors of one another"};
  return {false,
          "nothing shows the first generation of the extension, so the dataset is the "
          "merge of all its dumps"};
}

PoolMaker::PoolMaker(const SiteProfile& profile, DumpSemantics semantics,
                     PlanRandom& random)
    : profile_(profile), semantics_(semantics), random_(random) {}

Location PoolMaker::location(const DatasetLocation& said) const {
  Location out{.url = said.url,
               .weight = said.weight,
               .weight_given = said.weight_given,
               .fact = {},
               .slicing = said.slicing,
               .said_type = said.media_type,
               .said_compression = said.compression,
               .said_packaging = said.packaging,
               .said_bytes = said.byte_size,
               .checksums = said.checksums,
               .source = said.source,
               .status = {},
               .bytes = {},
               .media_type = {},
               .last_modified = {},
               .head_problem = {}};
  if (const auto known = profile_.locations.find(said.url);
      known != profile_.locations.end())
    out.fact = known->second;
  return out;
}

MirrorPool PoolMaker::pool(const std::vector<DatasetLocation>& said) {
  std::vector<std::uint64_t> weights;
  for (const DatasetLocation& one : said) weights.push_back(one.weight);
  const std::vector<double> probabilities = mirror_probabilities(weights);
  MirrorPool out;
  for (const std::size_t i : draw_mirrors(weights, random_)) {
    out.mirrors.push_back(location(said[i]));
    out.mirrors.back().probability = probabilities[i];
  }
  return out;
}

std::vector<MirrorPool> PoolMaker::parts(const std::vector<DatasetLocation>& said) {
  if (semantics_ == DumpSemantics::automatic) return grouped(said);
  std::vector<MirrorPool> out;
  for (const DatasetLocation& one : said) {
    out.push_back({{location(one)}});
    out.back().mirrors[0].probability = 1;
  }
  return out;
}

std::vector<MirrorPool> PoolMaker::grouped(const std::vector<DatasetLocation>& said) {
  std::vector<std::vector<const DatasetLocation*>> groups;
  std::map<std::uint32_t, std::size_t> places;
  for (const DatasetLocation& one : said) {
    const auto [place, fresh] = places.try_emplace(one.group, groups.size());
    if (fresh || one.group == 0) {
      if (!fresh) place->second = groups.size();
      groups.emplace_back();
    }
    groups[place->second].push_back(&one);
  }
  std::vector<MirrorPool> out;
  for (const auto& group : groups) out.push_back(ranked(group));
  return out;
}

MirrorPool PoolMaker::ranked(std::vector<const DatasetLocation*> group) {
  std::ranges::stable_sort(group, {}, &DatasetLocation::rank);
  MirrorPool out;
  for (auto first = group.begin(); first != group.end();) {
    const auto end = std::find_if(first, group.end(), [&](const DatasetLocation* one) {
      return one->rank != (*first)->rank;
    });
    std::vector<DatasetLocation> equal;
    for (auto one = first; one != end; ++one) equal.push_back(**one);
    MirrorPool drawn = pool(equal);
    for (Location& mirror : drawn.mirrors) {
      if (!out.mirrors.empty() && first != group.begin()) {
        mirror.weight = 0;
        mirror.probability = 0;
      }
    }
    std::ranges::move(drawn.mirrors, std::back_inserter(out.mirrors));
    first = end;
  }
  return out;
}

std::vector<MirrorPool> PoolMaker::dumps(const std::vector<DatasetLocation>& said,
                                         const DumpMeaning& meaning,
                                         std::vector<std::string>& notes) {
  if (semantics_ == DumpSemantics::automatic &&
      std::ranges::any_of(said,
                          [](const DatasetLocation& one) { return one.group != 0; }))
    return grouped(said);
  if (meaning.mirrors) return {pool(said)};
  std::vector<MirrorPool> out;
  for (const DatasetLocation& one : said) {
    // Decision rule 3: the same file name on another host is the same part again.
    const auto twin = std::ranges::find_if(out, [&](const MirrorPool& other) {
      const std::string& url = other.mirrors[0].url;
      return semantics_ == DumpSemantics::automatic && url != one.url &&
             !last_segment(url).empty() && last_segment(url) == last_segment(one.url) &&
             host_of(url) != host_of(one.url);
    });
    const bool again = std::ranges::any_of(
        out, [&](const MirrorPool& other) { return other.mirrors[0].url == one.url; });
    if (again) {
      notes.push_back(one.url + " is named twice");
    } else if (twin != out.end()) {
      twin->mirrors.push_back(location(one));
      twin->mirrors.back().weight = 0;
      notes.push_back(fmt::format(
          "{} has the file name of {} on another host: taken as its backup, not as a "
          "further part (--dump-semantics parts fetches both)",
          one.url, twin->mirrors[0].url));
    } else {
      out.push_back({{location(one)}});
      out.back().mirrors[0].probability = 1;
    }
  }
  return out;
}

}  // namespace semsite
