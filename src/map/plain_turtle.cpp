#include "map/plain_turtle.hpp"

#include <algorithm>
#include <cstddef>

namespace semsite {
namespace {

void append_string(std::string& out, std::string_view token) {
  out += '"';
  for (const char c : decode_string_token(token)) {
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\0':
        out += "\\u0000";
        break;
      case '"':
      case '\\':
        out += '\\';
        [[fallthrough]];
      default:
        out += c;
    }
  }
  out += '"';
}

}  // namespace

std::optional<std::string> plain_turtle(std::string_view text, TurtleProblem& problem) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  TurtleLexer lexer{text};
  std::size_t copied = 0;
  TurtleTokenKind previous = TurtleTokenKind::end;
  std::size_t broken_lines = 0;  // line ends of strings, to be written after the datatype
  for (;;) {
    const TurtleToken token = lexer.next();
    if (token.kind == TurtleTokenKind::bad) {
      problem = lexer.problem();
      return std::nullopt;
    }
    const std::string_view between = text.substr(copied, token.begin - copied);
    const bool of_literal = token.kind == TurtleTokenKind::at_word ||
                            token.kind == TurtleTokenKind::carets ||
                            previous == TurtleTokenKind::carets;
    previous = token.kind;
    if (broken_lines > 0 && !of_literal) {
      out.append(broken_lines, '\n');
      broken_lines = 0;
    }
    out += between;
    if (token.kind == TurtleTokenKind::end) return out;
    const std::string_view written = lexer.text_of(token);
    if (token.kind == TurtleTokenKind::string) {
      append_string(out, written);
      broken_lines = static_cast<std::size_t>(std::ranges::count(written, '\n'));
    } else if (token.kind == TurtleTokenKind::iri) {
      out += '<';
      out += decode_iri_token(written);
      out += '>';
    } else {
      if (token.kind == TurtleTokenKind::dot) out += ' ';
      out += written;
    }
    copied = token.end;
  }
}

}  // namespace semsite
