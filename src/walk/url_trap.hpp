#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/url.hpp"

namespace semsite {

/// Keeps a crawl out of endless spaces of URLs: calendars, faceted search, sessions,
/// relative links that grow. For URLs that links led to; never for those that a sitemap
/// names, since a publisher means them.
///
/// What is legitimate, however much there is of it, is left to `--max-pages`:
/// `/item/1` … `/item/50000`, `/page?id=7`, `/data/7?format=ttl`.
class UrlTraps {
 public:
  struct Bounds {
    std::uint32_t path_segments = 32;
    std::uint32_t repeats = 3;  ///< how often a segment, or a pair of them, may stand in
                                ///< one path
    std::uint32_t same_shape = 1'000;   ///< URLs of one shape
    std::uint32_t wide_shape = 10'000;  ///< days of one calendar; and URLs of one path
                                        ///< with whatever queries
    std::uint32_t url_bytes = 2'048;
    std::size_t shapes = 100'000;  ///< counted at once; then the rarest are forgotten
  };

  explicit UrlTraps(Bounds bounds) : bounds_(bounds) {}

  /// Nothing if `url` may be followed; else why not, a stable text: "too-long",
  /// "session-id", "depth", "repeated-segments", "same-shape". Counts `url`: ask once for
  /// each new one.
  ///
  /// The shape of a URL is its host and port, its path with every run of digits as `0`,
  /// and the sorted names of its query parameters. Counted are shapes
  /// - with a query, unless all that it says is which thing (one parameter such as `id`
  ///   or `uri`, or a bare value) and in which form (`format`, `lang`, …);
  /// - whose path holds a date (`2026/05`, `2026/may/12`, `2026-05-12`) and no number
  ///   behind it.
  [[nodiscard]] std::optional<std::string_view> check(std::string_view url);

 private:
  /// Counts one more of `shape`; false if that is more than `bound`.
  [[nodiscard]] bool within(const std::string& shape, std::uint32_t bound);
  void forget_the_rarest();

  Bounds bounds_;
  std::unordered_map<std::size_t, std::uint32_t> counts_;  ///< by hash of the shape
};

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
