#include "markup/html_references.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "markup/html_tags.hpp"

namespace semsite {
namespace {

struct Named {
  std::string_view name, text;
};
/// The most frequent of the 2,125, in order.
constexpr std::array kNamed = std::to_array<Named>({
    {"Auml", "Ä"},   {"Ccedil", "Ç"}, {"Eacute", "É"},   {"Ouml", "Ö"},
    {"Uuml", "Ü"},   {"aacute", "á"}, {"acirc", "â"},    {"aelig", "æ"},
    {"agrave", "à"}, {"amp", "&"},    {"apos", "'"},     {"aring", "å"},
    {"atilde", "ã"}, {"auml", "ä"},   {"bull", "•"},     {"ccedil", "ç"},
    {"cent", "¢"},   {"copy", "©"},   {"darr", "↓"},     {"deg", "°"},
    {"eacute", "é"}, {"ecirc", "ê"},  {"egrave", "è"},   {"euml", "ë"},
    {"euro", "€"},   {"frac12", "½"}, {"gt", ">"},       {"hellip", "…"},
    {"iacute", "í"}, {"icirc", "î"},  {"iuml", "ï"},     {"laquo", "«"},
    {"larr", "←"},   {"ldquo", "“"},  {"lsaquo", "‹"},   {"lsquo", "‘"},
    {"lt", "<"},     {"mdash", "—"},  {"middot", "·"},   {"nbsp", "\u00A0"},
    {"ndash", "–"},  {"ntilde", "ñ"}, {"oacute", "ó"},   {"ocirc", "ô"},
    {"oslash", "ø"}, {"otilde", "õ"}, {"ouml", "ö"},     {"para", "¶"},
    {"plusmn", "±"}, {"pound", "£"},  {"quot", "\""},    {"raquo", "»"},
    {"rarr", "→"},   {"rdquo", "”"},  {"reg", "®"},      {"rsaquo", "›"},
    {"rsquo", "’"},  {"sect", "§"},   {"shy", "\u00AD"}, {"szlig", "ß"},
    {"times", "×"},  {"trade", "™"},  {"uacute", "ú"},   {"uarr", "↑"},
    {"ugrave", "ù"}, {"uuml", "ü"},
});

std::optional<std::string_view> named(std::string_view name) {
  const auto* const found = std::ranges::lower_bound(kNamed, name, {}, &Named::name);
  if (found == kNamed.end() || found->name != name) return std::nullopt;
  return found->text;
}

constexpr std::size_t kRun = 64;

/// Printable ASCII and white space only? A loop without branches, for the compiler to
/// make wide.
bool is_plain_run(const char* run) {
  unsigned odd = 0;
  for (std::size_t i = 0; i < kRun; ++i) {
    const auto byte = static_cast<unsigned char>(run[i]);
    const unsigned space =
        static_cast<unsigned>(byte == '\t') | static_cast<unsigned>(byte == '\n') |
        static_cast<unsigned>(byte == '\f') | static_cast<unsigned>(byte == '\r');
    odd |= static_cast<unsigned>(static_cast<unsigned char>(byte - 0x20) >= 0x5F) &
           (space ^ 1U);
  }
  return odd == 0;
}

/// `text`: behind "&#", up to the semicolon. Zero if it is no plain character.
char32_t numbered(std::string_view text) {
  const bool is_hexadecimal = text.starts_with('x') || text.starts_with('X');
  if (is_hexadecimal) text.remove_prefix(1);
  std::uint32_t code = 0;
  const auto* const end = text.data() + text.size();
  const auto [at, error] =
      std::from_chars(text.data(), end, code, is_hexadecimal ? 16 : 10);
  const bool is_plain = (code > 0x20 && code < 0x7F) || (code >= 0xA0 && code < 0xD800) ||
                        (code >= 0xE000 && code < 0xFDD0);
  return error == std::errc{} && at == end && is_plain ? char32_t{code} : 0;
}

}  // namespace

bool append_decoded(std::string_view text, ReferencePlace place, std::string& out) {
  for (;;) {
    const std::size_t mark = std::min(text.find('&'), text.size());
    out += text.substr(0, mark);
    text.remove_prefix(mark);
    if (text.empty()) return true;
    const bool is_numbered = text.size() > 1 && text[1] == '#';
    const std::size_t begin = is_numbered ? 2 : 1;
    std::size_t end = begin;
    while (end < text.size() && is_alphanumeric(text[end])) ++end;
    const char next = end < text.size() ? text[end] : '\0';
    const std::string_view name = text.substr(begin, end - begin);
    if (next == ';' && !name.empty()) {
      if (is_numbered) {
        const char32_t code = numbered(name);
        if (code == 0) return false;
        append_utf8(out, code);
      } else {
        const auto found = named(name);
        if (!found) return false;
        out += *found;
      }
      text.remove_prefix(end + 1);
      continue;
    }
    if (is_numbered) return false;
    if (!name.empty() && (place == ReferencePlace::text || next != '=')) return false;
    out += text.substr(0, end);
    text.remove_prefix(end);
  }
}

bool has_odd_characters(std::string_view text) {
  // Most of a page is plain ASCII, which is told in runs.
  unsigned char last = 0;
  for (std::size_t begin = 0; begin < text.size(); begin += kRun) {
    const std::string_view run = text.substr(begin, kRun);
    if (run.size() == kRun && is_plain_run(run.data())) {
      last = 0;
      continue;
    }
    for (const char c : run) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 ? !is_html_space(c) : byte == 0x7F) return true;
      if (byte >= 0x80) {
        const bool is_c1 = last == 0xC2 && byte < 0xA0;
        const bool is_none =
            (last == 0xEF && byte == 0xB7) || (last == 0xBF && byte >= 0xBE);
        if (is_c1 || is_none) return true;
      }
      last = byte;
    }
  }
  return false;
}

}  // namespace semsite
