#include "parse/tsv_term.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_escape.hpp"
#include "turtle/turtle_lexer.hpp"

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

// literal ::= String (LANG_DIR | '^^' IRIREF)?
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

ResultProblem read_value(std::string_view field, TurtleLexer& lexer, TurtleToken& token,
                         ResultValue& value, std::size_t depth);

// tripleTerm ::= '<<(' subject predicate object ')>>'
ResultProblem read_triple(std::string_view field, TurtleLexer& lexer, TurtleToken& token,
                          ResultValue& value, std::size_t depth) {
  if (depth >= kMostNestedTriples) return no_term(field, "triples are nested too deep");
  TripleDraft draft;
  token = lexer.next();
  for (std::size_t place = 0; place < 3; ++place) {
    ResultValue part;
    ResultProblem problem = read_value(field, lexer, token, part, depth + 1);
    if (!problem.code.empty()) return problem;
    draft.set(place, std::move(part), {});
  }
  if (token.kind != TurtleTokenKind::close_triple)
    return no_term(field, "a triple ends with )>>");
  token = lexer.next();
  return draft.finish(value);
}

/// The term that begins with `token`, which is then the one behind it.
ResultProblem read_value(std::string_view field, TurtleLexer& lexer, TurtleToken& token,
                         ResultValue& value, std::size_t depth) {
  const std::string_view text = lexer.text_of(token);
  switch (token.kind) {
    case TurtleTokenKind::string:
      return read_literal(field, lexer, token, value);
    case TurtleTokenKind::open_triple:
      return read_triple(field, lexer, token, value, depth);
    case TurtleTokenKind::iri:
      value.kind = TermKind::iri;
      value.text = decode_iri_token(text);
      break;
    case TurtleTokenKind::blank:
      value.kind = TermKind::blank;
      value.text = text.substr(2);
      break;
    case TurtleTokenKind::number:
      value.kind = TermKind::typed;
      value.text = text;
      value.tag = number_type(text);
      break;
    case TurtleTokenKind::bad:
      return no_term(field, lexer.problem().message);
    default:
      if (text != "true" && text != "false")
        return no_term(field, "it is no IRI, blank node, literal or triple");
      value.kind = TermKind::typed;
      value.text = text;
      value.tag = kXsdBoolean;
  }
  token = lexer.next();
  return {};
}

}  // namespace

ResultProblem read_tsv_value(std::string_view field, ResultValue& value) {
  TurtleLexer lexer{field};
  TurtleToken token = lexer.next();
  ResultProblem problem = read_value(field, lexer, token, value, 0);
  if (!problem.code.empty() || token.kind == TurtleTokenKind::end) return problem;
  if (token.kind != TurtleTokenKind::bad)
    return no_term(field, "something follows the term");
  return no_term(field, lexer.problem().message);
}

}  // namespace semsite
