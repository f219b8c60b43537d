#include "base/date.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 3'600;

/// Takes text from its front.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return text_.empty(); }
  [[nodiscard]] bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  /// Exactly `digits` digits, whose number is in `least` … `most`.
  [[nodiscard]] std::optional<unsigned> number(std::size_t digits, unsigned least,
                                               unsigned most) {
    const auto value = parse_uint(text_.substr(0, digits));
    if (text_.size() < digits || !value || *value < least || *value > most)
      return std::nullopt;
    text_.remove_prefix(digits);
    return static_cast<unsigned>(*value);
  }
  [[nodiscard]] bool skip_digits() {
    const std::size_t digits =
        std::min(text_.find_first_not_of("0123456789"), text_.size());
    text_.remove_prefix(digits);
    return digits > 0;
  }

 private:
  std::string_view text_;
};

std::int64_t seconds_of(std::chrono::sys_days day) {
  return std::chrono::duration_cast<std::chrono::seconds>(day.time_since_epoch()).count();
}

std::optional<std::int64_t> midnight_of(unsigned year, unsigned month, unsigned day) {
  const std::chrono::year_month_day date{std::chrono::year{static_cast<int>(year)},
                                         std::chrono::month{month},
                                         std::chrono::day{day}};
  if (!date.ok()) return std::nullopt;
  return seconds_of(std::chrono::sys_days{date});
}

/// `Z` or `±hh:mm` or `±hhmm`, as what to take off for UTC.
std::optional<std::int64_t> read_zone(Cursor& at) {
  if (at.take('Z') || at.take('z')) return 0;
  const bool ahead = at.take('+');
  if (!ahead && !at.take('-')) return std::nullopt;
  const auto hours = at.number(2, 0, 23);
  (void)at.take(':');
  const auto minutes = at.number(2, 0, 59);
  if (!hours || !minutes) return std::nullopt;
  const std::int64_t offset = *hours * kHour + *minutes * kMinute;
  return ahead ? offset : -offset;
}

/// `hh:mm`, `hh:mm:ss`, `hh:mm:ss.s`, within a day that begins at `day`.
std::optional<TimeSpan> read_clock(Cursor& at, std::int64_t day) {
  const auto hours = at.number(2, 0, 23);
  if (!hours || !at.take(':')) return std::nullopt;
  const auto minutes = at.number(2, 0, 59);
  if (!minutes) return std::nullopt;
  const std::int64_t minute = day + *hours * kHour + *minutes * kMinute;
  if (!at.take(':')) return TimeSpan{minute, minute + kMinute};
  const auto seconds = at.number(2, 0, 60);  // 60: a leap second
  if (!seconds || (at.take('.') && !at.skip_digits())) return std::nullopt;
  return TimeSpan{minute + *seconds, minute + *seconds + 1};
}

TimeSpan shifted(TimeSpan span, std::int64_t offset) {
  return {.begin = span.begin - offset, .end = span.end - offset, .has_zone = true};
}

// Of our own: what the C library calls them depends on the user's language.
constexpr auto kMonthNames = std::to_array<std::string_view>(
    {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"});
constexpr auto kWeekdays =
    std::to_array<std::string_view>({"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"});

std::optional<unsigned> month_of(std::string_view name) {
  const auto found = std::ranges::find_if(kMonthNames, [&](std::string_view month) {
    return equal_ignoring_case(month, name);
  });
  if (found == kMonthNames.end()) return std::nullopt;
  return static_cast<unsigned>(found - kMonthNames.begin()) + 1;
}

std::optional<unsigned> rfc822_year(std::string_view text) {
  const auto year = parse_uint(text);
  if (!year || (text.size() != 2 && text.size() != 4)) return std::nullopt;
  const auto number = static_cast<unsigned>(*year);
  if (text.size() == 4) return number;
  return number < 50 ? 2000 + number : 1900 + number;
}

/// Zones of RFC 822 §5.1. Those of one letter are unusable (RFC 2822 §4.3), so UTC.
std::optional<std::int64_t> rfc822_zone(std::string_view text) {
  struct Zone {
    std::string_view name;
    int hours;
  };
  constexpr auto kZones = std::to_array<Zone>({{"GMT", 0},
                                               {"UT", 0},
                                               {"UTC", 0},
                                               {"EST", -5},
                                               {"EDT", -4},
                                               {"CST", -6},
                                               {"CDT", -5},
                                               {"MST", -7},
                                               {"MDT", -6},
                                               {"PST", -8},
                                               {"PDT", -7}});
  for (const Zone& zone : kZones)
    if (equal_ignoring_case(text, zone.name)) return zone.hours * kHour;
  if (text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z') return 0;
  Cursor at{text};
  const auto offset = read_zone(at);
  return at.done() ? offset : std::nullopt;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> out = split(text, ' ');
  std::erase(out, std::string_view{});
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
  const auto month_value = month_of(month);
  const auto of_day = time_of_day(time);
  if (!day_number || *day_number > 31 || !month_value || !of_day || year > 9999)
    return std::nullopt;
  const std::chrono::year_month_day date{
      std::chrono::year{static_cast<int>(year)}, std::chrono::month{*month_value},
      std::chrono::day{static_cast<unsigned>(*day_number)}};
  if (!date.ok()) return std::nullopt;
  const std::chrono::sys_seconds exact = std::chrono::sys_days{date} + *of_day;
  return clock_time(exact.time_since_epoch().count());
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

std::optional<TimeSpan> parse_w3c_time(std::string_view text) {
  Cursor at{trim(text)};
  const auto year = at.number(4, 0, 9'999);
  if (!year) return std::nullopt;
  if (at.done())
    return TimeSpan{midnight_of(*year, 1, 1).value(),
                    midnight_of(*year + 1, 1, 1).value()};

  if (!at.take('-')) return std::nullopt;
  const auto month = at.number(2, 1, 12);
  if (!month) return std::nullopt;
  if (at.done())
    return TimeSpan{
        midnight_of(*year, *month, 1).value(),
        midnight_of(*month == 12 ? *year + 1 : *year, *month % 12 + 1, 1).value()};

  if (!at.take('-')) return std::nullopt;
  const auto day = at.number(2, 1, 31);
  const auto date = day ? midnight_of(*year, *month, *day) : std::nullopt;
  if (!date) return std::nullopt;
  if (at.done()) return TimeSpan{*date, *date + 24 * kHour};

  if (!at.take('T') && !at.take('t') && !at.take(' ')) return std::nullopt;
  const auto time = read_clock(at, *date);
  if (!time || at.done()) return time;
  const auto offset = read_zone(at);
  if (!offset || !at.done()) return std::nullopt;
  return shifted(*time, *offset);
}

std::optional<TimeSpan> parse_rfc822_time(std::string_view text) {
  std::vector<std::string_view> part = words(trim(text));
  if (!part.empty() && part.front().ends_with(',')) part.erase(part.begin());
  if (part.size() != 4 && part.size() != 5) return std::nullopt;
  const auto day = parse_uint(part[0]);
  const auto month = month_of(part[1]);
  const auto year = rfc822_year(part[2]);
  if (!day || *day > 31 || !month || !year) return std::nullopt;
  const auto date = midnight_of(*year, *month, static_cast<unsigned>(*day));
  if (!date) return std::nullopt;
  Cursor at{part[3]};
  const auto time = read_clock(at, *date);
  if (!time || !at.done()) return std::nullopt;
  if (part.size() == 4) return time;
  const auto offset = rfc822_zone(part[4]);
  if (!offset) return std::nullopt;
  return shifted(*time, *offset);
}

std::optional<TimeSpan> parse_lastmod(std::string_view text) {
  if (const auto time = parse_w3c_time(text)) return time;
  return parse_rfc822_time(text);
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

std::chrono::system_clock::time_point clock_time(std::int64_t seconds) {
  // The clock holds nanoseconds of so many years.
  constexpr std::chrono::sys_seconds kFirst =
      std::chrono::sys_days{std::chrono::year{1678} / 1 / 1};
  constexpr std::chrono::sys_seconds kLast =
      std::chrono::sys_days{std::chrono::year{2261} / 12 / 31};
  return std::clamp(std::chrono::sys_seconds{std::chrono::seconds{seconds}}, kFirst,
                    kLast);
}

std::string http_date(std::int64_t seconds) {
  using namespace std::chrono;
  const sys_seconds time{std::chrono::seconds{seconds}};
  const auto day = floor<days>(time);
  const year_month_day date{day};
  const hh_mm_ss clock{time - day};
  return fmt::format(
      "{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kWeekdays.at(weekday{day}.c_encoding()),
      unsigned{date.day()}, kMonthNames.at(unsigned{date.month()} - 1), int{date.year()},
      clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::string http_date(std::chrono::system_clock::time_point time) {
  return http_date(
      std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count());
}

std::string utc_timestamp(std::int64_t seconds) {
  using namespace std::chrono;
  const sys_seconds time{std::chrono::seconds{seconds}};
  const auto day = floor<days>(time);
  const year_month_day date{day};
  const hh_mm_ss clock{time - day};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", int{date.year()},
                     unsigned{date.month()}, unsigned{date.day()}, clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

std::string utc_timestamp(std::chrono::system_clock::time_point time) {
  return utc_timestamp(
      std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count());
}

}  // namespace semsite
