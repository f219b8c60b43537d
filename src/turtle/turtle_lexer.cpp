#include "turtle/turtle_lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/byte_scan.hpp"
#include "base/utf8.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

enum : std::uint8_t {
  kSpace = 1,
  kNameChar = 2,  // PN_CHARS within ASCII
  kLetter = 4,    // PN_CHARS_BASE within ASCII
  kDigit = 8,
  kHex = 16,
  kIriStop = 32,      // what needs a look inside <…>
  kLocalEscape = 64,  // what may follow a backslash in a local name
  kLocalChar = 128,   // PN_CHARS within ASCII, and the colon
};

/// What may decide beyond the end of a token: `.e+1` behind digits, or a character.
constexpr std::size_t kLookahead = 4;
/// `\U` and its digits, and one more.
constexpr std::size_t kLongestEscape = 11;

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> table{};
  const auto mark = [&](std::string_view characters, std::uint8_t bit) {
    for (const char c : characters) {
      std::uint8_t& entry = table[static_cast<unsigned char>(c)];
      entry = static_cast<std::uint8_t>(entry | bit);
    }
  };
  mark(" \t\r\n", kSpace);
  mark("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", kLetter | kNameChar);
  mark("0123456789", kDigit | kNameChar | kHex);
  mark("_-", kNameChar);
  for (std::size_t c = 0; c < 0x80; ++c)
    if ((table[c] & kNameChar) != 0 || c == ':')
      table[c] = static_cast<std::uint8_t>(table[c] | kLocalChar);
  mark("ABCDEFabcdef", kHex);
  mark("_~.-!$&'()*+,;=/?#@%", kLocalEscape);
  mark("<>\"{}|^`\\", kIriStop);
  for (std::size_t c = 0; c <= 0x20; ++c)
    table[c] = static_cast<std::uint8_t>(table[c] | kIriStop);
  return table;
}
constexpr auto kClasses = make_classes();

/// Ends what may stand in names: all but PN_CHARS within ASCII and the colon.
struct NameStop {
  static constexpr bool test(unsigned char c) {
    return c >= 0x80 || (kClasses[c] & kLocalChar) == 0;
  }
#if defined(__SSE2__)
  static __m128i mask(__m128i v) {
    const auto within = [](__m128i bytes, char first, char last) {
      return _mm_and_si128(
          _mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(first - 1))),
          _mm_cmplt_epi8(bytes, _mm_set1_epi8(static_cast<char>(last + 1))));
    };
    const __m128i letter = within(_mm_or_si128(v, _mm_set1_epi8(0x20)), 'a', 'z');
    const __m128i digit_or_colon = within(v, '0', ':');
    const __m128i joint = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('_')),
                                       _mm_cmpeq_epi8(v, _mm_set1_epi8('-')));
    const __m128i good = _mm_or_si128(_mm_or_si128(letter, digit_or_colon), joint);
    return _mm_cmpeq_epi8(good, _mm_setzero_si128());
  }
#endif
};

bool is(char c, std::uint8_t bits) {
  return (kClasses[static_cast<unsigned char>(c)] & bits) != 0;
}

bool is_wide(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// PN_CHARS_BASE beyond ASCII.
bool is_base(char32_t c) {
  return (c >= 0xC0 && c <= 0x2FF && c != 0xD7 && c != 0xF7) ||
         (c >= 0x370 && c <= 0x1FFF && c != 0x37E) || c == 0x200C || c == 0x200D ||
         (c >= 0x2070 && c <= 0x218F) || (c >= 0x2C00 && c <= 0x2FEF) ||
         (c >= 0x3001 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) ||
         (c >= 0xFDF0 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0xEFFFF);
}

/// The first byte at or behind `from` that `Stop` names.
template <typename Stop>
std::size_t scan(std::string_view text, std::size_t from) {
  const char* begin = text.data();
  return static_cast<std::size_t>(scan_to<Stop>(begin + from, begin + text.size()).stop -
                                  begin);
}

std::string show(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x20 || byte == 0x7F) return fmt::format("U+{:04X}", byte);
  if (c == ' ') return "a space";
  return is_wide(c) ? std::string{"a character beyond ASCII"} : std::string{c};
}

}  // namespace

TurtleEscape decode_uchar(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return {};
  const std::size_t digits = text[at + 1] == 'u' ? 4 : text[at + 1] == 'U' ? 8 : 0;
  if (digits == 0 || at + 2 + digits > text.size()) return {};
  char32_t value = 0;
  for (std::size_t i = at + 2; i < at + 2 + digits; ++i) {
    const char c = text[i];
    if (!is(c, kHex)) return {};
    const int digit = is(c, kDigit) ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value * 16 + static_cast<char32_t>(digit);
  }
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
  return {value, digits + 2};
}

std::string decode_iri_token(std::string_view token) {
  token = token.substr(1, token.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < token.size();) {
    if (token[i] == '\\') {
      const TurtleEscape escape = decode_uchar(token, i);
      append_utf8(out, escape.code_point);
      i += escape.length;
    } else {
      out += token[i++];
    }
  }
  return out;
}

std::string_view string_inside(std::string_view token) {
  const bool is_long = token.size() >= 6 && token[1] == token[0] && token[2] == token[0];
  const std::size_t quotes = is_long ? 3 : 1;
  return token.substr(quotes, token.size() - 2 * quotes);
}

std::string decode_string(std::string_view token) {
  std::string out;
  out.reserve(token.size());
  std::size_t copied = 0;
  for (std::size_t at = token.find('\\'); at != std::string_view::npos;
       at = token.find('\\', copied)) {
    out.append(token, copied, at - copied);
    if (token[at + 1] == 'u' || token[at + 1] == 'U') {
      const TurtleEscape escape = decode_uchar(token, at);
      append_utf8(out, escape.code_point);
      copied = at + escape.length;
    } else {
      out += decode_echar(token[at + 1]);
      copied = at + 2;
    }
  }
  out.append(token, copied);
  return out;
}

std::string without_backslashes(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] == '\\') ++i;
    out += token[i];
  }
  return out;
}

std::size_t behind_long_turtle_space(std::string_view text, std::size_t at,
                                     bool& in_comment) {
  for (;;) {
    if (in_comment) {
      while (at < text.size() && text[at] != '\n' && text[at] != '\r') ++at;
      if (at == text.size()) return at;
      in_comment = false;
    }
    while (at < text.size() && is(text[at], kSpace)) ++at;
    if (at == text.size() || text[at] != '#') return at;
    in_comment = true;
  }
}

TurtleToken TurtleLexer::take(TurtleTokenKind kind, std::size_t end, bool escaped,
                              bool plain) {
  const TurtleToken token{kind, escaped, plain, static_cast<std::uint32_t>(at_),
                          static_cast<std::uint32_t>(end)};
  at_ = end;
  seen_ = std::max(seen_, end + kLookahead);
  return token;
}

TurtleToken TurtleLexer::fail(std::string_view code, std::string message,
                              std::size_t at) {
  problem_ = {code, std::move(message), at};
  // Only an escape, or a character of several bytes, is judged by much behind it.
  const bool is_long =
      at < text_.size() && (text_[at] == '\\' || text_[at] == '%' || is_wide(text_[at]));
  seen_ = std::max(seen_, at + (is_long ? kLongestEscape : kLookahead));
  const auto place = static_cast<std::uint32_t>(at);
  return {TurtleTokenKind::bad, false, false, place, place};
}

/// The rest of the text does not end what begins here.
TurtleToken TurtleLexer::unclosed(std::string message) {
  seen_ = text_.size() + 1;
  return fail("turtle.syntax", std::move(message), at_);
}

TurtleToken TurtleLexer::next() {
  bool in_comment = false;
  at_ = behind_turtle_space(text_, at_, in_comment);
  if (at_ < text_.size()) return next_here();
  seen_ = 0;
  const auto place = static_cast<std::uint32_t>(at_);
  return {TurtleTokenKind::end, false, false, place, place};
}

TurtleToken TurtleLexer::next_here() {
  seen_ = 0;
  const char c = text_[at_];
  switch (c) {
    case '<':
      if (at(at_ + 1) != '<') return read_iri();
      if (at(at_ + 2) == '(') return take(TurtleTokenKind::open_triple, at_ + 3);
      return take(TurtleTokenKind::open_reified, at_ + 2);
    case '>':
      if (at(at_ + 1) == '>') return take(TurtleTokenKind::close_reified, at_ + 2);
      return fail("turtle.syntax", "a single > begins no term", at_);
    case '~':
      return take(TurtleTokenKind::tilde, at_ + 1);
    case '|':
      if (at(at_ + 1) == '}') return take(TurtleTokenKind::close_annotation, at_ + 2);
      return fail("turtle.syntax", "| begins no term", at_);
    case '"':
    case '\'':
      return read_string(c);
    case '@':
      return read_at_word();
    case ',':
      return take(TurtleTokenKind::comma, at_ + 1);
    case ';':
      return take(TurtleTokenKind::semicolon, at_ + 1);
    case '[':
      return take(TurtleTokenKind::open_bracket, at_ + 1);
    case ']':
      return take(TurtleTokenKind::close_bracket, at_ + 1);
    case '(':
      return take(TurtleTokenKind::open_parenthesis, at_ + 1);
    case ')':
      if (at(at_ + 1) == '>' && at(at_ + 2) == '>')
        return take(TurtleTokenKind::close_triple, at_ + 3);
      return take(TurtleTokenKind::close_parenthesis, at_ + 1);
    case '{':
      if (at(at_ + 1) == '|') return take(TurtleTokenKind::open_annotation, at_ + 2);
      return take(TurtleTokenKind::open_brace, at_ + 1);
    case '}':
      return take(TurtleTokenKind::close_brace, at_ + 1);
    case '^':
      if (at(at_ + 1) == '^') return take(TurtleTokenKind::carets, at_ + 2);
      return fail("turtle.syntax", "a single ^ means nothing in Turtle", at_);
    case '.':
      if (is(at(at_ + 1), kDigit)) return read_number();
      return take(TurtleTokenKind::dot, at_ + 1);
    case '+':
    case '-':
      return read_number();
    case '_':
      return read_blank();
    default:
      return is(c, kDigit) ? read_number() : read_name();
  }
}

// IRIREF ::= '<' ([^#x00-#x20<>"{}|^`\] | UCHAR)* '>'
TurtleToken TurtleLexer::read_iri() {
  bool escaped = false;
  for (std::size_t i = at_ + 1; i < text_.size();) {
    i = scan<IriStop>(text_, i);
    if (i == text_.size()) break;
    const char c = text_[i];
    if (c == '>') return take(TurtleTokenKind::iri, i + 1, escaped);
    if (c != '\\')
      return fail("turtle.bad-iri", fmt::format("an IRI may not hold {}", show(c)), i);
    const TurtleEscape escape = decode_uchar(text_, i);
    if (escape.length == 0)
      return fail("turtle.bad-iri",
                  R"(an IRI knows only the escapes \uXXXX and \UXXXXXXXX)", i);
    if (escape.code_point < 0x80 && is(static_cast<char>(escape.code_point), kIriStop))
      return fail("turtle.bad-iri",
                  fmt::format("an IRI may not hold {}, escaped or not",
                              show(static_cast<char>(escape.code_point))),
                  i);
    i += escape.length;
    escaped = true;
  }
  return unclosed("the IRI that begins here has no closing >");
}

// ECHAR ::= '\' [tbnrf"'\] ; long strings may hold line ends and one or two quotes
TurtleToken TurtleLexer::read_string(char quote) {
  const bool lengthy = at(at_ + 1) == quote && at(at_ + 2) == quote;
  bool escaped = false;
  bool plain = quote == '"';
  for (std::size_t i = at_ + (lengthy ? 3 : 1); i < text_.size();) {
    if (quote == '"') {
      const ByteScan passed =
          scan_to<LiteralStop>(text_.data() + i, text_.data() + text_.size());
      i = static_cast<std::size_t>(passed.stop - text_.data());
      plain = plain && passed.ascii;
    }
    if (i == text_.size()) break;
    const char c = text_[i];
    if (c == '\\') {
      escaped = true;
      plain = false;
      const char next = at(i + 1);
      if (next == 'u' || next == 'U') {
        const TurtleEscape escape = decode_uchar(text_, i);
        if (escape.length == 0)
          return fail(
              "turtle.bad-escape",
              fmt::format("\\{} needs {} hexadecimal digits that name a character", next,
                          next == 'u' ? 4 : 8),
              i);
        i += escape.length;
      } else if (next != '\0' && std::strchr("tbnrf\"'\\", next) != nullptr) {
        i += 2;
      } else {
        return fail("turtle.bad-escape",
                    fmt::format("\\ before {} is no escape of a string", show(next)), i);
      }
    } else if (c == quote) {
      if (!lengthy) return take(TurtleTokenKind::string, i + 1, escaped, plain);
      if (at(i + 1) == quote && at(i + 2) == quote)
        return take(TurtleTokenKind::string, i + 3, escaped, plain);
      plain = false;
      ++i;
    } else if (!lengthy && (c == '\n' || c == '\r')) {
      seen_ = i;
      return fail("turtle.syntax",
                  fmt::format("a string in {0} may not hold a line end (write \\n, or "
                              "{0}{0}{0} around it)",
                              quote),
                  at_);
    } else {
      plain = false;
      ++i;
    }
  }
  return unclosed("the string that begins here has no closing quote");
}

// LANG_DIR ::= '@' [a-zA-Z]+ ('-' [a-zA-Z0-9]+)* ('--' [a-zA-Z]+)?
TurtleToken TurtleLexer::read_at_word() {
  std::size_t i = at_ + 1;
  while (is(at(i), kLetter)) ++i;
  if (i == at_ + 1) return fail("turtle.bad-language", "@ without a language tag", at_);
  while (at(i) == '-') {
    const std::size_t part = ++i;
    if (at(i) == '-') {
      const std::size_t direction = ++i;
      while (is(at(i), kLetter)) ++i;
      const std::string_view text = text_.substr(direction, i - direction);
      seen_ = i + 1;
      if (text == "ltr" || text == "rtl") break;
      return fail("turtle.bad-language",
                  "a base direction is --ltr or --rtl, in small letters", direction);
    }
    while (is(at(i), kLetter | kDigit)) ++i;
    seen_ = i + 1;
    if (i == part)
      return fail("turtle.bad-language", "a language tag may not end in -", i);
  }
  return take(TurtleTokenKind::at_word, i);
}

// INTEGER ::= [+-]? [0-9]+ ; DECIMAL ::= [+-]? [0-9]* '.' [0-9]+
// DOUBLE ::= [+-]? ([0-9]+ '.' [0-9]* EXPONENT | '.' [0-9]+ EXPONENT | [0-9]+ EXPONENT)
TurtleToken TurtleLexer::read_number() {
  std::size_t i = at_;
  if (at(i) == '+' || at(i) == '-') ++i;
  const std::size_t first = i;
  while (is(at(i), kDigit)) ++i;
  const bool has_digits = i > first;
  const auto exponent = [&](std::size_t from) -> std::size_t {
    if (at(from) != 'e' && at(from) != 'E') return 0;
    std::size_t end = from + 1;
    if (at(end) == '+' || at(end) == '-') ++end;
    const std::size_t digits = end;
    while (is(at(end), kDigit)) ++end;
    return end > digits ? end : 0;
  };
  if (at(i) == '.') {
    if (is(at(i + 1), kDigit)) {
      ++i;
      while (is(at(i), kDigit)) ++i;
    } else if (has_digits) {
      if (const std::size_t end = exponent(i + 1); end > 0)
        return take(TurtleTokenKind::number, end);
      return take(TurtleTokenKind::number, i);
    }
  }
  if (i == first)
    return fail("turtle.syntax", fmt::format("{} begins no term", show(text_[at_])), at_);
  if (const std::size_t end = exponent(i); end > 0) i = end;
  return take(TurtleTokenKind::number, i);
}

std::size_t TurtleLexer::wide_base_char(std::size_t i) const {
  const Utf8Char c = decode_utf8(text_.substr(i, 4));
  return is_base(c.code_point) ? c.length : 0;
}

std::size_t TurtleLexer::name_char(std::size_t i) const {
  if (i >= text_.size()) return 0;
  if (!is_wide(text_[i])) return is(text_[i], kNameChar) ? 1 : 0;
  const Utf8Char c = decode_utf8(text_.substr(i, 4));
  const bool good = is_base(c.code_point) || c.code_point == 0xB7 ||
                    (c.code_point >= 0x300 && c.code_point <= 0x36F) ||
                    c.code_point == 0x203F || c.code_point == 0x2040;
  return good ? c.length : 0;
}

/// Behind the PN_CHARS and dots from `i` on; `solid`: behind the last that is no dot.
std::size_t TurtleLexer::behind_name(std::size_t i, std::size_t& solid) const {
  for (;;) {
    while (i < text_.size() && is(text_[i], kNameChar)) ++i;
    if (i > 0 && text_[i - 1] != '.') solid = std::max(solid, i);
    if (at(i) == '.') {
      ++i;
    } else if (const std::size_t more = name_char(i); more > 0) {
      i += more;
    } else {
      return i;
    }
  }
}

/// Nearly all names are ASCII without dots and escapes.
TurtleToken TurtleLexer::read_name() {
  const std::size_t end = scan<NameStop>(text_, at_);
  std::size_t seen = end;
  if (at(seen) == '.') ++seen;  // of the name only if more of it follows
  const char stop = at(seen);
  if (is_wide(stop) || stop == '.' || stop == '%' || stop == '\\' ||
      (seen > end && is(stop, kLocalChar)))
    return read_other_name();
  std::size_t colon = at_;
  while (colon < end && text_[colon] != ':') ++colon;
  if (colon == end || at(colon + 1) == '-') return read_other_name();
  seen_ = seen + kLookahead;
  return take(TurtleTokenKind::prefixed, end);
}

// PN_PREFIX ::= PN_CHARS_BASE ((PN_CHARS | '.')* PN_CHARS)?
TurtleToken TurtleLexer::read_other_name() {
  const char first = text_[at_];
  if (first == ':') return read_local(at_);
  const std::size_t length = is_wide(first)       ? wide_base_char(at_)
                             : is(first, kLetter) ? std::size_t{1}
                                                  : 0;
  if (length == 0)
    return fail("turtle.syntax", fmt::format("{} begins no term", show(first)), at_);
  std::size_t solid = at_ + length;
  const std::size_t i = behind_name(solid, solid);
  if (at(i) == ':') {
    if (solid != i) return fail("turtle.syntax", "a prefix may not end in a dot", at_);
    return read_local(i);
  }
  seen_ = i + kLookahead;
  std::size_t word = at_;
  while (is(at(word), kLetter)) ++word;
  if (word == at_ || name_char(word) > 0)
    return fail("turtle.syntax",
                fmt::format("\"{}\" is neither a keyword nor a name with a prefix",
                            text_.substr(at_, solid - at_)),
                at_);
  return take(TurtleTokenKind::word, word);
}

// PN_LOCAL ::= (PN_CHARS_U | ':' | [0-9] | PLX)
//              ((PN_CHARS | '.' | ':' | PLX)* (PN_CHARS | ':' | PLX))?
TurtleToken TurtleLexer::read_local(std::size_t colon) {
  std::size_t i = colon + 1;
  std::size_t solid = i;
  bool escaped = false;
  if (at(i) != '-' && at(i) != '.') {
    for (;;) {
      while (i < text_.size() && is(text_[i], kLocalChar)) ++i;
      if (i > colon + 1 && text_[i - 1] != '.') solid = i;
      const char c = at(i);
      if (c == '.') {
        ++i;
      } else if (c == '%') {
        if (!is(at(i + 1), kHex) || !is(at(i + 2), kHex))
          return fail("turtle.syntax",
                      "% in a local name needs two hexadecimal digits (or write \\%)", i);
        solid = i += 3;
      } else if (c == '\\') {
        if (!is(at(i + 1), kLocalEscape))
          return fail(
              "turtle.bad-escape",
              fmt::format("\\ before {} is no escape of a local name", show(at(i + 1))),
              i);
        escaped = true;
        solid = i += 2;
      } else if (is_wide(c)) {
        const std::size_t length = i == colon + 1 ? wide_base_char(i) : name_char(i);
        if (length == 0) break;
        solid = i += length;
      } else {
        break;
      }
    }
  }
  seen_ = i + kLookahead;
  return take(TurtleTokenKind::prefixed, solid, escaped);
}

// BLANK_NODE_LABEL ::= '_:' (PN_CHARS_U | [0-9]) ((PN_CHARS | '.')* PN_CHARS)?
TurtleToken TurtleLexer::read_blank() {
  const std::size_t i = at_ + 2;
  const std::size_t first =
      is_wide(at(i)) ? wide_base_char(i) : (at(i) == '-' ? std::size_t{0} : name_char(i));
  seen_ = i + kLookahead;  // a label may begin with a character of several bytes
  if (at(at_ + 1) != ':' || first == 0)
    return fail("turtle.syntax", "_: must be followed by a label", at_);
  std::size_t solid = i + first;
  seen_ = behind_name(solid, solid) + kLookahead;
  return take(TurtleTokenKind::blank, solid);
}

}  // namespace semsite
