#include "discover/distribution_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "discover/data_format.hpp"

namespace semsite {
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
