#pragma once

#include <string>
#include <string_view>

namespace semsite {

enum class RobotsKey {
  none,  ///< blank, or a comment only
  user_agent,
  allow,
  disallow,
  sitemap,
  crawl_delay,
  unknown,    ///< some other `key: value`
  malformed,  ///< neither blank nor a record
};

/// One line of a robots.txt (RFC 9309 §2.2). Views into the line.
struct RobotsLine {
  RobotsKey key = RobotsKey::none;
  std::string_view key_text;  ///< as written
  std::string_view value;     ///< trimmed, without comment
  bool misspelt = false;      ///< `dissallow`, `useragent`, …
  bool colon = true;          ///< false: white space stood in its place
};

/// Cuts `line` (without its end) into key and value.
[[nodiscard]] RobotsLine read_robots_line(std::string_view line);

/// Is it a record that a robots.txt has and few other texts do?
[[nodiscard]] bool is_robots_record(std::string_view line);

/// The start of `text` that is a product token (RFC 9309 §2.2.1), or `*`.
[[nodiscard]] std::string_view robots_product_token(std::string_view text);

/// A robots.txt that came as UTF-16 (told by its byte order mark) in UTF-8; empty when
/// `bytes` are no UTF-16.
[[nodiscard]] std::string robots_from_utf16(std::string_view bytes);

/// What came of a robots.txt that broke off, without its last line unless that came to
/// its end: a URL or rule that was cut means something else.
[[nodiscard]] std::string without_cut_line(std::string bytes);

/// `line` of an HTML page without its tags.
[[nodiscard]] std::string without_tags(std::string_view line);

}  // namespace semsite
