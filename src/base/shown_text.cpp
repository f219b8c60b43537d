#include "base/shown_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "base/secrets.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

constexpr std::string_view kGap = "…";
/// Of one line no more is shown.
constexpr std::size_t kLongestShownLine = 4000;

bool is_between(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

/// Controls; what is invisible, turns the direction of writing or ends a line.
bool is_unsafe(char32_t c) {
  return c < 0x20 || is_between(c, 0x7F, 0x9F) || c == 0xAD || c == 0x61C ||
         c == 0x180E || is_between(c, 0x200B, 0x200F) || is_between(c, 0x2028, 0x202E) ||
         is_between(c, 0x2060, 0x206F) || c == 0xFEFF || is_between(c, 0xFFF9, 0xFFFB) ||
         is_between(c, 0xE0000, 0xE007F);
}

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Utf8Char next = decode_utf8(text);
    const std::size_t length = std::max<std::size_t>(next.length, 1);
    if (next.length == 0) {
      fmt::format_to(std::back_inserter(out), "\\x{:02X}",
                     static_cast<unsigned>(static_cast<unsigned char>(text.front())));
    } else if (!is_unsafe(next.code_point)) {
      out += text.substr(0, length);
    } else if (next.code_point == '\n') {
      out += "\\n";
    } else if (next.code_point == '\r') {
      out += "\\r";
    } else if (next.code_point == '\t') {
      out += "\\t";
    } else if (next.code_point < 0x80) {
      fmt::format_to(std::back_inserter(out), "\\x{:02X}",
                     static_cast<unsigned>(next.code_point));
    } else {
      fmt::format_to(std::back_inserter(out), "\\u{{{:X}}}",
                     static_cast<unsigned>(next.code_point));
    }
    text.remove_prefix(length);
  }
  return out;
}

/// Our own colours, and line ends, are among the controls of ASCII.
bool is_plain_ascii(char c) { return static_cast<unsigned char>(c) < 0x7F; }

/// Is `text` the beginning of a character that goes on behind it?
bool is_cut(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first > 0xF4    ? 1
                             : first >= 0xF0 ? 4
                             : first >= 0xE0 ? 3
                             : first >= 0xC2 ? 2
                                             : 1;
  return text.size() < length && std::ranges::all_of(text.substr(1), [](char c) {
           return (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
         });
}

bool ends_word(char c) {
  return c == ' ' || c == '"' || c == '<' || c == '>' || c == '|' || c == '`';
}

bool is_scheme_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '+' || c == '-' || c == '.';
}

/// The first `most` bytes, or some less: characters stay whole.
std::string_view start_of(std::string_view text, std::size_t most) {
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80) --most;
  return text.substr(0, most);
}

std::string_view end_of(std::string_view text, std::size_t most) {
  std::size_t from = text.size() - most;
  while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80)
    ++from;
  return text.substr(from);
}

/// Where the URL in `word` begins: at its scheme, or at its path if it has none.
std::size_t url_begin(std::string_view word) {
  const std::size_t colon = word.find(':');
  std::size_t begin = colon;
  if (colon != std::string_view::npos)
    while (begin > 0 && is_scheme_byte(word[begin - 1])) --begin;
  return begin < colon ? begin : std::min(word.find('/'), word.size());
}

/// With the middle of long URLs left out.
std::string shortened(std::string_view text) {
  constexpr std::size_t kEnd = 60;
  constexpr std::size_t kStart = kLongestShownUrl - kEnd - kGap.size();
  std::string out;
  while (!text.empty()) {
    const std::size_t end =
        static_cast<std::size_t>(std::ranges::find_if(text, ends_word) - text.begin());
    const std::string_view word = text.substr(0, end);
    const std::size_t begin = url_begin(word);
    if (word.size() - begin > kLongestShownUrl) {
      const std::string_view url = word.substr(begin);
      out += word.substr(0, begin);
      out += start_of(url, kStart);
      out += kGap;
      out += end_of(url, kEnd);
    } else {
      out += word;
    }
    if (end < text.size()) out += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (out.size() <= kLongestShownLine) return out;
  return std::string{start_of(out, kLongestShownLine - kGap.size())}.append(kGap);
}

}  // namespace

std::string shown_text(std::string_view text) {
  return shortened(escaped(without_url_secrets(text)));
}

std::string shown_rdf(std::string_view text, std::string& rest) {
  const std::string joined = std::exchange(rest, {}).append(text);
  std::string out;
  out.reserve(joined.size());
  for (std::string_view left = joined; !left.empty();) {
    const std::size_t plain = static_cast<std::size_t>(
        std::ranges::find_if(left, [](char c) { return !is_plain_ascii(c); }) -
        left.begin());
    out += left.substr(0, plain);
    left.remove_prefix(plain);
    if (left.empty()) break;
    const Utf8Char next = decode_utf8(left);
    constexpr std::size_t kLongestCharacter = 4;
    if (next.length == 0 && left.size() < kLongestCharacter && is_cut(left)) {
      rest = left;
      break;
    }
    const std::size_t length = std::max<std::size_t>(next.length, 1);
    if (next.length == 0 || !is_unsafe(next.code_point)) {
      out += left.substr(0, length);
    } else if (next.code_point < 0x10000) {
      fmt::format_to(std::back_inserter(out), "\\u{:04X}",
                     static_cast<unsigned>(next.code_point));
    } else {
      fmt::format_to(std::back_inserter(out), "\\U{:08X}",
                     static_cast<unsigned>(next.code_point));
    }
    left.remove_prefix(length);
  }
  return out;
}

std::string shown_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const Utf8Char next = decode_utf8(json);
    const std::size_t length = std::max<std::size_t>(next.length, 1);
    if (next.length == 0 || next.code_point < 0x20 || !is_unsafe(next.code_point)) {
      out += json.substr(0, length);
    } else if (next.code_point < 0x10000) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}",
                     static_cast<unsigned>(next.code_point));
    } else {
      const auto rest = static_cast<unsigned>(next.code_point) - 0x10000U;
      fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}",
                     0xD800U + (rest >> 10U), 0xDC00U + (rest & 0x3FFU));
    }
    json.remove_prefix(length);
  }
  return out;
}

}  // namespace semsite
