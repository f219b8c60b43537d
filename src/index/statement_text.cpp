#include "index/statement_text.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace semsite {
namespace {

/// The code point that hexadecimal digits say; they are known to be such.
char32_t code_point_of(std::string_view digits) {
  char32_t out = 0;
  for (const char c : digits) {
    const bool is_digit = c >= '0' && c <= '9';
    out = out * 16 + static_cast<char32_t>(is_digit ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return out;
}

char plain_of(char escape) {
  switch (escape) {
    case 't':
      return '\t';
    case 'b':
      return '\b';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 'f':
      return '\f';
    default:
      return escape;
  }
}

}  // namespace

StatementText cut_statement(std::string_view line) {
  if (line.ends_with(" .")) line.remove_suffix(2);
  const std::size_t first = line.find(' ');
  if (first == std::string_view::npos) return {line, {}, {}};
  const std::size_t second = line.find(' ', first + 1);
  if (second == std::string_view::npos)
    return {line.substr(0, first), line.substr(first + 1), {}};
  return {line.substr(0, first), line.substr(first + 1, second - first - 1),
          line.substr(second + 1)};
}

std::string_view iri_in(std::string_view term) {
  return is_iri_text(term) && term.size() > 1 ? term.substr(1, term.size() - 2)
                                              : std::string_view{};
}

LiteralText cut_literal(std::string_view term) {
  const std::size_t end = term.rfind('"');
  if (!is_literal_text(term) || end == 0) return {};
  LiteralText out{.lexical = term.substr(1, end - 1), .language = {}, .datatype = {}};
  const std::string_view tail = term.substr(end + 1);
  if (tail.starts_with('@')) out.language = tail.substr(1);
  if (tail.starts_with("^^")) out.datatype = iri_in(tail.substr(2));
  return out;
}

std::string_view lexical_in(std::string_view term) {
  if (is_iri_text(term)) return iri_in(term);
  return is_literal_text(term) ? cut_literal(term).lexical : term;
}

std::string_view decode_escapes(std::string_view written, std::string& out) {
  std::size_t at = written.find('\\');
  if (at == std::string_view::npos) return written;
  out.clear();
  std::size_t from = 0;
  for (; at != std::string_view::npos && at + 1 < written.size();
       at = written.find('\\', from)) {
    out += written.substr(from, at - from);
    const char kind = written[at + 1];
    const std::size_t digits = kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    if (digits == 0) {
      out += plain_of(kind);
    } else {
      append_utf8(out, code_point_of(written.substr(at + 2, digits)));
    }
    from = std::min(written.size(), at + 2 + digits);
  }
  out += written.substr(from);
  return out;
}

}  // namespace semsite
