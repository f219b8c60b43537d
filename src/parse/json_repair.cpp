#include "parse/json_repair.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

/// Length of white space that JSON does not know, at the start of `text`.
std::size_t odd_space(std::string_view text) {
  constexpr std::array<std::string_view, 6> kOdd{
      "\xC2\xA0", "\xEF\xBB\xBF", "\xE2\x80\xA8", "\xE2\x80\xA9", "\f", "\v"};
  for (const std::string_view odd : kOdd)
    if (text.starts_with(odd)) return odd.size();
  return 0;
}

class Repairer {
 public:
  Repairer(std::string_view text, JsonPlace place) : text_(text), place_(place) {
    out_.reserve(text.size() + 16);
  }

  RepairedJson run() {
    while (at_ < text_.size()) step();
    return {.text = std::move(out_), .repairs = std::move(repairs_)};
  }

 private:
  enum class Last { start, open, comma, colon, value };

  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

  void note(std::string_view code, std::string_view what) {
    for (JsonRepair& repair : repairs_)
      if (repair.code == code) {
        ++repair.count;
        return;
      }
    repairs_.push_back({.code = code, .what = what, .count = 1, .first = at_});
  }

  void step() {
    const char c = text_[at_];
    if (is_space(c)) {
      out_ += c;
      ++at_;
    } else if (c == '"') {
      before_value();
      string();
    } else if (c == ',') {
      comma();
    } else if (c == ':') {
      out_ += c;
      ++at_;
      last_ = Last::colon;
    } else if (c == '{' || c == '[') {
      before_value();
      out_ += c;
      ++at_;
      ++depth_;
      last_ = Last::open;
    } else if (c == '}' || c == ']') {
      close(c);
    } else if (const std::size_t comment = comment_length(); comment > 0) {
      note("json.comment", "a comment");
      at_ += comment;
      out_ += ' ';
    } else if (const std::size_t space = odd_space(rest()); space > 0) {
      note("json.white-space", "white space that JSON does not know");
      at_ += space;
      out_ += ' ';
    } else if (c == ';' && depth_ == 0) {
      note("json.trailing-text", "a semicolon behind the document");
      ++at_;
    } else {
      before_value();
      word();
    }
  }

  void comma() {
    if (last_ == Last::colon) {
      note("json.missing-value", "a missing value, read as null");
      out_ += "null";
    } else if (last_ == Last::open || last_ == Last::comma) {
      note("json.missing-value", "a comma without a value before it");
      ++at_;
      return;
    }
    comma_place_ = out_.size();
    out_ += ',';
    last_ = Last::comma;
    ++at_;
  }

  void before_value() {
    if (last_ == Last::value && depth_ > 0) {
      note("json.missing-comma", "a missing comma");
      out_ += ',';
    }
  }

  void close(char c) {
    if (last_ == Last::comma) {
      note("json.trailing-comma", "a comma before the end of an array or object");
      out_[comma_place_] = ' ';
    } else if (last_ == Last::colon) {
      note("json.missing-value", "a missing value, read as null");
      out_ += "null";
    }
    out_ += c;
    ++at_;
    if (depth_ > 0) --depth_;
    last_ = Last::value;
  }

  /// A number, a literal, or something that the reader will refuse.
  void word() {
    const std::size_t end = text_.find_first_of(" \t\r\n,:{}[]\"/;", at_ + 1);
    const std::size_t stop = std::min(end, text_.size());
    out_ += text_.substr(at_, stop - at_);
    at_ = stop;
    last_ = Last::value;
  }

  [[nodiscard]] std::size_t comment_length() const {
    const std::string_view text = rest();
    const auto up_to = [&](std::string_view end, std::size_t from) {
      const std::size_t found = text.find(end, from);
      return found == std::string_view::npos ? text.size() : found + end.size();
    };
    if (text.starts_with("//")) return std::min(text.find_first_of("\r\n"), text.size());
    if (text.starts_with("/*")) return up_to("*/", 2);
    if (place_ != JsonPlace::page) return 0;
    for (const std::string_view mark : {"<!--", "-->", "<![CDATA[", "]]>"})
      if (text.starts_with(mark)) return mark.size();
    return 0;
  }

  void string() {
    out_ += '"';
    ++at_;
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
             static_cast<unsigned char>(text_[at_]) >= 0x20)
        ++at_;
      out_ += text_.substr(begin, at_ - begin);
      if (at_ == text_.size()) break;
      if (text_[at_] == '"') {
        out_ += '"';
        ++at_;
        break;
      }
      if (text_[at_] == '\\') {
        escape();
      } else {
        control();
      }
    }
    last_ = Last::value;
  }

  void control() {
    note("json.control-character", "a raw control character in a string");
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(text_[at_]);
    out_ += "\\u00";
    out_ += kHex[byte >> 4];
    out_ += kHex[byte & 15];
    ++at_;
  }

  /// The code unit of a `\uXXXX` at `place`, if there is one.
  [[nodiscard]] std::optional<unsigned> code_unit(std::size_t place) const {
    const std::string_view text = text_.substr(std::min(place, text_.size()), 6);
    if (text.size() < 6 || !text.starts_with("\\u")) return std::nullopt;
    unsigned unit = 0;
    for (const char c : text.substr(2)) {
      if (!is_hex(c)) return std::nullopt;
      const auto digit =
          static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
      unit = unit * 16 + digit;
    }
    return unit;
  }

  void escape() {
    if (const std::optional<unsigned> unit = code_unit(at_)) {
      const bool high = *unit >= 0xD800 && *unit < 0xDC00;
      const bool low = *unit >= 0xDC00 && *unit < 0xE000;
      const std::optional<unsigned> next = high ? code_unit(at_ + 6) : std::nullopt;
      const bool pair = next && *next >= 0xDC00 && *next < 0xE000;
      if ((high && !pair) || low) {
        note("json.surrogate", "an escape of half a UTF-16 pair, read as U+FFFD");
        out_ += "\\uFFFD";
        at_ += 6;
        return;
      }
      const std::size_t size = pair ? 12 : 6;
      out_ += text_.substr(at_, size);
      at_ += size;
      return;
    }
    const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (c != '\0' && std::string_view{"\"\\/bfnrt"}.find(c) != std::string_view::npos) {
      out_ += text_.substr(at_, 2);
      at_ += 2;
      return;
    }
    note("json.bad-escape", "an escape that JSON does not know");
    ++at_;  // what it stood before is read as it is
  }

  std::string_view text_;
  JsonPlace place_;
  std::string out_;
  std::vector<JsonRepair> repairs_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  Last last_ = Last::start;
  std::size_t comma_place_ = 0;  ///< of the last comma in `out_`
};

/// Decodes the character references that escaping leaves (`&quot;`, `&amp;`, `&#34;`…).
std::string without_entities(std::string_view text) {
  struct Name {
    std::string_view name;
    char c;
  };
  constexpr std::array<Name, 5> kNames{
      {{"quot;", '"'}, {"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"apos;", '\''}}};
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find('&', at), text.size());
    out += text.substr(at, next - at);
    at = next;
    if (at == text.size()) break;
    const std::string_view rest = text.substr(at + 1, 12);
    const auto* const name = std::ranges::find_if(
        kNames, [&](const Name& n) { return rest.starts_with(n.name); });
    if (name != kNames.end()) {
      out += name->c;
      at += 1 + name->name.size();
      continue;
    }
    const std::size_t end = rest.find(';');
    if (rest.starts_with('#') && end != std::string_view::npos && end > 1) {
      const bool hex = rest[1] == 'x' || rest[1] == 'X';
      char32_t code = 0;
      bool good = end > (hex ? 2U : 1U);
      for (const char c : rest.substr(hex ? 2 : 1, end - (hex ? 2 : 1))) {
        good = good && (hex ? is_hex(c) : c >= '0' && c <= '9') && code < 0x110000;
        code = code * (hex ? 16 : 10) +
               static_cast<char32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
      }
      if (good && code > 0 && code < 0x110000 && (code < 0xD800 || code > 0xDFFF)) {
        append_utf8(out, code);
        at += end + 2;
        continue;
      }
    }
    out += '&';
    ++at;
  }
  return out;
}

bool is_escaped_as_html(std::string_view text) {
  text = trim(text);
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  while (!text.empty() && (text[0] == '{' || text[0] == '[' || is_space(text[0])))
    text.remove_prefix(1);
  return text.starts_with("&quot;") || text.starts_with("&#34;") ||
         text.starts_with("&#x22;") || text.starts_with("&#034;");
}

}  // namespace

RepairedJson repair_json(std::string_view text, JsonPlace place) {
  if (place != JsonPlace::page || !is_escaped_as_html(text))
    return Repairer{text, place}.run();
  const std::string decoded = without_entities(text);
  RepairedJson repaired = Repairer{decoded, place}.run();
  repaired.repairs.insert(repaired.repairs.begin(),
                          {.code = "json.html-entities",
                           .what = "JSON escaped as HTML, its entities decoded",
                           .count = 1});
  return repaired;
}

std::string_view unwrapped_script(std::string_view text) {
  constexpr std::array<std::string_view, 6> kBefore{"<!--",          "<![CDATA[",
                                                    "//<![CDATA[",   "// <![CDATA[",
                                                    "/*<![CDATA[*/", "/* <![CDATA[ */"};
  constexpr std::array<std::string_view, 7> kBehind{
      "-->", "]]>", "//]]>", "// ]]>", "/*]]>*/", "/* ]]> */", "//-->"};
  text = trim(text);
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view mark : kBefore)
      if (text.starts_with(mark)) {
        text = trim(text.substr(mark.size()));
        found = true;
      }
    // The longest first: `//]]>` ends with `]]>`.
    std::string_view longest;
    for (const std::string_view mark : kBehind)
      if (text.ends_with(mark) && mark.size() > longest.size()) longest = mark;
    if (!longest.empty()) {
      text = trim(text.substr(0, text.size() - longest.size()));
      found = true;
    }
  }
  return text;
}

}  // namespace semsite
