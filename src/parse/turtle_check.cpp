#include "parse/turtle_check.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"

namespace semsite {
namespace {
using Kind = TurtleTokenKind;
}

bool TurtleCheck::accept(std::string_view statement, StatementKind kind) {
  lexer_ = TurtleLexer{statement};
  has_peeked_ = false;
  kind_ = kind;
  state_ = State::subject;
  open_.clear();
  if (triples_ != nullptr) triples_->begin();
  for (;;) {
    const TurtleToken token = next_token();
    if (token.kind == Kind::bad) {
      problem_ = lexer_.problem();
      return false;
    }
    if (!take(token)) return false;
    if (token.kind == Kind::end) return true;
  }
}

TurtleToken TurtleCheck::next_token() {
  if (!has_peeked_) return lexer_.next();
  has_peeked_ = false;
  return peeked_;
}

bool TurtleCheck::fail(std::string_view code, std::string message, std::size_t at) {
  problem_ = {code, std::move(message), at};
  return false;
}

bool TurtleCheck::expected(std::string_view what, const TurtleToken& token) {
  if (token.kind == Kind::bad) {
    problem_ = lexer_.problem();
    return false;
  }
  if (token.kind == Kind::end)
    return fail("turtle.syntax",
                fmt::format("the statement ends where {} must stand", what), token.begin);
  return fail(
      "turtle.syntax",
      fmt::format("{} must stand here, not {}", what, excerpt(lexer_.text_of(token), 40)),
      token.begin);
}

bool TurtleCheck::take(const TurtleToken& token) {
  switch (state_) {
    case State::subject:
      return take_subject(token);
    case State::verb:
      return take_verb(token);
    case State::verb_or_dot:
      if (token.kind == Kind::dot || token.kind == Kind::end) return end(token);
      return take_verb(token);
    case State::verb_or_end:
      if (token.kind == Kind::dot || token.kind == Kind::end) return end(token);
      if (token.kind == Kind::close_bracket) return close(token);
      // predicateObjectList ::= verb objectList (';' (verb objectList)?)*
      return token.kind == Kind::semicolon || take_verb(token);
    case State::object:
      return take_object(token);
    case State::object_or_end:
      return token.kind == Kind::close_parenthesis ? close(token) : take_object(token);
    case State::after_object:
      return take_after_object(token);
    case State::done:
      return token.kind == Kind::end || expected("the end of the statement", token);
  }
  return false;
}

// triples ::= subject predicateObjectList | blankNodePropertyList predicateObjectList?
// subject ::= iri | BlankNode | collection
bool TurtleCheck::take_subject(const TurtleToken& token) {
  switch (token.kind) {
    case Kind::iri:
    case Kind::prefixed:
    case Kind::blank:
      make_node(token);
      state_ = State::verb;
      return true;
    case Kind::open_bracket:
      return open(token, State::verb_or_dot);
    case Kind::open_parenthesis:
      return open(token, State::verb);
    case Kind::string:
    case Kind::number:
      return fail("turtle.syntax", "a literal cannot be the subject of a statement",
                  token.begin);
    default:
      return expected("the subject of a statement", token);
  }
}

// verb ::= predicate | 'a'
bool TurtleCheck::take_verb(const TurtleToken& token) {
  const bool good = token.kind == Kind::iri || token.kind == Kind::prefixed ||
                    (token.kind == Kind::word && lexer_.text_of(token) == "a");
  if (!good) return expected("a predicate (an IRI or a)", token);
  if (triples_ != nullptr) triples_->verb(token.kind, lexer_.text_of(token));
  state_ = State::object;
  return true;
}

// object ::= iri | BlankNode | collection | blankNodePropertyList | literal
bool TurtleCheck::take_object(const TurtleToken& token) {
  switch (token.kind) {
    case Kind::iri:
    case Kind::prefixed:
    case Kind::blank:
      make_node(token);
      state_ = after_term();
      return true;
    case Kind::number:
      if (triples_ != nullptr) triples_->number(lexer_.text_of(token));
      state_ = after_term();
      return true;
    case Kind::string:
      return literal(token);
    case Kind::open_bracket:
    case Kind::open_parenthesis:
      return open(token, after_term());
    case Kind::word: {
      const std::string_view word = lexer_.text_of(token);
      if (word == "true" || word == "false") {
        if (triples_ != nullptr) triples_->boolean(word);
        state_ = after_term();
        return true;
      }
      return expected("an object", token);
    }
    default:
      return expected("an object", token);
  }
}

// RDFLiteral ::= String (LANGTAG | '^^' iri)?
bool TurtleCheck::literal(const TurtleToken& string) {
  state_ = after_term();
  const std::string_view text = lexer_.text_of(string);
  const TurtleToken token = next_token();
  if (token.kind == Kind::at_word) {
    if (triples_ != nullptr) triples_->string(text, lexer_.text_of(token));
    return true;
  }
  if (token.kind == Kind::carets) {
    const TurtleToken type = next_token();
    if (type.kind != Kind::iri && type.kind != Kind::prefixed)
      return expected("the IRI of a datatype", type);
    if (triples_ != nullptr) triples_->string(text, type.kind, lexer_.text_of(type));
    return true;
  }
  if (triples_ != nullptr) triples_->string(text);
  peeked_ = token;
  has_peeked_ = true;
  return true;
}

void TurtleCheck::make_node(const TurtleToken& token) {
  if (triples_ != nullptr) triples_->node(token.kind, lexer_.text_of(token));
}

bool TurtleCheck::take_after_object(const TurtleToken& token) {
  switch (token.kind) {
    case Kind::comma:
      state_ = State::object;
      return true;
    case Kind::semicolon:
      state_ = State::verb_or_end;
      return true;
    case Kind::close_bracket:
      return close(token);
    case Kind::dot:
    case Kind::end:
      return end(token);
    default:
      return expected(open_.empty() ? "one of , ; ." : "one of , ; ]", token);
  }
}

bool TurtleCheck::open(const TurtleToken& token, State then) {
  if (open_.size() >= depth_limit_)
    return fail("turtle.depth",
                fmt::format("brackets are nested more than {} deep (--max-turtle-depth)",
                            depth_limit_),
                token.begin);
  const bool is_collection = token.kind == Kind::open_parenthesis;
  // ANON ::= '[' WS* ']' is a term, not a list of properties; () is one too: rdf:nil.
  const TurtleToken inner = next_token();
  if (inner.kind == (is_collection ? Kind::close_parenthesis : Kind::close_bracket)) {
    if (triples_ != nullptr)
      is_collection ? triples_->empty_collection() : triples_->anonymous();
    state_ = then == State::verb_or_dot ? State::verb : then;
    return true;
  }
  peeked_ = inner;
  has_peeked_ = true;
  if (triples_ != nullptr)
    is_collection ? triples_->open_collection() : triples_->open_properties();
  open_.push_back({is_collection, then});
  state_ = is_collection ? State::object_or_end : State::verb;
  return true;
}

bool TurtleCheck::close(const TurtleToken& token) {
  const bool is_collection = token.kind == Kind::close_parenthesis;
  if (open_.empty() || open_.back().is_collection != is_collection)
    return fail("turtle.syntax",
                fmt::format("{} closes nothing here", lexer_.text_of(token)),
                token.begin);
  state_ = open_.back().then;
  open_.pop_back();
  if (triples_ != nullptr) triples_->close();
  return true;
}

bool TurtleCheck::end(const TurtleToken& token) {
  if (!open_.empty())
    return fail("turtle.syntax",
                fmt::format("the statement ends before its {} is closed",
                            open_.back().is_collection ? '(' : '['),
                token.begin);
  if (token.kind == Kind::end && kind_ != StatementKind::last_triples)
    return expected("the dot of the statement", token);
  state_ = State::done;
  return true;
}

}  // namespace semsite
