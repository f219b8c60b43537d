#include "discover/draft_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "discover/data_format.hpp"
#include "discover/metalink.hpp"
#include "discover/sitemap_dataset.hpp"

namespace semsite {
namespace {

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

namespace {

using Forms = std::vector<const Distribution*>;

bool is_withdrawn(const Distribution& one) {
  constexpr std::array<std::string_view, 8> kOld{
      "deprecated", "withdrawn", "superseded", "replaced",
      "obsolete",   "archived",  "retired",    "discontinued"};
  return std::ranges::find(kOld, one.status) != kOld.end();
}

/// The number or word at the start of `text`, which loses it.
std::string_view take_run(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end]) == is_digit(text[0])) ++end;
  const std::string_view out = text.substr(0, end);
  text.remove_prefix(end);
  return out;
}

/// Why `newer` replaces `older`; empty: nothing says so.
std::string reason_to_replace(const Distribution& newer, const Distribution& older) {
  const auto names = [](const Distribution& one, const Distribution& other) {
    return std::ranges::any_of(one.others, [&](const std::string& name) {
      return name == other.name ||
             std::ranges::find(other.urls, name) != other.urls.end();
    });
  };
  if (names(newer, older)) return "it says so";
  if (!older.replaced_by.empty() && older.replaced_by == newer.name)
    return "the older one says so";
  if (newer.format.media_type() != older.format.media_type()) return {};
  if (is_withdrawn(older) && !is_withdrawn(newer))
    return fmt::format("its status is \"{}\"", older.status);
  if (is_withdrawn(newer)) return {};
  if (newer.title.empty() || !equal_ignoring_case(newer.title, older.title)) return {};
  // Not of two that are called the same in one language and otherwise in another.
  for (const auto& [language, title] : newer.titles)
    if (const auto other = older.titles.find(language);
        other != older.titles.end() && !equal_ignoring_case(title, other->second))
      return {};
  // One date may be longer than the other: then they agree as far as both go.
  const std::size_t common = std::min(newer.date.size(), older.date.size());
  if (common >= 4 && newer.date.substr(0, common) > older.date.substr(0, common))
    return fmt::format("the same title, and {} is after {}", newer.date, older.date);
  if (common == 0 && !newer.version.empty() && !older.version.empty() &&
      is_earlier_version(older.version, newer.version))
    return fmt::format("the same title, and version {} is after {}", newer.version,
                       older.version);
  return {};
}

/// Takes out what another one replaces.
Forms current_of(const Forms& forms, std::vector<std::string>& notes) {
  Forms out;
  for (const Distribution* one : forms) {
    std::string why;
    const auto newer = std::ranges::find_if(forms, [&](const Distribution* other) {
      if (other == one) return false;
      why = reason_to_replace(*other, *one);
      // Of two that replace each other, neither does.
      return !why.empty() && reason_to_replace(*one, *other).empty();
    });
    if (newer == forms.end()) {
      out.push_back(one);
    } else {
      notes.push_back(fmt::format("{} is left out: {} replaces it ({})",
                                  one->urls.front(), (*newer)->urls.front(), why));
    }
  }
  return out.empty() ? forms : out;
}

/// Are they one file, or one but for syntax and packing?
bool is_same_data(const Distribution& a, const Distribution& b) {
  if (const BySums sums = compare_checksums(a.checksums, b.checksums);
      sums != BySums::nothing)
    return sums == BySums::same;
  for (const std::string& url : a.urls) {
    const std::string stem = packed_stem(url);
    for (const std::string& other : b.urls)
      if (url == other || (!stem.empty() && stem == packed_stem(other))) return true;
  }
  return false;
}

bool is_rdf(const Distribution* one) {
  return one->format.kind() == DataFormat::Kind::rdf;
}

/// Empty: nothing is said of it but, maybe, how it is packed.
std::string_view type_of(const Distribution* one) {
  const std::string& type = one->format.media_type();
  return type.empty() && is_rdf(one) ? std::string_view{"RDF"} : type;
}

/// By what two can be the same data.
std::set<std::string> keys_of(const Distribution& one) {
  std::set<std::string> out;
  for (const std::string& url : one.urls) {
    out.insert(url);
    if (std::string stem = packed_stem(url); !stem.empty()) out.insert(std::move(stem));
  }
  for (const Checksum& sum : one.checksums) out.insert(sum.algorithm + ':' + sum.hex);
  return out;
}

/// What is one thing in several forms.
std::vector<Forms> things_of(const Forms& forms) {
  constexpr std::size_t kMostOfOneKey = 16;  // more of them are things of their own
  std::vector<Forms> out;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_key;
  for (const Distribution* one : forms) {
    const auto holds = [&](std::size_t thing) {
      const auto is_same = [&](const Distribution* other) {
        return is_same_data(*one, *other);
      };
      const auto is_apart = [&](const Distribution* other) {
        return compare_checksums(one->checksums, other->checksums) == BySums::apart;
      };
      return std::ranges::any_of(out[thing], is_same) &&
             std::ranges::none_of(out[thing], is_apart);
    };
    const std::set<std::string> keys = keys_of(*one);
    std::size_t place = out.size();
    for (const std::string& key : keys)
      for (const std::size_t thing : by_key[key])
        if (thing < place && holds(thing)) place = thing;
    if (place == out.size()) out.emplace_back();
    out[place].push_back(one);
    for (const std::string& key : keys)
      if (auto& known = by_key[key];
          known.size() < kMostOfOneKey && std::ranges::find(known, place) == known.end())
        known.push_back(place);
  }
  return out;
}

/// Takes what is not said to be RDF out of `forms`, if anything else is, but for what is
/// one of those once more. Gives what of it are parts: several in one packing. What is
/// the only one in its packing, and what is in none, is left out.
std::vector<Forms> take_unsaid(Forms& forms, std::vector<std::string>& notes) {
  Forms said, unsaid;
  for (const Distribution* one : forms) (is_rdf(one) ? said : unsaid).push_back(one);
  if (said.empty() || unsaid.empty()) return {};
  Forms others;
  for (const Distribution* one : unsaid) {
    const bool again = std::ranges::any_of(
        said, [&](const Distribution* other) { return is_same_data(*one, *other); });
    if (!again) others.push_back(one);
  }
  std::erase_if(forms, [&](const Distribution* one) {
    return std::ranges::find(others, one) != others.end();
  });
  const auto packing = [](const Forms& thing) {
    const DataFormat& format = thing.front()->format;
    return std::pair{format.packaging(), format.compression()};
  };
  std::vector<Forms> out = things_of(others);
  std::map<std::pair<std::string, std::string>, std::size_t> count;
  for (const Forms& thing : out) ++count[packing(thing)];
  std::erase_if(out, [&](const Forms& thing) {
    if (thing.front()->format.packed() && count[packing(thing)] > 1) return false;
    for (const Distribution* one : thing)
      notes.push_back(fmt::format(
          "{} is left out: nothing says that it is RDF, or that it is more than another "
          "form of what is (DCAT 3 §6.8)",
          one->urls.front()));
    return true;
  });
  return out;
}

/// Of those that `take_unsaid` has left.
DistributionChoice choose_among(const Forms& forms) {
  DistributionChoice out;
  std::map<std::string_view, std::size_t> count;
  for (const Distribution* one : forms) ++count[type_of(one)];
  // By their types, two are other forms of one thing only if both have one.
  const bool some_rdf = std::ranges::any_of(forms, is_rdf);
  if (some_rdf) count.erase(std::string_view{});
  const bool unsaid = count.contains(std::string_view{}) && forms.size() > 1;
  const bool alternatives =
      std::ranges::all_of(count, [](const auto& entry) { return entry.second == 1; });
  if (alternatives && !unsaid) {
    out.parts.push_back(forms);
    return out;
  }
  std::vector<Forms> things = things_of(forms);
  if (unsaid) {
    out.assumed = out.untyped = things.size() > 1;
    out.parts = std::move(things);
    return out;
  }
  // The media type with the most parts: none of them can be had otherwise.
  const auto has_type = [](const Forms& thing, std::string_view type) {
    return std::ranges::any_of(
        thing, [&](const Distribution* one) { return type_of(one) == type; });
  };
  std::string_view best;
  std::ptrdiff_t most = 0;
  for (const Distribution* one : forms) {
    const std::string_view type = type_of(one);
    if (type.empty()) continue;
    const std::ptrdiff_t parts = std::ranges::count_if(
        things, [&](const Forms& thing) { return has_type(thing, type); });
    if (parts > most) {
      most = parts;
      best = type;
    }
  }
  if (most == 1) {
    // Several of one type, all of them one thing: so all are alternatives.
    out.parts.push_back(forms);
    return out;
  }
  for (Forms& thing : things) {
    if (has_type(thing, best)) {
      out.parts.push_back(std::move(thing));
      continue;
    }
    for (const Distribution* one : thing)
      out.notes.push_back(
          fmt::format("{} is left out: of {} there are {} distributions, which are taken "
                      "as all of it",
                      one->urls.front(), best, most));
  }
  out.assumed = true;
  return out;
}

}  // namespace

bool is_earlier_version(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const bool numbers = is_digit(a[0]) && is_digit(b[0]);
    std::string_view one = take_run(a);
    std::string_view other = take_run(b);
    if (numbers) {
      one.remove_prefix(std::min(one.find_first_not_of('0'), one.size()));
      other.remove_prefix(std::min(other.find_first_not_of('0'), other.size()));
      if (one.size() != other.size()) return one.size() < other.size();
    }
    if (one != other) return one < other;
  }
  return a.empty() && !b.empty();
}

DistributionChoice choose_distributions(const Forms& all) {
  std::vector<std::string> notes;
  Forms forms = current_of(all, notes);
  std::vector<Forms> unsaid = take_unsaid(forms, notes);
  DistributionChoice out;
  if (!forms.empty()) out = choose_among(forms);
  if (!unsaid.empty()) out.assumed = out.untyped = true;
  std::ranges::move(unsaid, std::back_inserter(out.parts));
  notes.insert(notes.end(), out.notes.begin(), out.notes.end());
  out.notes = std::move(notes);
  return out;
}

DistributionChoice choose_beside_dumps(const Forms& dumps, const Forms& all) {
  DistributionChoice out;
  const Forms forms = current_of(all, out.notes);
  Forms both = dumps;
  both.insert(both.end(), forms.begin(), forms.end());
  const auto is_of_void = [&](const Distribution* one) {
    return std::ranges::find(dumps, one) != dumps.end();
  };
  const auto has_type_of_dump = [&](const Distribution* one) {
    return type_of(one) == "RDF" ||
           std::ranges::any_of(dumps, [&](const Distribution* dump) {
             return type_of(dump) == "RDF" || type_of(dump) == type_of(one);
           });
  };
  for (Forms& thing : things_of(both)) {
    const bool is_part = std::ranges::any_of(thing, is_of_void) ||
                         std::ranges::any_of(thing, [&](const Distribution* one) {
                           return is_rdf(one) && has_type_of_dump(one);
                         });
    if (is_part) {
      out.parts.push_back(std::move(thing));
      continue;
    }
    for (const Distribution* one : thing)
      out.notes.push_back(fmt::format(
          "{} is left out: it is of another type than the {} dumps of VoID beside it, "
          "which are taken as all of it",
          one->urls.front(), dumps.size()));
  }
  out.assumed = out.parts.size() > 1;
  return out;
}

}  // namespace semsite
