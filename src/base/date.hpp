#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace semsite {

/// The time that a written date denotes: an instant to the second, a minute, a day, a
/// month or a year. Seconds since 1970-01-01T00:00:00Z.
struct TimeSpan {
  std::int64_t begin = 0;
  std::int64_t end = 0;   ///< the first second behind it
  bool has_zone = false;  ///< if not, UTC is assumed

  friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

/// Reads the forms of the W3C Note "Date and Time Formats": `YYYY`, `YYYY-MM`,
/// `YYYY-MM-DD`, `YYYY-MM-DDThh:mm`, `…:ss`, `…:ss.s`, the last three with `Z` or
/// `±hh:mm`. Also takes what sitemaps have beyond it: no zone, `±hhmm`, a space for the
/// `T`, white space around. Nothing if it is no date.
[[nodiscard]] std::optional<TimeSpan> parse_w3c_time(std::string_view text);

/// Reads the dates of RSS, RFC 822 §5 as RFC 2822 §4.3 extends it: `Sun, 06 Nov 1994
/// 08:49:37 GMT`, without weekday, without seconds, with `±hhmm` or a zone of the USA,
/// with a year of two digits (from 50 on 19…). Nothing if it is no date.
[[nodiscard]] std::optional<TimeSpan> parse_rfc822_time(std::string_view text);

/// A date as sitemaps of any kind write it: either of the two.
[[nodiscard]] std::optional<TimeSpan> parse_lastmod(std::string_view text);

/// Reads the three date forms of RFC 9110 §5.6.7. `now` decides the century of a
/// two-digit year: what seems more than 50 years ahead is past.
[[nodiscard]] std::optional<std::chrono::system_clock::time_point> parse_http_date(
    std::string_view value, std::chrono::system_clock::time_point now);

/// So many seconds since 1970. What the clock cannot hold, before 1678 and behind 2261,
/// becomes the nearest that it can.
[[nodiscard]] std::chrono::system_clock::time_point clock_time(std::int64_t seconds);

/// `Sun, 06 Nov 1994 08:49:37 GMT`.
[[nodiscard]] std::string http_date(std::chrono::system_clock::time_point time);
[[nodiscard]] std::string http_date(std::int64_t seconds);  ///< since 1970

/// `1994-11-06T08:49:37Z`.
[[nodiscard]] std::string utc_timestamp(std::chrono::system_clock::time_point time);
[[nodiscard]] std::string utc_timestamp(std::int64_t seconds);  ///< since 1970

}  // namespace semsite
