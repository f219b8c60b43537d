#include "markup/html_charset.hpp"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "markup/html_tags.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPrescanBytes = 1024;

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
constexpr std::array kCharsetNames = std::to_array<std::string_view>(
    {"utf-8",        "utf-16le",     "utf-16be",     "windows-1250", "windows-1251",
     "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
     "windows-1257", "windows-1258", "windows-874",  "iso-8859-2",   "iso-8859-3",
     "iso-8859-4",   "iso-8859-5",   "iso-8859-6",   "iso-8859-7",   "iso-8859-8",
     "iso-8859-10",  "iso-8859-13",  "iso-8859-14",  "iso-8859-15",  "iso-8859-16",
     "koi8-r",       "koi8-u",       "macintosh",    "gb18030",      "euc-jp",
     "iso-2022-jp"});

/// One attribute of a tag, in lower case (HTML standard "get an attribute").
struct PrescanAttribute {
  std::string name, value;
};

/// Reads an attribute at `at`, which is moved behind it.
std::optional<PrescanAttribute> read_attribute(std::string_view text, std::size_t& at) {
  while (at < text.size() && (is_html_space(text[at]) || text[at] == '/')) ++at;
  if (at >= text.size() || text[at] == '>') return std::nullopt;
  PrescanAttribute out;
  const std::size_t name = at;
  while (at < text.size() && !is_html_space(text[at]) && text[at] != '/' &&
         text[at] != '>' && (text[at] != '=' || at == name))
    ++at;
  out.name = lower_ascii(text.substr(name, at - name));
  std::size_t next = at;
  while (next < text.size() && is_html_space(text[next])) ++next;
  if (next >= text.size() || text[next] != '=') return out;
  at = next + 1;
  while (at < text.size() && is_html_space(text[at])) ++at;
  if (at >= text.size()) return out;
  if (text[at] == '"' || text[at] == '\'') {
    const std::size_t end = std::min(text.find(text[at], at + 1), text.size());
    out.value = lower_ascii(text.substr(at + 1, end - at - 1));
    at = std::min(end + 1, text.size());
    return out;
  }
  const std::size_t value = at;
  while (at < text.size() && !is_html_space(text[at]) && text[at] != '>') ++at;
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
    while (at < content.size() && is_html_space(content[at])) ++at;
  } while (at >= content.size() || content[at] != '=');
  std::string_view value = content.substr(at + 1);
  while (!value.empty() && is_html_space(value.front())) value.remove_prefix(1);
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
  const auto* const found = std::ranges::find(kCharsetNames, name);
  return found == kCharsetNames.end() ? std::string_view{} : *found;
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
               (is_html_space(rest[5]) || rest[5] == '/')) {
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

namespace {

/// Enough to see a byte order mark, or in which order UTF-16 has its bytes.
constexpr std::size_t kByteOrderBytes = 4;
/// A declaration is no longer.
constexpr std::size_t kDeclarationBytes = 1024;

/// By a name that iconv knows. What the web calls ISO-8859-1 is windows-1252 to pages;
/// to XML it is what it says, as in a declaration.
std::string charset_name(std::string_view label) {
  const std::string lower = lower_ascii(label);
  const std::string_view name = encoding_of(label);
  if (name != "windows-1252" || lower.find("1252") != std::string::npos)
    return std::string{name};
  const bool is_ascii = lower.find("ascii") != std::string::npos ||
                        lower.starts_with("ansi") || lower.starts_with("iso-ir-6");
  return is_ascii ? std::string{} : "iso-8859-1";
}

/// What stands there is UTF-8 now; the places of everything stay.
void blank_encoding(std::string& text) {
  const std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (text.compare(begin, 5, "<?xml") != 0) return;
  const std::size_t end = text.find("?>");
  const std::size_t name = text.find("encoding");
  if (end == std::string::npos || name > end) return;
  const std::size_t open = text.find_first_of("\"'", name);
  if (open > end) return;
  const std::size_t close = text.find(text[open], open + 1);
  if (close > end) return;
  text.replace(name, close + 1 - name, close + 1 - name, ' ');
}

}  // namespace

struct XmlCharset::Converter {
  explicit Converter(const std::string& name)
      : handle(iconv_open("UTF-8", name.c_str())) {}
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  ~Converter() {
    if (is_open()) iconv_close(handle);
  }
  [[nodiscard]] bool is_open() const {
    // how iconv says "no".
    return handle != reinterpret_cast<iconv_t>(-1);
  }

  iconv_t handle;
};

XmlCharset::XmlCharset(ByteSource& inner, std::string_view label)
    : inner_(inner), label_(label), name_(charset_name(label)) {}

XmlCharset::~XmlCharset() = default;

/// What the first bytes say of the encoding.
void XmlCharset::choose(std::string_view head) {
  if (head.starts_with("\xFE\xFF") || head.starts_with("\xFF\xFE")) {
    name_.clear();
  } else if (!head.starts_with("\xEF\xBB\xBF") && name_ != "utf-8") {
    // Without a mark the zero bytes tell which of the two it is.
    if (name_.starts_with("utf-16") && head.size() >= 2 &&
        (head[0] == 0) != (head[1] == 0))
      name_ = head[0] == 0 ? "utf-16be" : "utf-16le";
    converter_ = std::make_unique<Converter>(name_);
    if (converter_->is_open()) return;
    converter_.reset();
    name_.clear();
  }
}

/// The beginning, with all of the declaration.
Block XmlCharset::begin() {
  std::string bytes;
  while (bytes.size() < kByteOrderBytes) {
    const Block block = inner_.read();
    if (block.empty()) break;
    bytes += block.bytes;
  }
  choose(bytes);
  const auto first = std::make_shared<const std::string>(std::move(bytes));
  head_ = {.bytes = *first, .owner = first};
  if (name_.empty()) return std::exchange(head_, {});
  std::string text;
  while (text.size() < kDeclarationBytes) {
    const Block block = next();
    if (block.empty()) break;
    text += block.bytes;
  }
  blank_encoding(text);
  const auto kept = std::make_shared<const std::string>(std::move(text));
  return {.bytes = *kept, .owner = kept};
}

Block XmlCharset::read() {
  if (name_.empty()) return inner_.read();
  Block block = std::exchange(begun_, true) ? next() : begin();
  if (block.empty() && is_bad_)
    throw DocumentError{
        "xml.encoding",
        fmt::format("what follows byte {} is not {}, which Content-Type says it is",
                    grouped(read_ - rest_.size()), excerpt(label_))};
  block.offset = given_;
  given_ += block.bytes.size();
  return block;
}

Block XmlCharset::next() {
  for (;;) {
    if (is_bad_) return {};
    Block block = head_.empty() ? inner_.read() : std::exchange(head_, {});
    if (converter_ == nullptr) return block;
    if (block.empty() && std::exchange(is_over_, true)) return {};
    read_ += block.bytes.size();
    auto text = std::make_shared<const std::string>(convert(block.bytes));
    if (!text->empty()) return {.bytes = *text, .owner = text};
  }
}

/// No bytes: the end.
std::string XmlCharset::convert(std::string_view bytes) {
  rest_ += bytes;
  std::string out;
  out.reserve(rest_.size() + rest_.size() / 4);
  std::array<char, 16 * 1024> room;
  char* from = rest_.data();
  std::size_t left = rest_.size();
  while (left > 0) {
    char* to = room.data();
    std::size_t space = room.size();
    const std::size_t result = iconv(converter_->handle, &from, &left, &to, &space);
    const int why = errno;
    out.append(room.data(), static_cast<std::size_t>(to - room.data()));
    if (result != static_cast<std::size_t>(-1) || why == E2BIG) continue;
    is_bad_ = why != EINVAL || bytes.empty();
    break;
  }
  if (bytes.empty()) {
    // Some encodings hold back a character for a mark that may follow.
    char* to = room.data();
    std::size_t space = room.size();
    (void)iconv(converter_->handle, nullptr, nullptr, &to, &space);
    out.append(room.data(), static_cast<std::size_t>(to - room.data()));
  }
  rest_.erase(0, rest_.size() - left);
  return out;
}

}  // namespace semsite
