#include "parse/json_scanner.hpp"

#include <array>

#include "base/byte_scan.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

/// What matters outside strings.
constexpr auto kStructural = [] {
  std::array<bool, 256> table{};
  for (const char c : {'"', '{', '}', '[', ']', ',', '\n'})
    table[static_cast<unsigned char>(c)] = true;
  return table;
}();

}  // namespace

JsonScanner::Stop JsonScanner::next(std::string_view text) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* at = begin + at_;
  const auto stop = [&](Stop why) {
    at_ = static_cast<std::size_t>(at - begin);
    return why;
  };
  for (;;) {
    if (in_string_) {
      at = scan_to<LiteralStop>(at, end).stop;
      if (at == end) return stop(Stop::end_of_text);
      if (*at == '\\') {
        if (end - at < 2) return stop(Stop::end_of_text);
        at += 2;
        continue;
      }
      if (*at == '"') in_string_ = false;
      ++at;
      continue;
    }
    while (at != end && !kStructural[static_cast<unsigned char>(*at)]) ++at;
    if (at == end) return stop(Stop::end_of_text);
    switch (*at) {
      case '"':
        in_string_ = true;
        break;
      case '{':
      case '[':
        if (depth_ == most_depth_) return stop(Stop::too_deep);
        ++depth_;
        break;
      case '}':
      case ']':
        if (depth_ == 0) return stop(Stop::closing);
        if (--depth_ == 0) {
          ++at;
          return stop(Stop::value_end);
        }
        break;
      case ',':
        if (depth_ == 0) return stop(Stop::comma);
        break;
      default:
        if (depth_ == 0) return stop(Stop::line_end);
        break;
    }
    ++at;
  }
}

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kEncodingHeadBytes = 4;
/// Stands for what is no character in UTF-16; never in UTF-8, so that the reader sees it.
constexpr char kNoCharacter = '\xFF';

}  // namespace

void JsonDecoder::add(std::string_view bytes, std::string& out) {
  if (found_ == Found::plain || found_ == Found::byte_order_mark) {
    out += bytes;
    return;
  }
  rest_ += bytes;
  if (found_ == Found::open) {
    if (rest_.size() < kEncodingHeadBytes) return;
    begin();
  }
  decode(out);
}

void JsonDecoder::finish(std::string& out) {
  if (found_ == Found::open) begin();
  decode(out);
  if (!rest_.empty()) out += kNoCharacter;  // half a unit
  rest_.clear();
}

void JsonDecoder::begin() {
  const std::string_view head = rest_;
  const auto zero = [&](std::size_t at) { return at < head.size() && head[at] == '\0'; };
  if (head.starts_with("\xEF\xBB\xBF"sv)) {
    found_ = Found::byte_order_mark;
    rest_.erase(0, 3);
  } else if (head.starts_with("\xFF\xFE\0\0"sv) || head.starts_with("\0\0\xFE\xFF"sv) ||
             (zero(0) && zero(1)) || (zero(2) && zero(3) && zero(1))) {
    found_ = Found::utf32;
  } else if (head.starts_with("\xFF\xFE"sv) || head.starts_with("\xFE\xFF"sv)) {
    found_ = Found::utf16;
    is_big_endian_ = head[0] == '\xFE';
    rest_.erase(0, 2);
  } else if (zero(0) != zero(1) && head.size() >= 2) {
    found_ = Found::utf16;
    is_big_endian_ = zero(0);
  } else {
    found_ = Found::plain;
  }
}

void JsonDecoder::decode(std::string& out) {
  if (found_ != Found::utf16) {
    out += rest_;
    rest_.clear();
    return;
  }
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(rest_[at]);
    const auto second = static_cast<unsigned char>(rest_[at + 1]);
    return static_cast<char32_t>(is_big_endian_ ? first << 8 | second
                                                : second << 8 | first);
  };
  std::size_t at = 0;
  while (rest_.size() - at >= 2) {
    const char32_t first = unit(at);
    if (first < 0xD800 || first > 0xDFFF) {
      append_utf8(out, first);
      at += 2;
      continue;
    }
    if (rest_.size() - at < 4) break;
    const char32_t second = unit(at + 2);
    const bool pair = first < 0xDC00 && second >= 0xDC00 && second < 0xE000;
    if (pair) {
      append_utf8(out, 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00));
    } else {
      out += kNoCharacter;
    }
    at += pair ? 4 : 2;
  }
  rest_.erase(0, at);
}

}  // namespace semsite
