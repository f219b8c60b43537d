#include "discover/draft_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "discover/distribution_choice.hpp"
#include "discover/metalink.hpp"

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

void best_first(std::vector<const Distribution*>& forms) {
  std::ranges::stable_sort(forms, {}, [](const Distribution* one) {
    return std::tuple{one->format.rank(), !one->format.packed(), one->checksums.empty()};
  });
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
        // A list of files says what they are.
        if (is_metalink_type(one.format.media_type()))
          unknown.push_back(&one);
        else if (others.size() < 10)
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
  best_first(out);
  return out;
}

/// Is it one of the dumps of VoID?
bool is_named(const DatasetDraft& draft, const Distribution& one) {
  return std::ranges::any_of(draft.dumps, [&](const DatasetLocation& dump) {
    return std::ranges::find(one.urls, dump.url) != one.urls.end();
  });
}

/// As VoID names them.
void in_order_of_void(const DatasetDraft& draft,
                      std::vector<const Distribution*>& dumps) {
  std::map<std::string_view, std::size_t> places;
  for (const DatasetLocation& dump : draft.dumps)
    places.try_emplace(dump.url, places.size());
  std::ranges::stable_sort(dumps, {}, [&](const Distribution* one) {
    std::size_t out = places.size();
    for (const std::string& url : one->urls)
      if (const auto place = places.find(url); place != places.end())
        out = std::min(out, place->second);
    return out;
  });
}

/// Dumps of VoID that are no distributions. By its word they are RDF.
std::vector<Distribution> only_by_void(const DatasetDraft& draft,
                                       const std::vector<const Distribution*>& forms) {
  std::set<std::string_view> downloads;
  for (const Distribution* one : forms)
    downloads.insert(one->urls.begin(), one->urls.end());
  std::vector<Distribution> out;
  for (const DatasetLocation& dump : draft.dumps) {
    if (!downloads.insert(dump.url).second) continue;
    Distribution& one = out.emplace_back();
    one.urls.push_back(dump.url);
    one.source = dump.source;
    one.format.say_type(dump.media_type.empty() ? "RDF" : dump.media_type);
    one.format.say_name(dump.url);
  }
  return out;
}

/// Locations, each URL once.
class Locations {
 public:
  explicit Locations(std::vector<DatasetLocation>& out) : out_(out) {}

  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

  /// Adds it, or what it says to what is known of its URL: the same file may be described
  /// by two vocabularies.
  void add(DatasetLocation location) {
    const auto [place, fresh] = places_.try_emplace(location.url, out_.size());
    if (fresh) {
      if (out_.size() < kMostLocations) {
        out_.push_back(std::move(location));
      } else {
        places_.erase(place);
        ++left_out_;
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
  std::uint64_t left_out_ = 0;
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
  for (Distribution& one : draft.distributions)
    if (one.format.kind() == DataFormat::Kind::unknown && is_named(draft, one))
      one.format.say_type("RDF");
  std::vector<const Distribution*> forms = usable(draft);
  if (forms.empty()) {
    for (const DatasetLocation& dump : draft.dumps) known.add(dump);
  } else {
    const std::vector<Distribution> more = only_by_void(draft, forms);
    DistributionChoice choice;
    if (more.empty()) {
      choice = choose_distributions(forms);
    } else if (draft.dumps.size() > 1) {
      std::vector<const Distribution*> dumps;
      for (const Distribution& one : more) dumps.push_back(&one);
      std::erase_if(forms, [&](const Distribution* one) {
        const bool is_dump = is_named(draft, *one);
        if (is_dump) dumps.push_back(one);
        return is_dump;
      });
      in_order_of_void(draft, dumps);
      choice = choose_beside_dumps(dumps, forms);
    } else {
      forms.push_back(&more.front());
      best_first(forms);
      choice = choose_distributions(forms);
    }
    std::ranges::move(choice.notes, std::back_inserter(draft.notes));
    std::uint32_t group = 0;
    for (const std::vector<const Distribution*>& part : choice.parts) {
      ++group;
      std::uint32_t rank = 0;
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
    leave_single(out.locations);
    if (choice.parts.size() > 1) {
      out.assumed = true;
      out.grouping = fmt::format(
          "assumed: {} {} are parts, for neither title, date nor checksum says that one "
          "replaces another; all are fetched (--dump-semantics mirrors takes one)",
          choice.parts.size(),
          !more.empty()    ? "dumps and distributions"
          : choice.untyped ? "distributions of one media type, or of none that tells,"
                           : "distributions of one media type");
    } else if (out.locations.size() > 1) {
      out.grouping =
          out.locations.back().rank > 0
              ? "distributions are the same data in other forms (DCAT 3 §6.8): the best "
                "by syntax, compression and checksum, then the others"
              : "the URLs of one distribution are mirrors";
    }
  }
  for (DatasetLocation& location : out.locations) read_weight(graph, location);
  out.left_out = known.left_out();
  return out;
}

std::uint64_t add_parts(SitemapDataset& whole, std::vector<DraftFiles> parts) {
  std::uint64_t left_out = 0;
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
      for (DatasetLocation& location : part.locations) {
        if (!fragments.insert(location.url).second) continue;
        if (whole.fragments.size() < kMostLocations) {
          whole.fragments.push_back(std::move(location));
        } else {
          ++left_out;
        }
      }
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
  return left_out;
}

}  // namespace semsite
