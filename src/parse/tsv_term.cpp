#include "parse/tsv_term.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_escape.hpp"
#include "rdf/turtle_lexer.hpp"

namespace semsite {
namespace {

ResultProblem no_term(std::string_view field, std::string_view why) {
  return {"results.bad-term", fmt::format("\"{}\" is no term: {}", excerpt(field), why)};
}

/// What stands between the quotes of a string token, whose escapes the lexer has checked.
std::string decoded(std::string_view token) {
  const std::string_view text = token.substr(1, token.size() - 2);
  std::string out;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    if (*at != '\\') {
      out += *at++;
    } else if (const char c = decode_echar(at[1]); c != '\0') {
      out += c;
      at += 2;
    } else {
      const Utf8Char character = decode_uchar(at, end);
      append_utf8(out, character.code_point);
      at += character.length;
    }
  }
  return out;
}

/// NumericLiteral of Turtle §2.5.2.
std::string_view number_type(std::string_view number) {
  if (number.find_first_of("eE") != std::string_view::npos) return kXsdDouble;
  return number.find('.') != std::string_view::npos ? kXsdDecimal : kXsdInteger;
}

// literal ::= String (LANGTAG | '^^' IRIREF)?
ResultProblem read_literal(std::string_view field, TurtleLexer& lexer, TurtleToken& token,
                           ResultValue& value) {
  const std::string_view text = lexer.text_of(token);
  if (text.starts_with("\"\"\"") || text.starts_with("'''"))
    return no_term(field, "three quotes may not be used (§4)");
  value.kind = TermKind::literal;
  value.text = decoded(text);
  token = lexer.next();
  if (token.kind == TurtleTokenKind::at_word) {
    value.kind = TermKind::lang;
    value.tag = lexer.text_of(token).substr(1);
    token = lexer.next();
  } else if (token.kind == TurtleTokenKind::carets) {
    token = lexer.next();
    if (token.kind != TurtleTokenKind::iri)
      return no_term(field, "behind ^^ stands an IRI");
    value.kind = TermKind::typed;
    value.tag = decode_iri_token(lexer.text_of(token));
    token = lexer.next();
  }
  return {};
}

}  // namespace

ResultProblem read_tsv_value(std::string_view field, ResultValue& value) {
  if (trim(field).starts_with("<<")) return rdf12_problem("a triple");
  TurtleLexer lexer{field};
  TurtleToken token = lexer.next();
  const std::string_view text = lexer.text_of(token);
  if (token.kind == TurtleTokenKind::string) {
    ResultProblem problem = read_literal(field, lexer, token, value);
    if (!problem.code.empty()) return problem;
  } else {
    if (token.kind == TurtleTokenKind::iri) {
      value.kind = TermKind::iri;
      value.text = decode_iri_token(text);
    } else if (token.kind == TurtleTokenKind::blank) {
      value.kind = TermKind::blank;
      value.text = text.substr(2);
    } else if (token.kind == TurtleTokenKind::number) {
      value.kind = TermKind::typed;
      value.text = text;
      value.tag = number_type(text);
    } else if (text == "true" || text == "false") {
      value.kind = TermKind::typed;
      value.text = text;
      value.tag = kXsdBoolean;
    } else if (token.kind != TurtleTokenKind::bad) {
      return no_term(field, "it is no IRI, blank node or literal");
    }
    if (token.kind != TurtleTokenKind::bad) token = lexer.next();
  }
  if (token.kind == TurtleTokenKind::end) return {};
  if (token.kind != TurtleTokenKind::bad)
    return no_term(field, "something follows the term");
  if (value.kind == TermKind::literal && field.find("--") != std::string_view::npos &&
      lexer.problem().code == "turtle.bad-language")
    return rdf12_problem("a literal with a direction");
  return no_term(field, lexer.problem().message);
}

}  // namespace semsite
