#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace semsite {

/// `HTTP/1.1 200 OK`: the first line of an answer.
struct StatusLine {
  std::string protocol;  ///< "HTTP/1.1", "HTTP/2"
  int status = 0;
};

/// Reads a status line (RFC 9112 §4; HTTP/2 as libcurl words it); nothing if it is none.
[[nodiscard]] std::optional<StatusLine> parse_status_line(std::string_view line);

/// Name in lower case and trimmed value of one header line (RFC 9112 §5); nothing if it
/// has no colon or no name.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> parse_header_line(
    std::string_view line);

/// `Content-Range` (RFC 9110 §14.4). Without `first` it is the answer to a range that
/// cannot be had (`bytes */1234`).
struct ContentRange {
  std::optional<std::uint64_t> first;
  std::optional<std::uint64_t> last;   ///< below the largest number: one can be added
  std::optional<std::uint64_t> total;  ///< nothing for `*`
};
/// Nothing if `value` is no range of bytes or contradicts itself.
[[nodiscard]] std::optional<ContentRange> parse_content_range(std::string_view value);

/// How long `Retry-After` (RFC 9110 §10.2.3: seconds or a date) asks to wait, counted
/// from `now`; a past date is 0. Nothing if the value is neither.
[[nodiscard]] std::optional<std::chrono::seconds> parse_retry_after(
    std::string_view value, std::chrono::system_clock::time_point now);

}  // namespace semsite
