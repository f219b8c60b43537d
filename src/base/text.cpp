#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

/// Letters put in, left out, changed, or swapped with the next one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);  // rows of the table, as it is filled
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view trim_left(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view trim(std::string_view text) {
  text = trim_left(text);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string lower_ascii(std::string_view text) {
  std::string out{text};
  std::ranges::transform(out, out.begin(), to_lower);
  return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::ranges::equal(a, b, {}, to_lower, to_lower);
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

bool ends_with_ignoring_case(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         equal_ignoring_case(text.substr(text.size() - suffix.size()), suffix);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::optional<std::uint64_t> parse_uint(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string excerpt(std::string_view text, std::size_t limit) {
  const bool cut = text.size() > limit;
  if (cut) {
    text = text.substr(0, limit);
    // Do not leave half a UTF-8 character at the end.
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
      text.remove_suffix(1);
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0)
      text.remove_suffix(1);
  }
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += c == '\n'   ? "\\n"
             : c == '\t' ? "\\t"
             : c == '\r' ? "\\r"
                         : fmt::format("\\x{:02X}", byte);
    } else {
      out += c;
    }
  }
  if (cut) out += "…";
  return out;
}

std::string opening_line(std::string_view text) {
  constexpr std::size_t kLongest = 160;
  if (text.starts_with(kUtf8ByteOrderMark)) text.remove_prefix(kUtf8ByteOrderMark.size());
  text = trim(text);
  text = trim(text.substr(0, text.find('\n')));
  std::string out;
  while (!text.empty()) {
    const Utf8Char next = decode_utf8(text);
    const std::string_view raw = text.substr(0, std::max<std::size_t>(next.length, 1));
    std::string shown{raw};
    if (next.length == 0) {
      shown = "\xEF\xBF\xBD";
    } else if (is_control(next.code_point)) {
      shown = fmt::format("\\x{:02X}", static_cast<unsigned>(next.code_point));
    }
    if (out.size() + shown.size() > kLongest) return out + "…";
    out += shown;
    text.remove_prefix(raw.size());
  }
  return out;
}

bool matches_glob(std::string_view text, std::string_view pattern) {
  std::size_t t = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  // Two letters of three that differ are another word.
  const std::size_t letters =
      word.size() - std::min(word.find_first_not_of('-'), word.size());
  const std::size_t most = letters <= 3 ? 1 : std::max<std::size_t>(2, letters / 3);
  std::size_t best_distance = most + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(lower_ascii(word), lower_ascii(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::string_view kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < std::size(kUnits)) {
    value /= 1000;
    ++unit;
  }
  if (unit == 0) return fmt::format("{} B", bytes);
  return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, kUnits[unit]);
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace semsite
