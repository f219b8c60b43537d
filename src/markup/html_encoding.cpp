#include "markup/html_encoding.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
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

/// "Get an encoding" (Encoding standard §4.2); empty if the label is unknown.
std::string_view encoding_of(std::string_view label) {
  const std::string name = lower_ascii(trim(label));
  const auto* const known =
      std::ranges::find_if(kLabels, [&](const Label& l) { return l.label == name; });
  if (known != kLabels.end()) return known->name;
  const auto* const found = std::ranges::find(kNames, name);
  return found == kNames.end() ? std::string_view{} : *found;
}

bool is_space(char c) { return kSpace.find(c) != std::string_view::npos; }

/// Collects decoded text and what had to be replaced.
class Decoder {
 public:
  explicit Decoder(PageText& page) : page_(page) {}

  void utf8(std::string_view bytes);
  void windows_1252(std::string_view bytes);
  enum class Order : std::uint8_t { little, big };
  void utf16(std::string_view bytes, Order order);
  /// False if the encoding is not to be had here.
  bool other(std::string_view bytes, const std::string& name);

 private:
  void replace() {
    if (page_.replaced++ == 0) bad_at_ = page_.text.size();
    page_.text += kReplacement;
  }

  PageText& page_;

 public:
  std::size_t bad_at_ = 0;
};

/// How many bytes one U+FFFD stands for: the longest start of a sequence that could have
/// been good (Encoding standard §8.1.1, Unicode §3.9).
std::size_t bad_utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  std::size_t wanted = 0;
  unsigned low = 0x80;
  unsigned high = 0xBF;
  if (first >= 0xC2 && first <= 0xDF) wanted = 1;
  if (first >= 0xE0 && first <= 0xEF) {
    wanted = 2;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    wanted = 3;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
  }
  std::size_t length = 1;
  for (; length <= wanted && byte(length) >= low && byte(length) <= high; ++length) {
    low = 0x80;
    high = 0xBF;
  }
  return length;
}

void Decoder::utf8(std::string_view bytes) {
  page_.text.reserve(bytes.size());
  for (;;) {
    const std::size_t good = valid_utf8_prefix(bytes);
    page_.text += bytes.substr(0, good);
    bytes.remove_prefix(good);
    if (bytes.empty()) return;
    replace();
    bytes.remove_prefix(std::min(bad_utf8_length(bytes), bytes.size()));
  }
}

void Decoder::windows_1252(std::string_view bytes) {
  static constexpr std::array<char16_t, 32> kHigh{
      0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
      0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
      0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
      0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  page_.text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      page_.text += c;
    } else {
      append_utf8(page_.text, byte < 0xA0 ? kHigh[byte - 0x80U] : char32_t{byte});
    }
  }
}

void Decoder::utf16(std::string_view bytes, Order order) {
  page_.text.reserve(bytes.size());
  const auto unit = [&](std::size_t i) {
    const auto a = static_cast<unsigned char>(bytes[i]);
    const auto b = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<char32_t>(order == Order::little ? a | (b << 8) : b | (a << 8));
  };
  std::size_t i = 0;
  for (; i + 1 < bytes.size(); i += 2) {
    const char32_t c = unit(i);
    if (c < 0xD800 || c > 0xDFFF) {
      append_utf8(page_.text, c);
      continue;
    }
    const bool paired = c < 0xDC00 && i + 3 < bytes.size() && unit(i + 2) >= 0xDC00 &&
                        unit(i + 2) <= 0xDFFF;
    if (!paired) {
      replace();
      continue;
    }
    append_utf8(page_.text, 0x10000 + ((c - 0xD800) << 10) + (unit(i + 2) - 0xDC00));
    i += 2;
  }
  if (i < bytes.size()) replace();
}

struct CloseIconv {
  void operator()(void* converter) const { iconv_close(converter); }
};

bool Decoder::other(std::string_view bytes, const std::string& name) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): how iconv says "no".
  const iconv_t none = reinterpret_cast<iconv_t>(-1);
  const iconv_t opened = iconv_open("UTF-8", name.c_str());
  if (opened == none) return false;
  const std::unique_ptr<void, CloseIconv> converter{opened};
  std::array<char, 16 * 1024> room;
  auto* from = const_cast<char*>(bytes.data());
  std::size_t left = bytes.size();
  while (left > 0) {
    char* to = room.data();
    std::size_t space = room.size();
    const std::size_t result = iconv(converter.get(), &from, &left, &to, &space);
    const int why = errno;
    page_.text.append(room.data(), static_cast<std::size_t>(to - room.data()));
    if (result != static_cast<std::size_t>(-1) || why == E2BIG) continue;
    replace();
    ++from;
    --left;
  }
  char* to = room.data();
  std::size_t space = room.size();
  (void)iconv(converter.get(), nullptr, nullptr, &to, &space);
  page_.text.append(room.data(), static_cast<std::size_t>(to - room.data()));
  return true;
}

/// CR LF and CR become LF (HTML standard §13.2.3.5, XML §2.11).
void normalise_line_ends(std::string& text) {
  const std::size_t first = text.find('\r');
  if (first == std::string::npos) return;
  std::size_t to = first;
  for (std::size_t i = first; i < text.size(); ++i) {
    if (text[i] != '\r') {
      text[to++] = text[i];
      continue;
    }
    text[to++] = '\n';
    if (i + 1 < text.size() && text[i + 1] == '\n') ++i;
  }
  text.resize(to);
}

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

PageText decode_page(std::string_view bytes, std::string_view media_type) {
  PageText page;
  Decoder decoder{page};
  const auto begins = [&](std::string_view mark) {
    if (!bytes.starts_with(mark)) return false;
    bytes.remove_prefix(mark.size());
    return true;
  };
  if (begins("\xEF\xBB\xBF")) {
    page.encoding = "utf-8";
  } else if (begins("\xFE\xFF")) {
    page.encoding = "utf-16be";
  } else if (begins("\xFF\xFE")) {
    page.encoding = "utf-16le";
  } else {
    page.encoding = encoding_of(charset_of(media_type));
    if (page.encoding.empty()) page.encoding = prescan_charset(bytes);
    if (page.encoding.empty()) {
      using namespace std::string_view_literals;
      // XML §F: without a mark, the zero bytes around the first `<` tell.
      if (bytes.starts_with("<\0"sv)) page.encoding = "utf-16le";
      if (bytes.starts_with("\0<"sv)) page.encoding = "utf-16be";
    }
    if (page.encoding.empty()) page.encoding = is_utf8(bytes) ? "utf-8" : "windows-1252";
  }
  if (page.encoding == "utf-8") {
    decoder.utf8(bytes);
  } else if (page.encoding == "utf-16le") {
    decoder.utf16(bytes, Decoder::Order::little);
  } else if (page.encoding == "utf-16be") {
    decoder.utf16(bytes, Decoder::Order::big);
  } else if (page.encoding == "windows-1252" || !decoder.other(bytes, page.encoding)) {
    page.encoding = "windows-1252";
    decoder.windows_1252(bytes);
  }
  if (page.replaced > 0)
    page.first_bad_line =
        1 + static_cast<std::uint64_t>(std::count(
                page.text.begin(),
                page.text.begin() + static_cast<std::ptrdiff_t>(decoder.bad_at_), '\n'));
  normalise_line_ends(page.text);
  return page;
}

}  // namespace semsite
