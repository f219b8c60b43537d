#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/url.hpp"

namespace semsite {

/// What URLs of one family have in common, so that a family without end can be noticed.
struct UrlShape {
  std::string path;   ///< host, port and path, runs of digits and dates as `0`
  std::string query;  ///< the sorted names of the parameters

  enum class Date : std::uint8_t { none, month, day };
  /// The finest in the path or a bare query; none if a number follows it in the path.
  Date date = Date::none;

  /// Which thing (one parameter such as `id`, or a bare value) and in which form
  /// (`format`), and nothing else. True if there is no query.
  bool names_a_thing = true;
};

[[nodiscard]] UrlShape shape_of(const UrlParts& url);

/// A session travels in `url`: `;jsessionid=…`, `PHPSESSID=…`, `/(S(…))/`, or `sid` and
/// the like with a value that looks drawn at random.
[[nodiscard]] bool holds_session_id(const UrlParts& url);

}  // namespace semsite
