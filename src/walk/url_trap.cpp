#include "walk/url_trap.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

/// The segments of a path, without the empty one behind a final slash.
std::vector<std::string_view> segments_of(std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return {};
  return split(path, '/');
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// One segment, or the same two in turn, stand in the path more often than `bound`.
/// Numbers alone may repeat (`/tile/0/0/0/0`).
bool repeats_itself(const std::vector<std::string_view>& segments, std::uint32_t bound) {
  std::map<std::string_view, std::uint32_t> singles;
  for (const std::string_view segment : segments)
    if (!is_number(segment) && ++singles[segment] > bound) return true;

  struct Pair {
    std::size_t free_from = 0;  ///< pairs that overlap count once
    std::uint32_t count = 0;
  };
  std::map<std::pair<std::string_view, std::string_view>, Pair> pairs;
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
    if (segments[i] == segments[i + 1]) continue;
    Pair& pair = pairs[{segments[i], segments[i + 1]}];
    if (i < pair.free_from) continue;
    pair.free_from = i + 2;
    if (++pair.count > bound) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string_view> UrlTraps::check(std::string_view url) {
  url = without_fragment(url);
  if (url.size() > bounds_.url_bytes) return "too-long";
  const std::optional<UrlParts> parts = split_url(url);
  if (!parts) return std::nullopt;
  if (holds_session_id(*parts)) return "session-id";
  const std::vector<std::string_view> segments = segments_of(parts->path);
  if (segments.size() > bounds_.path_segments) return "depth";
  if (repeats_itself(segments, bounds_.repeats)) return "repeated-segments";

  const UrlShape shape = shape_of(*parts);
  if (!shape.names_a_thing &&
      (!within(shape.path + '?' + shape.query, bounds_.same_shape) ||
       !within(shape.path + '?', bounds_.wide_shape)))
    return "same-shape";
  if (shape.date != UrlShape::Date::none &&
      !within(shape.path, shape.date == UrlShape::Date::day ? bounds_.wide_shape
                                                            : bounds_.same_shape))
    return "same-shape";
  return std::nullopt;
}

bool UrlTraps::within(const std::string& shape, std::uint32_t bound) {
  const std::size_t key = text_hash(shape);
  if (const auto known = counts_.find(key); known != counts_.end()) {
    if (known->second >= bound) return false;
    ++known->second;
    return true;
  }
  if (counts_.size() >= bounds_.shapes) forget_the_rarest();
  counts_.emplace(key, 1);
  return bound > 0;
}

void UrlTraps::forget_the_rarest() {
  // An endless family has a high count and stays; what is forgotten may begin anew.
  std::vector<std::uint32_t> counts;
  counts.reserve(counts_.size());
  for (const auto& [key, count] : counts_) counts.push_back(count);
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  if (middle == counts.end()) return;
  std::ranges::nth_element(counts, middle);
  const std::uint32_t median = *middle;
  std::size_t surplus = counts.size() / 2 + 1;
  for (auto at = counts_.begin(); at != counts_.end() && surplus > 0;) {
    if (at->second <= median) {
      at = counts_.erase(at);
      --surplus;
    } else {
      ++at;
    }
  }
}

namespace {

template <typename List>
bool is_one_of(std::string_view word, const List& list) {
  return std::ranges::find(list, word) != list.end();
}

/// Parameters that say which thing is meant.
constexpr auto kIdentities = std::to_array<std::string_view>(
    {"uri",       "iri",    "url",        "urn",  "resource", "res",  "subject",
     "entity",    "item",   "record",     "doc",  "document", "node", "title",
     "name",      "key",    "identifier", "isbn", "issn",     "doi",  "handle",
     "accession", "number", "nr",         "p"});

/// Parameters that say in which form, out of a few.
constexpr auto kForms = std::to_array<std::string_view>(
    {"format", "_format", "output", "outputformat", "_output", "mime", "mimetype",
     "accept", "_mediatype", "mediatype", "profile", "_profile", "type", "lang",
     "language", "locale", "hl"});

/// `id`, `item_id`, `productId`, `nid`, … or one of the words above. Names are in lower
/// case here.
bool is_identity(std::string_view name) {
  return name.ends_with("id") || is_one_of(name, kIdentities);
}

/// Names that mean nothing else than a session, whatever their value.
constexpr auto kSessionNames =
    std::to_array<std::string_view>({"jsessionid", "phpsessid", "cftoken"});
/// Names that mean a session if their value looks drawn at random: a conference has
/// sessions too.
constexpr auto kPerhapsSession =
    std::to_array<std::string_view>({"sessionid", "session_id", "session-id", "session",
                                     "sessid", "sess", "oscsid", "zenid", "cfid"});
/// The same for names so short that they mean many things: hexadecimal digits only.
constexpr auto kPerhapsShortly = std::to_array<std::string_view>({"sid", "s"});

constexpr std::size_t kShortestToken = 16;

bool is_session_parameter(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string name = lower_ascii(percent_decode(text.substr(0, equals)));
  const std::string_view value = text.substr(equals + 1);
  if (value.empty()) return false;
  if (is_one_of(name, kSessionNames) || name.starts_with("aspsessionid")) return true;
  if (value.size() < kShortestToken) return false;
  if (is_one_of(name, kPerhapsShortly)) return std::ranges::all_of(value, is_hex);
  return is_one_of(name, kPerhapsSession) && std::ranges::any_of(value, is_digit) &&
         std::ranges::all_of(
             value, [](char c) { return is_digit(c) || is_letter(c) || c == '-'; });
}

/// Calls `use` with each part of `text` between any of `separators`.
template <typename Use>
void each_part(std::string_view text, std::string_view separators, const Use& use) {
  for (;;) {
    const std::size_t end = text.find_first_of(separators);
    use(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

bool is_number_in(std::string_view text, std::uint64_t least, std::uint64_t most) {
  if (!all_digits(text)) return false;
  const auto number = parse_uint(text);
  return number && *number >= least && *number <= most;
}

/// A narrow range, so that numbers of things seldom look like years: a calendar begins
/// near today, and its bound stops it before it leaves the range.
bool is_year(std::string_view text) {
  return text.size() == 4 && is_number_in(text, 1900, 2199);
}
bool is_day(std::string_view text) {
  return text.size() <= 2 && is_number_in(text, 1, 31);
}
bool is_month(std::string_view text) {
  if (text.size() <= 2) return is_number_in(text, 1, 12);
  constexpr auto kMonths = std::to_array<std::string_view>(
      {"january", "february", "march", "april", "may", "june", "july", "august",
       "september", "october", "november", "december"});
  const std::string word = lower_ascii(text);
  return std::ranges::any_of(kMonths, [&](std::string_view month) {
    return word == month || (word.size() == 3 && month.starts_with(word));
  });
}

using Date = UrlShape::Date;

/// Date of one segment: `2026-05`, `2026_05_12`, `20260512`.
Date date_within(std::string_view segment) {
  if (segment.size() == 8 && all_digits(segment)) {
    return is_year(segment.substr(0, 4)) && is_month(segment.substr(4, 2)) &&
                   is_day(segment.substr(6))
               ? Date::day
               : Date::none;
  }
  if (segment.size() < 6 || !is_year(segment.substr(0, 4))) return Date::none;
  const char separator = segment[4];
  if (separator != '-' && separator != '_' && separator != '.') return Date::none;
  const std::vector<std::string_view> parts = split(segment, separator);
  if (parts.size() > 3 || !is_month(parts[1])) return Date::none;
  if (parts.size() == 2) return Date::month;
  return is_day(parts[2]) ? Date::day : Date::none;
}

/// A date that begins at `at`, and how many segments it takes: `2026/05/12`, `05/2026`,
/// `12/05/2026`.
struct PathDate {
  Date date = Date::none;
  std::size_t segments = 0;
};
PathDate date_at(const std::vector<std::string_view>& segments, std::size_t at) {
  const auto segment = [&](std::size_t offset) {
    return at + offset < segments.size() ? segments[at + offset] : std::string_view{};
  };
  if (const Date date = date_within(segment(0)); date != Date::none) return {date, 1};
  if (is_year(segment(0)) && is_month(segment(1)))
    return is_day(segment(2)) ? PathDate{Date::day, 3} : PathDate{Date::month, 2};
  if (is_day(segment(0)) && is_month(segment(1)) && is_year(segment(2)))
    return {Date::day, 3};
  if (is_month(segment(0)) && is_year(segment(1))) return {Date::month, 2};
  return {};
}

void append_without_digits(std::string& out, std::string_view text) {
  bool in_digits = false;
  for (const char c : text) {
    if (!is_digit(c)) {
      out += c;
    } else if (!in_digits) {
      out += '0';
    }
    in_digits = is_digit(c);
  }
}

void shape_path(UrlShape& shape, std::string_view path) {
  const std::vector<std::string_view> segments = split(path, '/');
  for (std::size_t i = 0; i < segments.size();) {
    const PathDate date = date_at(segments, i);
    shape.date = std::max(shape.date, date.date);
    if (i > 0) shape.path += '/';
    if (date.segments > 0) {
      // However it is written: a calendar links its days in more ways than one.
      shape.path += date.date == Date::day ? "0-0-0" : "0-0";
      i += date.segments;
    } else {
      // A number behind the date is that of a thing: /2026/05/4711.
      if (std::ranges::any_of(segments[i], is_digit)) shape.date = Date::none;
      append_without_digits(shape.path, segments[i]);
      ++i;
    }
  }
}

void shape_query(UrlShape& shape, std::string_view query) {
  if (query.find('=') == std::string_view::npos) {  // a bare value
    shape.date = std::max(shape.date, date_within(query));
    return;
  }
  std::vector<std::string> names;
  each_part(query, "&;", [&](std::string_view parameter) {
    const std::string_view raw = parameter.substr(0, parameter.find('='));
    std::string name;
    append_without_digits(name, lower_ascii(percent_decode(raw)));
    if (!parameter.empty()) names.push_back(std::move(name));
  });
  std::ranges::sort(names);
  std::size_t identities = 0;
  for (const std::string& name : names) {
    if (is_identity(name)) {
      ++identities;
    } else if (!is_one_of(name, kForms)) {
      shape.names_a_thing = false;
    }
    shape.query += name;
    shape.query += '&';
  }
  if (identities > 1) shape.names_a_thing = false;
}

}  // namespace

UrlShape shape_of(const UrlParts& url) {
  UrlShape shape;
  shape.path = lower_ascii(url.host);
  shape.path += ':';
  shape.path += url.port_text;
  shape_path(shape, url.path);
  if (url.has_query) shape_query(shape, url.query);
  return shape;
}

bool holds_session_id(const UrlParts& url) {
  bool found = false;
  each_part(url.path, "/;", [&](std::string_view part) {
    // ASP.NET without cookies: /(S(lit3py55t21z5v55vlm25s55))/
    if (part.size() > kShortestToken && part.starts_with("(") && part.ends_with("))") &&
        part.find("S(") != std::string_view::npos)
      found = true;
    if (is_session_parameter(part)) found = true;
  });
  each_part(url.query, "&;", [&](std::string_view part) {
    if (is_session_parameter(part)) found = true;
  });
  return found;
}

}  // namespace semsite
