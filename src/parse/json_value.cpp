#include "parse/json_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/byte_scan.hpp"

namespace semsite {
namespace {
constexpr std::size_t kFirstChunkBytes = 512;
constexpr std::size_t kMostChunkBytes = std::size_t{1} << 20;
}  // namespace

void* JsonArena::allocate_chunk(std::size_t size) {
  const std::size_t usual = std::clamp(2 * capacity_, kFirstChunkBytes, kMostChunkBytes);
  const std::size_t bytes = std::max(size, usual);
  take_room(bytes);
  taken_ += bytes;
  chunks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
  char* const chunk = chunks_.back().get();
  // A large object gets a chunk of its own; the open chunk stays in use.
  if (size > usual) return chunk;
  current_ = chunk;
  capacity_ = usual;
  at_ = size;
  return chunk;
}

void JsonArena::clear() {
  std::erase_if(chunks_, [&](const auto& chunk) { return chunk.get() != current_; });
  at_ = 0;
  if (room_ != nullptr) room_->give_back(taken_ - capacity_);
  taken_ = capacity_;
}

const JsonValue* JsonValue::find(std::string_view name) const {
  if (!is_object()) return nullptr;
  const std::uint32_t hash = json_hash(name);
  for (const JsonMember& member : members())
    if (member.hash == hash && member.name() == name) return &member.value;
  return nullptr;
}

// Recursion is bounded: the reader bounds the depth of every tree.
JsonValue copy_json(JsonValue value, JsonArena& arena) {
  switch (value.kind()) {
    case JsonKind::number:
    case JsonKind::string:
      return JsonValue::of_text(value.kind(), arena.keep(value.text()));
    case JsonKind::array: {
      const std::span<const JsonValue> items = value.items();
      auto* const copies = arena.room<JsonValue>(items.size());
      for (std::size_t i = 0; i < items.size(); ++i)
        new (copies + i) JsonValue{copy_json(items[i], arena)};
      return JsonValue::of_items({copies, items.size()});
    }
    case JsonKind::object: {
      const std::span<const JsonMember> members = value.members();
      auto* const copies = arena.room<JsonMember>(members.size());
      for (std::size_t i = 0; i < members.size(); ++i)
        new (copies + i) JsonMember{.name_data = arena.keep(members[i].name()).data(),
                                    .name_size = members[i].name_size,
                                    .hash = members[i].hash,
                                    .value = copy_json(members[i].value, arena)};
      return JsonValue::of_members({copies, members.size()});
    }
    case JsonKind::null:
    case JsonKind::false_value:
    case JsonKind::true_value:
      break;
  }
  return value;
}

namespace {

constexpr std::int64_t kMostDigits = 21;  // 10^21 is the first that becomes a double

/// A number as `0.digits` × 10^point, without zeros at either end of the digits.
struct Decimal {
  std::string digits;
  std::int64_t point = 0;
  bool negative = false;
};

Decimal read_decimal(std::string_view number) {
  Decimal out;
  if (number.starts_with('-')) {
    out.negative = true;
    number.remove_prefix(1);
  }
  const std::size_t e = number.find_first_of("eE");
  std::int64_t exponent = 0;
  if (e != std::string_view::npos) {
    std::string_view text = number.substr(e + 1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
    constexpr std::int64_t kFar = 1'000'000'000'000;
    if (read.ec != std::errc{}) exponent = text.starts_with('-') ? -kFar : kFar;
    exponent = std::clamp(exponent, -kFar, kFar);
    number = number.substr(0, e);
  }
  const std::size_t dot = std::min(number.find('.'), number.size());
  out.digits = number.substr(0, dot);
  if (dot < number.size()) out.digits += number.substr(dot + 1);
  out.point = static_cast<std::int64_t>(dot) + exponent;
  const std::size_t zeros =
      std::min(out.digits.find_first_not_of('0'), out.digits.size());
  out.digits.erase(0, zeros);
  out.point -= static_cast<std::int64_t>(zeros);
  out.digits.erase(out.digits.find_last_not_of('0') + 1);
  return out;
}

bool is_digits(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<std::string> json_integer(std::string_view number) {
  const std::string_view unsigned_part =
      number.starts_with('-') ? number.substr(1) : number;
  if (is_digits(unsigned_part) && unsigned_part != "0" &&
      unsigned_part.size() <= static_cast<std::size_t>(kMostDigits))
    return std::string{number};
  Decimal decimal = read_decimal(number);
  if (decimal.digits.empty()) return "0";
  const auto length = static_cast<std::int64_t>(decimal.digits.size());
  if (decimal.point < length || decimal.point > kMostDigits) return std::nullopt;
  decimal.digits.append(static_cast<std::size_t>(decimal.point - length), '0');
  return decimal.negative ? "-" + decimal.digits : decimal.digits;
}

double json_double(std::string_view number) {
  double value = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
  if (read.ec != std::errc::result_out_of_range) return value;
  // Nearer to zero than any double, or beyond all of them.
  const bool tiny = read_decimal(number).point < 0;
  const double size = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  return number.starts_with('-') ? -size : size;
}

std::string canonical_double(double value) {
  if (std::isinf(value)) return value < 0 ? "-INF" : "INF";
  if (std::isnan(value)) return "NaN";
  const std::string text = fmt::format("{:.15E}", value);
  const std::size_t e = text.find('E');
  std::string out = text.substr(0, e);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.ends_with('.')) out += '0';
  std::string_view exponent = std::string_view{text}.substr(e + 1);
  out += 'E';
  if (exponent.starts_with('-')) out += '-';
  exponent.remove_prefix(1);
  exponent.remove_prefix(std::min(exponent.find_first_not_of('0'), exponent.size() - 1));
  return out.append(exponent);
}

std::string ecmascript_number(double value) {
  if (value == 0) return "0";
  std::array<char, 32> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::scientific);
  const Decimal shortest = read_decimal(
      {buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())});
  const auto count = static_cast<std::int64_t>(shortest.digits.size());
  std::string out = shortest.negative ? "-" : "";
  // ECMA-262, Number::toString, steps 5 to 10: n is `point`, k is `count`.
  if (shortest.point > 21 || shortest.point <= -6) {
    out += shortest.digits.substr(0, 1);
    if (count > 1) out.append(".").append(shortest.digits, 1);
    return out + fmt::format("e{:+}", shortest.point - 1);
  }
  if (shortest.point <= 0)
    return out + "0." + std::string(static_cast<std::size_t>(-shortest.point), '0') +
           shortest.digits;
  const auto whole = static_cast<std::size_t>(shortest.point);
  if (shortest.point >= count)
    return out + shortest.digits +
           std::string(static_cast<std::size_t>(shortest.point - count), '0');
  return out + shortest.digits.substr(0, whole) + "." + shortest.digits.substr(whole);
}

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
