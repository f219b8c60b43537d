#include "index/statement_text.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
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

StatementText cut_triple_term(std::string_view term) {
  constexpr std::string_view kOpen = "<<( ";
  constexpr std::string_view kClose = " )>>";
  if (term.starts_with(kOpen)) term.remove_prefix(kOpen.size());
  if (term.ends_with(kClose)) term.remove_suffix(kClose.size());
  return cut_statement(term);
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
    const char* const begin = written.data() + at;
    const Utf8Char code = decode_uchar(begin, written.data() + written.size());
    if (code.length > 0) {
      append_utf8(out, code.code_point);
    } else {
      const char plain = decode_echar(begin[1]);
      out += plain == '\0' ? begin[1] : plain;  // statements have no others
    }
    from = at + std::max<std::size_t>(code.length, 2);
  }
  out += written.substr(from);
  return out;
}

}  // namespace semsite
