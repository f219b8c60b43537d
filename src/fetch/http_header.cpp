#include "fetch/http_header.hpp"

#include <algorithm>
#include <limits>

#include "base/date.hpp"
#include "base/text.hpp"

namespace semsite {
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
  // That many bytes, and one more, no length can say.
  if (*out.last == std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
  return out;
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
