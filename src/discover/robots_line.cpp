#include "discover/robots_line.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

struct KeySpelling {
  std::string_view text;
  RobotsKey key;
  bool right;
};

// The keys, and the mistakes that published parsers forgive.
constexpr std::array kKeySpellings{
    KeySpelling{"user-agent", RobotsKey::user_agent, true},
    KeySpelling{"disallow", RobotsKey::disallow, true},
    KeySpelling{"allow", RobotsKey::allow, true},
    KeySpelling{"sitemap", RobotsKey::sitemap, true},
    KeySpelling{"crawl-delay", RobotsKey::crawl_delay, true},
    KeySpelling{"useragent", RobotsKey::user_agent, false},
    KeySpelling{"user agent", RobotsKey::user_agent, false},
    KeySpelling{"user_agent", RobotsKey::user_agent, false},
    KeySpelling{"dissallow", RobotsKey::disallow, false},
    KeySpelling{"dissalow", RobotsKey::disallow, false},
    KeySpelling{"disalow", RobotsKey::disallow, false},
    KeySpelling{"diasllow", RobotsKey::disallow, false},
    KeySpelling{"disallaw", RobotsKey::disallow, false},
    KeySpelling{"disallowed", RobotsKey::disallow, false},
    KeySpelling{"site-map", RobotsKey::sitemap, false},
    KeySpelling{"sitemaps", RobotsKey::sitemap, false},
    KeySpelling{"crawldelay", RobotsKey::crawl_delay, false},
    KeySpelling{"crawl delay", RobotsKey::crawl_delay, false},
};

bool is_line_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && is_line_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_line_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_token_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

// `disallow /x`: a known key, white space, and one word.
RobotsLine read_without_colon(std::string_view text) {
  for (const KeySpelling& spelling : kKeySpellings) {
    if (!starts_with_ignoring_case(text, spelling.text)) continue;
    const std::string_view rest = text.substr(spelling.text.size());
    if (rest.empty() || !is_line_blank(rest.front())) continue;
    const std::string_view value = trim_blanks(rest);
    if (std::ranges::any_of(value, is_line_blank)) continue;
    return {.key = spelling.key,
            .key_text = text.substr(0, spelling.text.size()),
            .value = value,
            .misspelt = !spelling.right,
            .colon = false};
  }
  return {.key = RobotsKey::malformed, .key_text = {}, .value = text, .colon = false};
}

}  // namespace

RobotsLine read_robots_line(std::string_view line) {
  line = trim_blanks(line.substr(0, line.find('#')));
  if (line.empty()) return {};
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return read_without_colon(line);
  const std::string_view key = trim_blanks(line.substr(0, colon));
  for (const KeySpelling& spelling : kKeySpellings) {
    if (equal_ignoring_case(key, spelling.text))
      return {.key = spelling.key,
              .key_text = key,
              .value = trim_blanks(line.substr(colon + 1)),
              .misspelt = !spelling.right};
  }
  // `Sitemap http://…`: the colon found was the URL's own.
  RobotsLine other = read_without_colon(line);
  if (other.key != RobotsKey::malformed) return other;
  return {.key = key.empty() ? RobotsKey::malformed : RobotsKey::unknown,
          .key_text = key,
          .value = trim_blanks(line.substr(colon + 1))};
}

bool is_robots_record(std::string_view line) {
  const RobotsLine read = read_robots_line(line);
  return read.colon && read.key != RobotsKey::none && read.key != RobotsKey::unknown &&
         read.key != RobotsKey::malformed;
}

std::string_view robots_product_token(std::string_view text) {
  if (text.starts_with('*') && (text.size() == 1 || is_line_blank(text[1])))
    return text.substr(0, 1);
  const auto end = std::ranges::find_if_not(text, is_token_char);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string robots_from_utf16(std::string_view bytes) {
  const bool little = bytes.starts_with("\xFF\xFE");
  if (!little && !bytes.starts_with("\xFE\xFF")) return {};
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(little ? first | second << 8 : first << 8 | second);
  };
  std::string out;
  for (std::size_t at = 2; at + 1 < bytes.size(); at += 2) {
    char32_t c = unit(at);
    if (c >= 0xD800 && c < 0xDC00 && at + 3 < bytes.size()) {
      const char32_t low = unit(at + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        c = 0x10000 + ((c - 0xD800) << 10U) + (low - 0xDC00);
        at += 2;
      }
    }
    append_utf8(out, c >= 0xD800 && c < 0xE000 ? U'\uFFFD' : c);
  }
  return out;
}

std::string without_cut_line(std::string bytes) {
  const bool little = bytes.starts_with("\xFF\xFE");
  const std::size_t width = little || bytes.starts_with("\xFE\xFF") ? 2 : 1;
  const auto ends_line = [&](std::size_t at) {
    const char c = bytes[width == 2 && !little ? at + 1 : at];
    return (c == '\n' || c == '\r') && (width == 1 || bytes[little ? at + 1 : at] == 0);
  };
  std::size_t end = bytes.size() - bytes.size() % width;
  while (end > 0 && !ends_line(end - width)) end -= width;
  bytes.resize(end);
  return bytes;
}

std::string without_tags(std::string_view line) {
  std::string out;
  while (!line.empty()) {
    const std::size_t open = line.find('<');
    out += line.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = line.find('>', open);
    if (close == std::string_view::npos) break;
    line.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace semsite
