#include "parse/json_text.hpp"

#include <algorithm>
#include <vector>

#include "base/byte_scan.hpp"
#include "parse/json_number.hpp"

namespace semsite {
namespace {

/// The order of UTF-16 code units: as that of UTF-8 bytes, but characters beyond U+FFFF
/// (surrogates there) come before U+E000 to U+FFFF.
bool before_in_utf16(std::string_view a, std::string_view b) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (in_a == a.end() || in_b == b.end()) return in_a == a.end() && in_b != b.end();
  const auto x = static_cast<unsigned char>(*in_a);
  const auto y = static_cast<unsigned char>(*in_b);
  const bool x_beyond = x >= 0xF0;
  const bool y_beyond = y >= 0xF0;
  if (x_beyond && !y_beyond && y >= 0xEE) return true;
  if (y_beyond && !x_beyond && x >= 0xEE) return false;
  return x < y;
}

enum class Form { canonical, as_written };

// Recursion is bounded by the depth of the tree, which the reader bounds.
void append_value(std::string& out, JsonValue value, Form form) {
  switch (value.kind()) {
    case JsonKind::null:
      out += "null";
      return;
    case JsonKind::false_value:
      out += "false";
      return;
    case JsonKind::true_value:
      out += "true";
      return;
    case JsonKind::number:
      if (form == Form::canonical) {
        out += ecmascript_number(json_double(value.text()));
      } else {
        out += value.text();
      }
      return;
    case JsonKind::string:
      append_json_string(out, value.text());
      return;
    case JsonKind::array: {
      char before = '[';
      for (const JsonValue& item : value.items()) {
        out += before;
        append_value(out, item, form);
        before = ',';
      }
      out += before == '[' ? "[]" : "]";
      return;
    }
    case JsonKind::object:
      break;
  }
  std::vector<const JsonMember*> members;
  for (const JsonMember& member : value.members()) members.push_back(&member);
  if (form == Form::canonical)
    std::ranges::sort(members, [](const JsonMember* a, const JsonMember* b) {
      return before_in_utf16(a->name(), b->name());
    });
  out += '{';
  for (const JsonMember* const member : members) {
    if (member != members.front()) out += ',';
    append_json_string(out, member->name());
    out += ':';
    append_value(out, member->value, form);
  }
  out += '}';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    const char* const stop = scan_to<LiteralStop>(at, end).stop;
    out.append(at, stop);
    if (stop == end) break;
    const auto byte = static_cast<unsigned char>(*stop);
    switch (*stop) {
      case '\b':
        out += "\\b";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\r':
        out += "\\r";
        break;
      case '"':
      case '\\':
        out += '\\';
        out += *stop;
        break;
      case '\x7F':
        out += *stop;
        break;
      default:
        out += "\\u00";
        out += kHex[byte >> 4];
        out += kHex[byte & 15];
    }
    at = stop + 1;
  }
  out += '"';
}

std::string canonical_json(JsonValue value) {
  std::string out;
  append_value(out, value, Form::canonical);
  return out;
}

void append_json(std::string& out, JsonValue value) {
  append_value(out, value, Form::as_written);
}

}  // namespace semsite
