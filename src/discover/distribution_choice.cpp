#include "discover/distribution_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>

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

bool is_digit(char c) { return c >= '0' && c <= '9'; }

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
  for (const Checksum& sum : a.checksums)
    if (std::ranges::find(b.checksums, sum) != b.checksums.end()) return true;
  for (const std::string& url : a.urls) {
    const std::string stem = file_stem(url);
    for (const std::string& other : b.urls)
      if (url == other || (!stem.empty() && stem == file_stem(other))) return true;
  }
  return false;
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
  DistributionChoice out;
  const Forms forms = current_of(all, out.notes);
  std::map<std::string_view, std::size_t> count;
  // Of what nothing is said, nothing says that it is of one type.
  for (const Distribution* one : forms)
    if (const std::string& type = one->format.media_type(); !type.empty()) ++count[type];
  const bool alternatives =
      std::ranges::all_of(count, [](const auto& entry) { return entry.second == 1; });
  if (forms.empty()) return out;
  if (alternatives) {
    out.parts.push_back(forms);
    return out;
  }
  // What is one thing in several forms.
  std::vector<Forms> things;
  for (const Distribution* one : forms) {
    const auto same = std::ranges::find_if(things, [&](const Forms& thing) {
      return std::ranges::any_of(
          thing, [&](const Distribution* other) { return is_same_data(*one, *other); });
    });
    if (same == things.end()) {
      things.push_back({one});
    } else {
      same->push_back(one);
    }
  }
  // The media type with the most parts: none of them can be had otherwise.
  const auto has_type = [](const Forms& thing, std::string_view type) {
    return std::ranges::any_of(
        thing, [&](const Distribution* one) { return one->format.media_type() == type; });
  };
  std::string_view best;
  std::ptrdiff_t most = 0;
  for (const Distribution* one : forms) {
    const std::string_view type = one->format.media_type();
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

}  // namespace semsite
