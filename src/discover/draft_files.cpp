#include "discover/draft_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "discover/distribution_choice.hpp"

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

/// RDF first, what nothing is said of behind it.
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
  std::vector<const Distribution*> out = std::move(rdf);
  out.insert(out.end(), unknown.begin(), unknown.end());
  std::ranges::stable_sort(out, {}, [](const Distribution* one) {
    return std::tuple{one->format.rank(), !one->format.packed(), one->checksums.empty()};
  });
  return out;
}

/// Locations, each URL once.
class Locations {
 public:
  explicit Locations(std::vector<DatasetLocation>& out) : out_(out) {}

  [[nodiscard]] bool has(const std::string& url) const { return places_.contains(url); }

  /// Adds it, or what it says to what is known of its URL: the same file may be described
  /// by two vocabularies.
  void add(DatasetLocation location) {
    const auto [place, fresh] = places_.try_emplace(location.url, out_.size());
    if (fresh) {
      if (out_.size() < kMostLocations) {
        out_.push_back(std::move(location));
      } else {
        places_.erase(place);
      }
      return;
    }
    DatasetLocation& same = out_[place->second];
    if (same.checksums.empty()) same.checksums = std::move(location.checksums);
    if (!same.byte_size) same.byte_size = location.byte_size;
    if (same.media_type.empty()) same.media_type = std::move(location.media_type);
  }

 private:
  std::vector<DatasetLocation>& out_;
  std::map<std::string, std::size_t> places_;
};

/// What is in a group by itself is in none.
void leave_single(std::vector<DatasetLocation>& locations) {
  std::map<std::uint32_t, std::size_t> members;
  for (const DatasetLocation& one : locations) ++members[one.group];
  for (DatasetLocation& one : locations)
    if (members[one.group] == 1) one.group = 0;
}

/// The files of subsets, one by one: those of one group are one file and its mirrors.
std::vector<DraftFiles> files_of(std::vector<DraftFiles> parts) {
  std::vector<DraftFiles> out;
  for (DraftFiles& part : parts) {
    std::map<std::uint32_t, std::size_t> places;
    for (DatasetLocation& location : part.locations) {
      const auto [place, fresh] = places.try_emplace(location.group, out.size());
      if (fresh || location.group == 0) {
        place->second = out.size();
        out.emplace_back();
      }
      out[place->second].locations.push_back(std::move(location));
    }
  }
  return out;
}

}  // namespace

DraftFiles choose_files(const DescriptionGraph& graph, DatasetDraft& draft) {
  DraftFiles out;
  Locations known{out.locations};
  const std::vector<const Distribution*> forms = usable(draft);
  DistributionChoice choice = choose_distributions(forms);
  std::set<std::string> downloads;
  const auto add_downloads = [&](const Distribution* one) {
    downloads.insert(one->urls.begin(), one->urls.end());
  };
  for (const Distribution* one : forms)
    if (one->format.kind() == DataFormat::Kind::rdf) add_downloads(one);
  for (const auto& part : choice.parts) std::ranges::for_each(part, add_downloads);
  const bool all_downloads = std::ranges::all_of(
      draft.dumps,
      [&](const DatasetLocation& dump) { return downloads.contains(dump.url); });
  const bool by_void = !all_downloads && draft.dumps.size() > 1;
  // One dump of VoID beside several parts: it is the whole.
  const bool by_one = !all_downloads && choice.parts.size() > 1;
  if (forms.empty() || by_void || by_one) {
    // Several dumps that are no distributions: VoID's word, with what DCAT adds to it.
    for (const DatasetLocation& dump : draft.dumps) known.add(dump);
    for (const Distribution* one : forms)
      for (const std::string& url : one->urls)
        if (known.has(url)) known.add(location_of(*one, url));
  } else {
    std::ranges::move(choice.notes, std::back_inserter(draft.notes));
    std::uint32_t group = 0;
    std::uint32_t rank = 0;
    for (const std::vector<const Distribution*>& part : choice.parts) {
      ++group;
      rank = 0;
      for (const Distribution* one : part) {
        const std::size_t before = out.locations.size();
        for (const std::string& url : one->urls) {
          DatasetLocation location = location_of(*one, url);
          location.rank = rank;
          location.group = group;
          known.add(std::move(location));
        }
        if (out.locations.size() > before) ++rank;
      }
    }
    if (choice.parts.size() == 1) {
      for (DatasetLocation& dump : draft.dumps) {
        dump.rank = rank;
        dump.group = group;
        known.add(dump);
      }
    }
    leave_single(out.locations);
    if (choice.parts.size() > 1) {
      out.assumed = true;
      out.grouping = fmt::format(
          "assumed: {} distributions of one media type{} are parts, for neither title, "
          "date nor checksum says that one replaces another; all are fetched "
          "(--dump-semantics mirrors takes one)",
          choice.parts.size(), choice.untyped ? ", or of none that tells," : "");
    } else if (out.locations.size() > 1) {
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
  // Which part a file of the whole is of, if any.
  std::map<std::string, std::size_t> place_of;
  for (std::size_t i = 0; i < whole.dumps.size(); ++i)
    if (whole.dumps[i].group == 0) place_of.emplace(whole.dumps[i].url, i);
  std::set<std::string> files;
  for (const DatasetLocation& dump : whole.dumps) files.insert(dump.url);
  std::vector<const DraftFiles*> instead(whole.dumps.size(), nullptr);
  std::set<std::string> replaced;
  std::set<std::string> fragments;
  std::uint32_t group = 1;
  for (const DatasetLocation& dump : whole.dumps) group = std::max(group, dump.group);
  std::deque<DraftFiles> kept;
  for (DraftFiles& part : files_of(std::move(parts))) {
    ++group;
    const bool several = part.locations.size() > 1;
    bool known = false;
    std::optional<std::size_t> place;
    for (DatasetLocation& location : part.locations) {
      location.group = several ? group : 0;
      known = known || files.contains(location.url);
      const auto found = place_of.find(location.url);
      if (found != place_of.end() && !replaced.contains(location.url))
        place = place ? std::min(*place, found->second) : found->second;
    }
    if (place) {
      // The part's mirrors take the place of the file.
      kept.push_back(std::move(part));
      instead[*place] = &kept.back();
      for (const DatasetLocation& location : kept.back().locations)
        replaced.insert(location.url);
      if (several && whole.grouping.empty())
        whole.grouping = "each part has its own files";
    } else if (!known) {
      for (DatasetLocation& location : part.locations)
        if (whole.fragments.size() < kMostLocations &&
            fragments.insert(location.url).second)
          whole.fragments.push_back(std::move(location));
    }
  }
  std::vector<DatasetLocation> dumps;
  for (std::size_t i = 0; i < whole.dumps.size(); ++i) {
    if (instead[i] != nullptr) {
      dumps.insert(dumps.end(), instead[i]->locations.begin(),
                   instead[i]->locations.end());
    } else if (whole.dumps[i].group != 0 || !replaced.contains(whole.dumps[i].url)) {
      dumps.push_back(std::move(whole.dumps[i]));
    }
  }
  whole.dumps = std::move(dumps);
}

}  // namespace semsite
