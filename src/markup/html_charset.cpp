#include "markup/html_charset.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPrescanBytes = 1024;
constexpr std::string_view kSpace = " \t\n\f\r";

struct Label {
  std::string_view label, name;
};
/// Labels whose encoding has another name (Encoding standard §4.2): Latin-1 is read as
/// windows-1252, and so on. `name` is what iconv knows.
constexpr std::array kLabels = std::to_array<Label>({
    {"utf8", "utf-8"},
    {"unicode-1-1-utf-8", "utf-8"},
    {"unicode11utf8", "utf-8"},
    {"unicode20utf8", "utf-8"},
    {"x-unicode20utf8", "utf-8"},
    {"utf-16", "utf-16le"},
    {"ucs-2", "utf-16le"},
    {"unicode", "utf-16le"},
    {"iso-10646-ucs-2", "utf-16le"},
    {"csunicode", "utf-16le"},
    {"unicodefeff", "utf-16le"},
    {"unicodefffe", "utf-16be"},
    {"ascii", "windows-1252"},
    {"us-ascii", "windows-1252"},
    {"ansi_x3.4-1968", "windows-1252"},
    {"iso-8859-1", "windows-1252"},
    {"iso8859-1", "windows-1252"},
    {"iso88591", "windows-1252"},
    {"iso_8859-1", "windows-1252"},
    {"latin1", "windows-1252"},
    {"l1", "windows-1252"},
    {"cp1252", "windows-1252"},
    {"x-cp1252", "windows-1252"},
    {"cp819", "windows-1252"},
    {"ibm819", "windows-1252"},
    {"latin2", "iso-8859-2"},
    {"l2", "iso-8859-2"},
    {"latin3", "iso-8859-3"},
    {"latin4", "iso-8859-4"},
    {"cyrillic", "iso-8859-5"},
    {"arabic", "iso-8859-6"},
    {"greek", "iso-8859-7"},
    {"hebrew", "iso-8859-8"},
    {"iso-8859-8-i", "iso-8859-8"},
    {"visual", "iso-8859-8"},
    {"logical", "iso-8859-8"},
    {"iso-8859-9", "windows-1254"},
    {"iso8859-9", "windows-1254"},
    {"latin5", "windows-1254"},
    {"l5", "windows-1254"},
    {"iso-8859-11", "windows-874"},
    {"tis-620", "windows-874"},
    {"dos-874", "windows-874"},
    {"latin6", "iso-8859-10"},
    {"latin9", "iso-8859-15"},
    {"l9", "iso-8859-15"},
    {"koi", "koi8-r"},
    {"koi8", "koi8-r"},
    {"koi8_r", "koi8-r"},
    {"koi8-ru", "koi8-u"},
    {"mac", "macintosh"},
    {"x-mac-roman", "macintosh"},
    {"csmacintosh", "macintosh"},
    {"cp866", "cp866"},
    {"ibm866", "cp866"},
    {"x-cp1250", "windows-1250"},
    {"cp1250", "windows-1250"},
    {"x-cp1251", "windows-1251"},
    {"cp1251", "windows-1251"},
    {"chinese", "gb18030"},
    {"gb2312", "gb18030"},
    {"gb_2312", "gb18030"},
    {"gb_2312-80", "gb18030"},
    {"csgb2312", "gb18030"},
    {"gbk", "gb18030"},
    {"x-gbk", "gb18030"},
    {"big5", "big5-hkscs"},
    {"big5-hkscs", "big5-hkscs"},
    {"cn-big5", "big5-hkscs"},
    {"x-x-big5", "big5-hkscs"},
    {"shift_jis", "cp932"},
    {"shift-jis", "cp932"},
    {"sjis", "cp932"},
    {"x-sjis", "cp932"},
    {"ms_kanji", "cp932"},
    {"ms932", "cp932"},
    {"windows-31j", "cp932"},
    {"x-euc-jp", "euc-jp"},
    {"euc-kr", "cp949"},
    {"korean", "cp949"},
    {"ks_c_5601-1987", "cp949"},
    {"ks_c_5601-1989", "cp949"},
    {"ksc5601", "cp949"},
    {"ksc_5601", "cp949"},
    {"windows-949", "cp949"},
});
/// Names that stand for themselves, for iconv too.
constexpr std::array kNames = std::to_array<std::string_view>(
    {"utf-8",        "utf-16le",     "utf-16be",     "windows-1250", "windows-1251",
     "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
     "windows-1257", "windows-1258", "windows-874",  "iso-8859-2",   "iso-8859-3",
     "iso-8859-4",   "iso-8859-5",   "iso-8859-6",   "iso-8859-7",   "iso-8859-8",
     "iso-8859-10",  "iso-8859-13",  "iso-8859-14",  "iso-8859-15",  "iso-8859-16",
     "koi8-r",       "koi8-u",       "macintosh",    "gb18030",      "euc-jp",
     "iso-2022-jp"});

bool is_space(char c) { return kSpace.find(c) != std::string_view::npos; }

/// One attribute of a tag, in lower case (HTML standard "get an attribute").
struct PrescanAttribute {
  std::string name, value;
};

/// Reads an attribute at `at`, which is moved behind it.
std::optional<PrescanAttribute> read_attribute(std::string_view text, std::size_t& at) {
  while (at < text.size() && (is_space(text[at]) || text[at] == '/')) ++at;
  if (at >= text.size() || text[at] == '>') return std::nullopt;
  PrescanAttribute out;
  const std::size_t name = at;
  while (at < text.size() && !is_space(text[at]) && text[at] != '/' && text[at] != '>' &&
         (text[at] != '=' || at == name))
    ++at;
  out.name = lower_ascii(text.substr(name, at - name));
  std::size_t next = at;
  while (next < text.size() && is_space(text[next])) ++next;
  if (next >= text.size() || text[next] != '=') return out;
  at = next + 1;
  while (at < text.size() && is_space(text[at])) ++at;
  if (at >= text.size()) return out;
  if (text[at] == '"' || text[at] == '\'') {
    const std::size_t end = std::min(text.find(text[at], at + 1), text.size());
    out.value = lower_ascii(text.substr(at + 1, end - at - 1));
    at = std::min(end + 1, text.size());
    return out;
  }
  const std::size_t value = at;
  while (at < text.size() && !is_space(text[at]) && text[at] != '>') ++at;
  out.value = lower_ascii(text.substr(value, at - value));
  return out;
}

/// "Extract a character encoding from a meta element" of `content`, in lower case.
std::string charset_in_content(std::string_view content) {
  std::size_t at = 0;
  do {
    at = content.find("charset", at);
    if (at == std::string_view::npos) return {};
    at += 7;
    while (at < content.size() && is_space(content[at])) ++at;
  } while (at >= content.size() || content[at] != '=');
  std::string_view value = content.substr(at + 1);
  while (!value.empty() && is_space(value.front())) value.remove_prefix(1);
  if (value.empty()) return {};
  if (value.front() == '"' || value.front() == '\'') {
    const std::size_t end = value.find(value.front(), 1);
    return end == std::string_view::npos ? std::string{}
                                         : std::string{value.substr(1, end - 1)};
  }
  return std::string{value.substr(0, value.find_first_of("; \t\n\f\r"))};
}

/// What one `meta` says; `at` stands behind its name.
std::string meta_charset(std::string_view text, std::size_t& at) {
  std::vector<std::string> seen;
  bool is_content_type = false;
  std::string direct;
  std::string in_content;
  while (const auto attribute = read_attribute(text, at)) {
    if (std::ranges::find(seen, attribute->name) != seen.end()) continue;
    seen.push_back(attribute->name);
    if (attribute->name == "http-equiv")
      is_content_type = attribute->value == "content-type";
    if (attribute->name == "content" && in_content.empty())
      in_content = charset_in_content(attribute->value);
    if (attribute->name == "charset") direct = attribute->value;
  }
  if (!direct.empty()) return direct;
  return is_content_type ? in_content : std::string{};
}

}  // namespace

std::string_view encoding_of(std::string_view label) {
  const std::string name = lower_ascii(trim(label));
  const auto* const known =
      std::ranges::find_if(kLabels, [&](const Label& l) { return l.label == name; });
  if (known != kLabels.end()) return known->name;
  const auto* const found = std::ranges::find(kNames, name);
  return found == kNames.end() ? std::string_view{} : *found;
}

std::string_view charset_of(std::string_view media_type) {
  while (!media_type.empty()) {
    const std::size_t semicolon = media_type.find(';');
    if (semicolon == std::string_view::npos) return {};
    media_type.remove_prefix(semicolon + 1);
    const std::string_view parameter = trim(media_type.substr(0, media_type.find(';')));
    if (!starts_with_ignoring_case(parameter, "charset")) continue;
    std::string_view value = trim(parameter.substr(7));
    if (!value.starts_with('=')) continue;
    value = trim(value.substr(1));
    if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
        value.back() == value.front())
      value = value.substr(1, value.size() - 2);
    return value;
  }
  return {};
}

std::string prescan_charset(std::string_view bytes) {
  const std::string_view text = bytes.substr(0, kPrescanBytes);
  const auto fit = [](std::string_view label) {
    const std::string_view name = encoding_of(label);
    // Whoever could read the declaration did not read UTF-16.
    return std::string{name.starts_with("utf-16") ? std::string_view{"utf-8"} : name};
  };
  if (text.starts_with("<?xml")) {
    const std::string_view declaration = text.substr(0, text.find("?>"));
    const std::size_t at = declaration.find("encoding");
    if (at != std::string_view::npos) {
      const std::size_t open = declaration.find_first_of("\"'", at);
      if (open != std::string_view::npos) {
        const std::size_t close = declaration.find(declaration[open], open + 1);
        if (close != std::string_view::npos) {
          std::string name = fit(declaration.substr(open + 1, close - open - 1));
          if (!name.empty()) return name;
        }
      }
    }
  }
  for (std::size_t at = 0; at < text.size();) {
    at = text.find('<', at);
    if (at == std::string_view::npos) break;
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      const std::size_t end = text.find("-->", at + 2);
      if (end == std::string_view::npos) break;
      at = end + 3;
    } else if (starts_with_ignoring_case(rest, "<meta") && rest.size() > 5 &&
               (is_space(rest[5]) || rest[5] == '/')) {
      at += 5;
      std::string name = fit(meta_charset(text, at));
      if (!name.empty()) return name;
    } else if (rest.size() > 1 &&
               (rest[1] == '!' || rest[1] == '?' ||
                (rest[1] == '/' && rest.size() > 2 && !std::isalpha(rest[2] & 0x7F)))) {
      const std::size_t end = text.find('>', at);
      if (end == std::string_view::npos) break;
      at = end + 1;
    } else if (rest.size() > 1 && (std::isalpha(rest[1] & 0x7F) || rest[1] == '/')) {
      at = std::min(text.find_first_of(" \t\n\f\r>", at), text.size());
      while (read_attribute(text, at)) {
      }
      if (at < text.size()) ++at;
    } else {
      ++at;
    }
  }
  return {};
}

}  // namespace semsite
