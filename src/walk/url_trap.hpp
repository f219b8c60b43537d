#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

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

}  // namespace semsite
