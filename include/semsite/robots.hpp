#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semsite/export.hpp"
#include "semsite/limits.hpp"

// robots.txt (RFC 9309): read, and asked. Thread-safe; nothing is kept between calls.

namespace semsite {

struct RobotsRule {
  bool allow = false;
  std::string pattern;     ///< normalised for matching (RFC 9309 §2.2.2)
  std::string text;        ///< the value as written
  std::uint32_t line = 0;  ///< from 1
};

/// A `Crawl-delay` line. It is outside RFC 9309 and so cannot end a group, but it is
/// meant only for the agents named above it.
struct RobotsDelay {
  double seconds = 0;
  std::size_t agents = 0;  ///< holds for the group's first so many agents
  std::uint32_t line = 0;
};

/// Rules for the agents named together (RFC 9309 §2.2.1).
struct RobotsGroup {
  std::vector<std::string> agents;  ///< product tokens as written, `*` included
  std::vector<RobotsRule> rules;
  std::vector<RobotsDelay> delays;
  std::optional<double> crawl_delay;  ///< the smallest of `delays`, in seconds
  std::uint32_t line = 0;
};

struct RobotsSitemap {
  std::string url;  ///< resolved against the robots.txt's own URL
  std::uint32_t line = 0;
};

/// Something unusual in the file, for `validate` and `inspect`.
struct RobotsNote {
  std::string code;  ///< "robots.no-group", "robots.unknown-key", "robots.html", …
                     ///< (docs/inspect.md has them all)
  std::string message;
  std::uint32_t line = 0;
  std::uint32_t column = 0;  ///< in bytes, from 1; 0: of the whole line or file
};

struct Robots {
  std::vector<RobotsGroup> groups;
  std::vector<RobotsSitemap> sitemaps;  ///< each URL once, in order
  std::vector<RobotsNote> notes;
  bool truncated = false;     ///< cut at `limits.robots_bytes`
  std::uint32_t records = 0;  ///< lines with a key that is known
};

enum class RobotsNotes { first_200, all };

/// Reads any bytes as a robots.txt (RFC 9309 §2.2); never fails. `url`: where it came
/// from, for relative `Sitemap:` values; may be empty (then they stay as written).
[[nodiscard]] SEMSITE_API Robots read_robots(std::string_view bytes, std::string_view url,
                                             const Limits& limits = {},
                                             RobotsNotes notes = RobotsNotes::first_200);

struct RobotsVerdict {
  bool allowed = true;
  std::string rule;  ///< the line that decided, as "Disallow: /x"; empty if none did
  std::uint32_t line = 0;             ///< its number; 0 if none
  std::optional<double> crawl_delay;  ///< seconds, for this agent
};

/// May `agent` (a product token such as "semsite") fetch `url`? RFC 9309 §2.2.2, §2.2.3.
/// `url` may also be just a path. An agent whose name is no product token ("MJ12bot") is
/// matched by its whole name first, then by the part before the first other character.
[[nodiscard]] SEMSITE_API RobotsVerdict robots_verdict(const Robots& robots,
                                                       std::string_view agent,
                                                       std::string_view url);

/// Crawl delay for `agent` in seconds: the smallest of its group's, a named group before
/// `*`.
[[nodiscard]] SEMSITE_API std::optional<double> robots_crawl_delay(
    const Robots& robots, std::string_view agent);

}  // namespace semsite
