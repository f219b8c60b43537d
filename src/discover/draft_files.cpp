#include "discover/draft_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kLargestWeight = 1'000'000'000;

DatasetLocation location_of(const Distribution& distribution, std::string url) {
  DatasetLocation out;
  out.url = std::move(url);
  out.media_type = distribution.format.media_type();
  out.compression = distribution.format.compression();
  out.packaging = distribution.format.packaging();
  out.byte_size = distribution.byte_size;
  out.checksums = distribution.checksums;
  out.source = distribution.source;
  return out;
}

/// What our own descriptions add: how often a mirror is to be asked.
void read_weight(const DescriptionGraph& graph, DatasetLocation& location) {
  const auto node = graph.find(location.url);
  if (!node) return;
  const DescriptionGraph::Value* const value =
      graph.first(*node, DescriptionTerm::weight);
  const auto weight = value == nullptr ? std::nullopt : parse_uint(trim(value->text));
  if (!weight) return;
  location.weight = std::min(*weight, kLargestWeight);
  location.weight_given = true;
}

/// RDF first; what nothing is said of only where nothing else is there.
std::vector<const Distribution*> usable(DatasetDraft& draft) {
  std::vector<const Distribution*> rdf, unknown;
  std::set<std::string> others;
  for (const Distribution& one : draft.distributions) {
    switch (one.format.kind()) {
      case DataFormat::Kind::rdf:
        rdf.push_back(&one);
        break;
      case DataFormat::Kind::unknown:
        unknown.push_back(&one);
        break;
      default:
        if (others.size() < 10)
          others.insert(one.format.media_type().empty() ? "by its name"
                                                        : one.format.media_type());
    }
  }
  if (rdf.empty() && unknown.empty() && !others.empty() && draft.dumps.empty())
    draft.notes.push_back(fmt::format("none of its {} distributions is RDF ({})",
                                      draft.distributions.size(),
                                      fmt::join(others, ", ")));
  auto& out = rdf.empty() ? unknown : rdf;
  std::ranges::stable_sort(out, {}, [](const Distribution* one) {
    return std::tuple{one->format.rank(), !one->format.packed(), one->checksums.empty()};
  });
  return std::move(out);
}

/// The same file may be described by two vocabularies, or twice.
void add_unless_known(std::vector<DatasetLocation>& out, std::set<std::string>& known,
                      DatasetLocation location) {
  if (out.size() >= kMostLocations) return;
  if (known.insert(location.url).second) {
    out.push_back(std::move(location));
    return;
  }
  const auto same = std::ranges::find(out, location.url, &DatasetLocation::url);
  if (same == out.end()) return;
  if (same->checksums.empty()) same->checksums = std::move(location.checksums);
  if (!same->byte_size) same->byte_size = location.byte_size;
  if (same->media_type.empty()) same->media_type = std::move(location.media_type);
}

}  // namespace

DraftFiles choose_files(const DescriptionGraph& graph, DatasetDraft& draft) {
  DraftFiles out;
  std::set<std::string> known;
  const std::vector<const Distribution*> forms = usable(draft);
  std::set<std::string> downloads;
  for (const Distribution* one : forms)
    downloads.insert(one->urls.begin(), one->urls.end());
  const bool all_downloads = std::ranges::all_of(
      draft.dumps,
      [&](const DatasetLocation& dump) { return downloads.contains(dump.url); });
  if (forms.empty() || !(all_downloads || draft.dumps.size() == 1)) {
    // Several dumps that are no distributions: VoID's word, with what DCAT adds to it.
    for (DatasetLocation& dump : draft.dumps)
      add_unless_known(out.locations, known, dump);
    for (const Distribution* one : forms)
      for (const std::string& url : one->urls)
        if (known.contains(url))
          add_unless_known(out.locations, known, location_of(*one, url));
  } else {
    std::uint32_t rank = 0;
    for (const Distribution* one : forms) {
      const std::size_t before = out.locations.size();
      for (const std::string& url : one->urls) {
        DatasetLocation location = location_of(*one, url);
        location.rank = rank;
        add_unless_known(out.locations, known, std::move(location));
      }
      if (out.locations.size() > before) ++rank;
    }
    for (DatasetLocation& dump : draft.dumps) {
      dump.rank = rank;
      add_unless_known(out.locations, known, dump);
    }
    if (out.locations.size() > 1) {
      for (DatasetLocation& location : out.locations) location.group = 1;
      out.grouping =
          out.locations.back().rank > 0
              ? "distributions are the same data in other forms (DCAT 3 §6.8): the best "
                "by syntax, compression and checksum, then the others"
              : "the URLs of one distribution are mirrors";
    }
  }
  for (DatasetLocation& location : out.locations) read_weight(graph, location);
  return out;
}

void add_parts(SitemapDataset& whole, std::vector<DraftFiles> parts) {
  std::uint32_t group = 1;
  std::set<std::string> files;
  for (const DatasetLocation& dump : whole.dumps) files.insert(dump.url);
  std::set<std::string> fragments;
  for (DraftFiles& part : parts) {
    if (part.locations.empty()) continue;
    ++group;
    const bool several = part.locations.size() > 1;
    const auto first =
        std::ranges::find_if(whole.dumps, [&](const DatasetLocation& dump) {
          return dump.group == 0 &&
                 std::ranges::any_of(part.locations, [&](const DatasetLocation& one) {
                   return one.url == dump.url;
                 });
        });
    const bool known = std::ranges::any_of(
        part.locations,
        [&](const DatasetLocation& one) { return files.contains(one.url); });
    for (DatasetLocation& location : part.locations) location.group = several ? group : 0;
    if (first != whole.dumps.end()) {
      // The mirrors take the place of the file.
      const auto place = first - whole.dumps.begin();
      std::erase_if(whole.dumps, [&](const DatasetLocation& dump) {
        return std::ranges::any_of(part.locations, [&](const DatasetLocation& one) {
          return one.url == dump.url;
        });
      });
      whole.dumps.insert(
          whole.dumps.begin() +
              std::min(place, static_cast<std::ptrdiff_t>(whole.dumps.size())),
          part.locations.begin(), part.locations.end());
      if (several && whole.grouping.empty())
        whole.grouping = "each part has its own files";
    } else if (!known) {
      for (DatasetLocation& location : part.locations)
        if (whole.fragments.size() < kMostLocations &&
            fragments.insert(location.url).second)
          whole.fragments.push_back(std::move(location));
    }
  }
}

}  // namespace semsite
