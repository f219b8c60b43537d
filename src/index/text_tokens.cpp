#include "index/text_tokens.hpp"

#include <utf8proc.h>

#include <array>
#include <cstring>

#include "base/utf8.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongestWord = 64;
constexpr char32_t kKnown = 0x3100;

bool is_within(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

/// Marks that readers of the script leave out or that tell no words apart.
bool is_passed_over(char32_t mark) {
  return is_within(mark, 0x0300, 0x036F) || is_within(mark, 0x0591, 0x05C7) ||
         is_within(mark, 0x064B, 0x065F) || mark == 0x0670 || mark == 0x0640 ||
         mark == 0x00AD || mark == 0x200C || mark == 0x200D ||
         is_within(mark, 0xFE00, 0xFE0F);
}

/// Letters of scripts without spaces between words.
bool has_no_spaces(char32_t c) {
  return is_within(c, 0x0E00, 0x0EFF) || is_within(c, 0x0F00, 0x0FFF) ||
         is_within(c, 0x1000, 0x109F) || is_within(c, 0x1780, 0x17FF) ||
         is_within(c, 0x3040, 0x30FF) || is_within(c, 0x31F0, 0x31FF) ||
         is_within(c, 0x3400, 0x4DBF) || is_within(c, 0x4E00, 0x9FFF) ||
         is_within(c, 0xF900, 0xFAFF) || is_within(c, 0x20000, 0x3FFFF);
}

/// A letter, a mark or a digit.
bool is_word_part(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

bool is_mark(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

}  // namespace

Tokenizer::Folded Tokenizer::fold(char32_t code_point) {
  Folded out;
  out.role = Role::ends;
  if (is_passed_over(code_point)) {
    out.role = Role::vanishes;
    return out;
  }
  if (!is_word_part(code_point)) return out;
  std::array<utf8proc_int32_t, 32> parts{};
  int boundary = 0;
  const auto count = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(code_point), parts.data(),
      static_cast<utf8proc_ssize_t>(parts.size()),
      static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                     UTF8PROC_DECOMPOSE),
      &boundary);
  if (count <= 0 || count > static_cast<utf8proc_ssize_t>(parts.size())) return out;
  std::string bytes;
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    const auto part = static_cast<char32_t>(parts.at(static_cast<std::size_t>(i)));
    if (!is_passed_over(part) && is_word_part(part)) append_utf8(bytes, part);
  }
  if (bytes.empty() || bytes.size() > sizeof out.bytes) return out;
  out.role = is_mark(code_point)         ? Role::joins
             : has_no_spaces(code_point) ? Role::stands_alone
                                         : Role::joins;
  out.size = static_cast<std::uint8_t>(bytes.size());
  std::memcpy(out.bytes, bytes.data(), bytes.size());
  return out;
}

const Tokenizer::Folded& Tokenizer::folded(char32_t code_point) {
  if (code_point >= kKnown) {
    other_ = fold(code_point);
    return other_;
  }
  if (known_.empty()) known_.resize(kKnown);
  Folded& known = known_[code_point];
  if (known.role == Role::unknown) known = fold(code_point);
  return known;
}

void Tokenizer::cut(std::string_view text,
                    const std::function<void(std::string_view)>& take) {
  std::array<char, kLongestWord> word{};
  std::size_t size = 0;
  bool alone = false;
  const auto end_word = [&] {
    if (size > 0) take({word.data(), size});
    size = 0;
    alone = false;
  };
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    std::size_t length = 1;
    char32_t code_point = first;
    if (first >= 0x80) {
      const Utf8Char decoded = decode_utf8(text);
      length = decoded.length == 0 ? 1 : decoded.length;
      code_point = decoded.length == 0 ? U' ' : decoded.code_point;
    }
    text.remove_prefix(length);
    const Folded& now = folded(code_point);
    if (now.role == Role::vanishes) continue;
    if (now.role == Role::ends) {
      end_word();
      continue;
    }
    const bool goes_on = alone && is_mark(code_point);
    if ((now.role == Role::stands_alone || alone) && !goes_on) end_word();
    if (now.role == Role::stands_alone && !goes_on) alone = true;
    if (size + now.size <= word.size()) {
      std::memcpy(word.data() + size, now.bytes, now.size);
      size += now.size;
    }
  }
  end_word();
}

std::vector<std::string> Tokenizer::words(std::string_view text) {
  std::vector<std::string> out;
  cut(text, [&](std::string_view word) { out.emplace_back(word); });
  return out;
}

}  // namespace semsite
