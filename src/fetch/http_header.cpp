#include "fetch/http_header.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::array<std::string_view, 12> kMonths{
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};

std::optional<unsigned> month_number(std::string_view name) {
  const auto found = std::ranges::find(kMonths, lower_ascii(name));
  if (found == kMonths.end()) return std::nullopt;
  return static_cast<unsigned>(found - kMonths.begin()) + 1;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> out;
  for (const std::string_view word : split(text, ' '))
    if (!word.empty()) out.push_back(word);
  return out;
}

/// hour ":" minute ":" second
std::optional<std::chrono::seconds> time_of_day(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 3) return std::nullopt;
  const auto hour = parse_uint(parts[0]);
  const auto minute = parse_uint(parts[1]);
  const auto second = parse_uint(parts[2]);
  // 60 is a leap second.
  if (!hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 60)
    return std::nullopt;
  return std::chrono::hours{*hour} + std::chrono::minutes{*minute} +
         std::chrono::seconds{*second};
}

std::optional<std::chrono::system_clock::time_point> make_time(std::string_view day,
                                                               std::string_view month,
                                                               std::uint64_t year,
                                                               std::string_view time) {
  const auto day_number = parse_uint(day);
  const auto month_value = month_number(month);
  const auto of_day = time_of_day(time);
  if (!day_number || *day_number > 31 || !month_value || !of_day || year > 9999)
    return std::nullopt;
  const std::chrono::year_month_day date{
      std::chrono::year{static_cast<int>(year)}, std::chrono::month{*month_value},
      std::chrono::day{static_cast<unsigned>(*day_number)}};
  if (!date.ok()) return std::nullopt;
  // The clock holds nanoseconds of so many years.
  constexpr std::chrono::year kFirst{1678}, kLast{2261};
  if (date.year() < kFirst) return std::chrono::sys_days{kFirst / 1 / 1};
  if (date.year() > kLast) return std::chrono::sys_days{kLast / 12 / 31};
  return std::chrono::sys_days{date} + *of_day;
}

/// RFC 9110 §5.6.7: more than 50 years in the future means the past.
std::uint64_t full_year(std::uint64_t two_digits,
                        std::chrono::system_clock::time_point now) {
  const std::chrono::year_month_day today{std::chrono::floor<std::chrono::days>(now)};
  const auto this_year = static_cast<std::uint64_t>(static_cast<int>(today.year()));
  const std::uint64_t year = this_year / 100 * 100 + two_digits;
  return year > this_year + 50 ? year - 100 : year;
}

}  // namespace

std::optional<StatusLine> parse_status_line(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("HTTP/")) return std::nullopt;
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const std::string_view code = line.substr(space + 1, 3);
  const auto status = parse_uint(code);
  if (code.size() != 3 || !status || *status < 100) return std::nullopt;
  if (line.size() > space + 4 && line[space + 4] != ' ') return std::nullopt;
  return StatusLine{.protocol = std::string{line.substr(0, space)},
                    .status = static_cast<int>(*status)};
}

std::optional<std::pair<std::string, std::string>> parse_header_line(
    std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view name = trim(line.substr(0, colon));
  if (name.empty()) return std::nullopt;
  return std::pair{lower_ascii(name), std::string{trim(line.substr(colon + 1))}};
}

std::optional<ContentRange> parse_content_range(std::string_view value) {
  value = trim(value);
  if (!starts_with_ignoring_case(value, "bytes")) return std::nullopt;
  value = trim(value.substr(5));
  if (value.starts_with('=')) value = trim(value.substr(1));  // seen in the wild
  const std::size_t slash = value.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view range = trim(value.substr(0, slash));
  const std::string_view total = trim(value.substr(slash + 1));
  ContentRange out;
  if (total != "*") {
    out.total = parse_uint(total);
    if (!out.total) return std::nullopt;
  }
  if (range == "*") return out.total ? std::optional{out} : std::nullopt;
  const std::size_t dash = range.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  out.first = parse_uint(range.substr(0, dash));
  out.last = parse_uint(range.substr(dash + 1));
  if (!out.first || !out.last || *out.first > *out.last) return std::nullopt;
  if (out.total && *out.last >= *out.total) return std::nullopt;
  return out;
}

std::optional<std::chrono::system_clock::time_point> parse_http_date(
    std::string_view value, std::chrono::system_clock::time_point now) {
  const auto part = words(trim(value));
  // IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT
  if (part.size() == 6 && part[0].ends_with(',') && part[5] == "GMT" &&
      part[3].size() == 4) {
    const auto year = parse_uint(part[3]);
    if (!year) return std::nullopt;
    return make_time(part[1], part[2], *year, part[4]);
  }
  // rfc850-date: Sunday, 06-Nov-94 08:49:37 GMT
  if (part.size() == 4 && part[0].ends_with(',') && part[3] == "GMT") {
    const auto date = split(part[1], '-');
    if (date.size() != 3) return std::nullopt;
    const auto year = parse_uint(date[2]);
    if (!year || (date[2].size() != 2 && date[2].size() != 4)) return std::nullopt;
    return make_time(date[0], date[1],
                     date[2].size() == 2 ? full_year(*year, now) : *year, part[2]);
  }
  // asctime-date: Sun Nov  6 08:49:37 1994
  if (part.size() == 5 && part[4].size() == 4) {
    const auto year = parse_uint(part[4]);
    if (!year) return std::nullopt;
    return make_time(part[2], part[1], *year, part[3]);
  }
  return std::nullopt;
}

std::string http_date(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%a, %d %b %Y %H:%M:%S GMT}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

namespace {

/// 68 years, in seconds: more than any clock here is asked to add.
constexpr std::uint64_t kLongestPause = std::numeric_limits<std::int32_t>::max();

}  // namespace

std::optional<std::chrono::seconds> parse_retry_after(
    std::string_view value, std::chrono::system_clock::time_point now) {
  value = trim(value);
  if (value.empty()) return std::nullopt;
  if (std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; })) {
    // A number too large to hold is as absurd as the largest that can be held.
    return std::chrono::seconds{std::min(parse_uint(value).value_or(kLongestPause),
                                         std::uint64_t{kLongestPause})};
  }
  const auto date = parse_http_date(value, now);
  if (!date) return std::nullopt;
  if (*date <= now) return std::chrono::seconds{0};
  return std::min(std::chrono::ceil<std::chrono::seconds>(*date - now),
                  std::chrono::seconds{kLongestPause});
}

}  // namespace semsite
