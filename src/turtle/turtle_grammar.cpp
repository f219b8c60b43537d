#include "turtle/turtle_grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/text.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "reading/parse_job.hpp"

namespace semsite {
namespace {

Term known_iri(std::string_view iri) {
  Term term = iri_term(iri);
  term.plain = true;
  term.checked = true;
  return term;
}

/// Of text that needs no escape.
Term known_literal(std::string_view text, std::string_view type) {
  return {.value = text,
          .tag = type,
          .kind = TermKind::typed,
          .plain = true,
          .checked = true};
}

bool is_node(TurtleTokenKind kind) {
  return kind == TurtleTokenKind::iri || kind == TurtleTokenKind::prefixed ||
         kind == TurtleTokenKind::blank;
}

std::string_view number_type(std::string_view number) {
  if (number.find_first_of("eE") != std::string_view::npos) return kXsdDouble;
  return number.find('.') == std::string_view::npos ? kXsdInteger : kXsdDecimal;
}

}  // namespace

bool TurtleGrammar::read(std::string_view text, const StatementMark& mark,
                         std::span<const TurtleToken> tokens) {
  text_ = text;
  mark_ = mark;
  tokens_ = tokens;
  has_tokens_ = !tokens.empty();
  if (!has_tokens_) lexer_.go_to(text.substr(0, mark.end), mark.begin);
  has_peeked_ = false;
  state_ = State::subject;
  levels_.assign(1, {});
  nest_.clear();
  made_ = 0;
  for (;;) {
    const TurtleToken token = next_token();
    if (token.kind == TurtleTokenKind::bad) return fail_token();
    at_ = token.end;
    if (!take(token)) return false;
    if (is_full_) make_room();
    if (token.kind == TurtleTokenKind::end) return true;
  }
}

void TurtleGrammar::make_room() {
  is_full_ = false;
  held_bytes_ = 0;
  (*full_)();
}

void TurtleGrammar::keep_open_terms(std::string_view text) {
  const auto keep = [&](std::string_view& view) {
    const std::less<> before;
    const bool is_in_text = !before(view.data(), text.data()) &&
                            before(view.data(), text.data() + text.size());
    if (!is_in_text) view = batch_.keep(view);
  };
  const auto keep_term = [&](Term& term) {
    keep(term.value);
    keep(term.tag);
  };
  for (Level& level : levels_)
    for (Term* term :
         {&level.subject, &level.predicate, &level.object, &level.triple, &level.reifier})
      keep_term(*term);
  for (TripleParts& parts : nest_)
    for (Term* term : {&parts.subject, &parts.predicate, &parts.object}) keep_term(*term);
  keep_term(graph_);
}

TurtleToken TurtleGrammar::next_token() {
  if (!has_tokens_) return std::exchange(has_peeked_, false) ? peeked_ : lexer_.next();
  const TurtleToken token = peek();
  if (!tokens_.empty()) tokens_ = tokens_.subspan(1);
  return token;
}

/// The token that comes next, which stays the next one.
TurtleToken TurtleGrammar::peek() {
  if (has_tokens_)
    return tokens_.empty()
               ? TurtleToken{TurtleTokenKind::end, false, false, mark_.end, mark_.end}
               : tokens_.front();
  if (!std::exchange(has_peeked_, true)) peeked_ = lexer_.next();
  return peeked_;
}

bool TurtleGrammar::fail(std::string_view code, std::string message, std::size_t at) {
  problem_ = {code, std::move(message), at - mark_.begin};
  return false;
}

/// The statement has a bad token: that which says why is cut once more.
bool TurtleGrammar::fail_token() {
  if (has_tokens_) {
    lexer_.go_to(text_.substr(0, mark_.end), mark_.begin);
    for (TurtleTokenKind kind = TurtleTokenKind::dot;
         kind != TurtleTokenKind::bad && kind != TurtleTokenKind::end;)
      kind = lexer_.next().kind;
  }
  problem_ = lexer_.problem();
  problem_.at -= mark_.begin;
  return false;
}

bool TurtleGrammar::expected(std::string_view what, const TurtleToken& token) {
  if (token.kind == TurtleTokenKind::bad) return fail_token();
  if (token.kind == TurtleTokenKind::end)
    return fail("turtle.syntax",
                fmt::format("the statement ends where {} must stand", what), token.begin);
  return fail(
      "turtle.syntax",
      fmt::format("{} must stand here, not {}", what, excerpt(text_of(token), 40)),
      token.begin);
}

bool TurtleGrammar::take(const TurtleToken& token) {
  switch (state_) {
    case State::subject:
      return take_subject(token);
    case State::verb:
      return take_verb(token);
    case State::verb_or_dot:
      if (token.kind == TurtleTokenKind::dot || token.kind == TurtleTokenKind::end)
        return end(token);
      return take_verb(token);
    case State::verb_or_end:
      if (token.kind == TurtleTokenKind::dot || token.kind == TurtleTokenKind::end)
        return end(token);
      if (token.kind == TurtleTokenKind::close_bracket)
        return close(token, Bracket::properties);
      if (token.kind == TurtleTokenKind::close_annotation)
        return close(token, Bracket::annotation);
      // predicateObjectList ::= verb objectList (';' (verb objectList)?)*
      return token.kind == TurtleTokenKind::semicolon || take_verb(token);
    case State::object:
      return take_object(token);
    case State::object_or_end:
      return token.kind == TurtleTokenKind::close_parenthesis
                 ? close(token, Bracket::collection)
                 : take_object(token);
    case State::after_object:
      return take_after_object(token);
    case State::reifier_or_end:
      // reifiedTriple ::= '<<' rtSubject verb rtObject reifier? '>>'
      if (token.kind == TurtleTokenKind::tilde) return take_reifier(State::triple_end);
      [[fallthrough]];
    case State::triple_end:
      if (levels_.back().bracket == Bracket::reified)
        return token.kind == TurtleTokenKind::close_reified
                   ? close(token, Bracket::reified)
                   : expected(">>", token);
      return token.kind == TurtleTokenKind::close_triple ? close(token, Bracket::triple)
                                                         : expected(")>>", token);
    case State::done:
      return token.kind == TurtleTokenKind::end ||
             expected("the end of the statement", token);
  }
  return false;
}

// triples ::= subject predicateObjectList | blankNodePropertyList predicateObjectList?
//             | reifiedTriple predicateObjectList?
// subject ::= iri | BlankNode | collection
// rtSubject ::= iri | BlankNode | reifiedTriple ; ttSubject ::= iri | BlankNode
bool TurtleGrammar::take_subject(const TurtleToken& token) {
  const Bracket inside = levels_.back().bracket;
  switch (token.kind) {
    case TurtleTokenKind::iri:
    case TurtleTokenKind::prefixed:
    case TurtleTokenKind::blank:
      emit(node(token));
      state_ = State::verb;
      return true;
    case TurtleTokenKind::open_bracket:
      return open_list(token, State::verb_or_dot);
    case TurtleTokenKind::open_parenthesis:
      return open_list(token, State::verb);
    case TurtleTokenKind::open_reified:
      if (inside == Bracket::triple) break;
      return open(token, Bracket::reified,
                  inside == Bracket::none ? State::verb_or_dot : State::verb);
    case TurtleTokenKind::open_triple:
      return fail("turtle.syntax", "a triple term cannot be a subject", token.begin);
    case TurtleTokenKind::string:
    case TurtleTokenKind::number:
      return fail("turtle.syntax", "a literal cannot be the subject of a statement",
                  token.begin);
    default:
      break;
  }
  return expected("the subject of a statement", token);
}

// verb ::= predicate | 'a'
bool TurtleGrammar::take_verb(const TurtleToken& token) {
  if (token.kind == TurtleTokenKind::iri || token.kind == TurtleTokenKind::prefixed) {
    levels_.back().predicate = node(token);
  } else if (token.kind == TurtleTokenKind::word && text_of(token) == "a") {
    levels_.back().predicate = known_iri(kRdfType);
  } else {
    return expected("a predicate (an IRI or a)", token);
  }
  state_ = State::object;
  return true;
}

TurtleGrammar::State TurtleGrammar::after_term() const {
  switch (levels_.back().bracket) {
    case Bracket::collection:
      return State::object_or_end;
    case Bracket::reified:
      return State::reifier_or_end;
    case Bracket::triple:
      return State::triple_end;
    default:
      return State::after_object;
  }
}

// object ::= iri | BlankNode | collection | blankNodePropertyList | literal | tripleTerm
//            | reifiedTriple
// rtObject ::= iri | BlankNode | literal | tripleTerm | reifiedTriple
// ttObject ::= iri | BlankNode | literal | tripleTerm
bool TurtleGrammar::take_object(const TurtleToken& token) {
  switch (token.kind) {
    case TurtleTokenKind::iri:
    case TurtleTokenKind::prefixed:
    case TurtleTokenKind::blank:
      emit(node(token));
      break;
    case TurtleTokenKind::number:
      emit(known_literal(text_of(token), number_type(text_of(token))));
      break;
    case TurtleTokenKind::string:
      return literal(token);
    case TurtleTokenKind::open_bracket:
    case TurtleTokenKind::open_parenthesis:
      return open_list(token, after_term());
    case TurtleTokenKind::open_triple:
      return open(token, Bracket::triple, after_term());
    case TurtleTokenKind::open_reified:
      if (levels_.back().bracket == Bracket::triple) return expected("an object", token);
      return open(token, Bracket::reified, after_term());
    case TurtleTokenKind::word:
      return take_word(token);
    default:
      return expected("an object", token);
  }
  state_ = after_term();
  return true;
}

// BooleanLiteral ::= 'true' | 'false'
bool TurtleGrammar::take_word(const TurtleToken& token) {
  const std::string_view word = text_of(token);
  if (word != "true" && word != "false") return expected("an object", token);
  emit(known_literal(word, kXsdBoolean));
  state_ = after_term();
  return true;
}

// RDFLiteral ::= String (LANG_DIR | '^^' iri)?
bool TurtleGrammar::literal(const TurtleToken& token) {
  state_ = after_term();
  Term term = string(token);
  const TurtleTokenKind next = peek().kind;
  if (next == TurtleTokenKind::at_word) {
    const TurtleToken word = next_token();
    const std::string_view tag = text_of(word).substr(1);
    if (rules_.strictness == Strictness::strict && has_long_subtag(tag))
      return fail("turtle.bad-language",
                  "a part of the language tag has more than eight characters (BCP 47 "
                  "§2.1)",
                  word.begin);
    term.tag = tag;
    term.kind = TermKind::lang;
    emit(term);
  } else if (next == TurtleTokenKind::carets) {
    (void)next_token();
    const TurtleToken type = next_token();
    if (type.kind != TurtleTokenKind::iri && type.kind != TurtleTokenKind::prefixed)
      return expected("the IRI of a datatype", type);
    emit(terms_.typed_literal(term, node(type)));
  } else {
    emit(term);
  }
  return true;
}

// objectList ::= object annotation (',' object annotation)*
// annotation ::= (reifier | annotationBlock)* ; annotationBlock ::= '{|' … '|}'
bool TurtleGrammar::take_after_object(const TurtleToken& token) {
  Level& level = levels_.back();
  switch (token.kind) {
    case TurtleTokenKind::comma:
      state_ = State::object;
      return true;
    case TurtleTokenKind::semicolon:
      state_ = State::verb_or_end;
      return true;
    case TurtleTokenKind::tilde:
      return take_reifier(State::after_object);
    case TurtleTokenKind::open_annotation: {
      // The block is about the reifier right before it, or about one of its own.
      Term about = std::exchange(level.reifier, {});
      if (about.kind == TermKind::none) about = reify(level, fresh());
      if (!open(token, Bracket::annotation, State::after_object)) return false;
      emit(about);
      state_ = State::verb;
      return true;
    }
    case TurtleTokenKind::close_bracket:
      return close(token, Bracket::properties);
    case TurtleTokenKind::close_annotation:
      return close(token, Bracket::annotation);
    case TurtleTokenKind::dot:
    case TurtleTokenKind::end:
      return end(token);
    default:
      return expected(level.bracket == Bracket::none         ? "one of , ; ."
                      : level.bracket == Bracket::properties ? "one of , ; ]"
                                                             : "one of , ; |}",
                      token);
  }
}

// reifier ::= '~' (iri | BlankNode)?
bool TurtleGrammar::take_reifier(State then) {
  Term reifier;
  if (is_node(peek().kind)) {
    reifier = node(next_token());
  } else {
    if (peek().kind == TurtleTokenKind::open_bracket) {
      (void)next_token();
      const TurtleToken inner = next_token();
      if (inner.kind != TurtleTokenKind::close_bracket) return expected("]", inner);
    }
    reifier = fresh();
  }
  Level& level = levels_.back();
  level.reifier = level.bracket == Bracket::reified ? reifier : reify(level, reifier);
  state_ = then;
  return true;
}

// blankNodePropertyList ::= '[' predicateObjectList ']' ; collection ::= '(' object* ')'
bool TurtleGrammar::open_list(const TurtleToken& token, State then) {
  const Bracket inside = levels_.back().bracket;
  const bool is_inner = inside == Bracket::reified || inside == Bracket::triple;
  const bool is_collection = token.kind == TurtleTokenKind::open_parenthesis;
  if (is_inner && is_collection)
    return fail("turtle.syntax", "no collection may stand in << >> or <<( )>>",
                token.begin);
  if (!is_in_depth(token)) return false;
  // ANON ::= '[' WS* ']' is a term, not a list of properties; () is one too: rdf:nil.
  const TurtleToken inner = peek();
  if (inner.kind == (is_collection ? TurtleTokenKind::close_parenthesis
                                   : TurtleTokenKind::close_bracket)) {
    (void)next_token();
    emit(is_collection ? known_iri(kRdfNil) : fresh());
    state_ = then == State::verb_or_dot ? State::verb : then;
    return true;
  }
  if (is_inner && inner.kind != TurtleTokenKind::bad) return expected("]", inner);
  return open(token, is_collection ? Bracket::collection : Bracket::properties, then);
}

bool TurtleGrammar::is_in_depth(const TurtleToken& token) {
  return levels_.size() <= rules_.depth_limit ||
         fail("turtle.depth",
              fmt::format("brackets are nested more than {} deep (--max-turtle-depth)",
                          rules_.depth_limit),
              token.begin);
}

bool TurtleGrammar::open(const TurtleToken& token, Bracket bracket, State then) {
  if (!is_in_depth(token)) return false;
  Level level{.bracket = bracket, .then = then};
  state_ = State::subject;
  if (bracket == Bracket::properties || bracket == Bracket::collection) {
    level.subject = fresh();
    level.has_subject = level.cell_is_free = true;
    emit(level.subject);
    state_ = bracket == Bracket::collection ? State::object_or_end : State::verb;
  }
  levels_.push_back(level);
  return true;
}

bool TurtleGrammar::close(const TurtleToken& token, Bracket bracket) {
  if (levels_.back().bracket != bracket)
    return fail("turtle.syntax", fmt::format("{} closes nothing here", text_of(token)),
                token.begin);
  Level level = levels_.back();
  state_ = level.then;
  switch (bracket) {
    case Bracket::none:
    case Bracket::properties:
    case Bracket::annotation:
      levels_.pop_back();
      break;
    case Bracket::collection:
      levels_.pop_back();
      add(level.subject, known_iri(kRdfRest), known_iri(kRdfNil));
      break;
    case Bracket::reified: {
      const Term reifier = level.reifier.kind == TermKind::none ? fresh() : level.reifier;
      reify(level, reifier);
      levels_.pop_back();
      emit(reifier);
      break;
    }
    case Bracket::triple:
      nest_.push_back({level.subject, level.predicate, level.object});
      levels_.pop_back();
      if (levels_.back().bracket == Bracket::triple) break;
      // All of a nest end together, for each is the object of the next one out.
      std::ranges::reverse(nest_);
      emit(triple_term(batch_, nest_));
      nest_.clear();
      break;
  }
  return true;
}

bool TurtleGrammar::end(const TurtleToken& token) {
  constexpr std::string_view kBrackets[] = {"", "[", "(", "{|", "<<", "<<("};
  if (levels_.size() > 1)
    return fail("turtle.syntax",
                fmt::format("the statement ends before its {} is closed",
                            kBrackets[static_cast<std::size_t>(levels_.back().bracket)]),
                token.begin);
  if (token.kind == TurtleTokenKind::end && mark_.kind != StatementKind::last_triples)
    return expected("the dot of the statement", token);
  state_ = State::done;
  return true;
}

/// A term where one stands: a subject, an object or a member.
void TurtleGrammar::emit(const Term& term) {
  Level& level = levels_.back();
  if (level.bracket == Bracket::collection) {
    prepare_cell();
    add(level.subject, known_iri(kRdfFirst), term);
    level.cell_is_free = false;
  } else if (!level.has_subject) {
    level.subject = term;
    level.has_subject = true;
  } else {
    level.object = term;
    if (level.bracket == Bracket::reified || level.bracket == Bracket::triple) return;
    level.triple.kind = level.reifier.kind = TermKind::none;
    add(level.subject, level.predicate, term);
  }
}

void TurtleGrammar::add(const Term& subject, const Term& predicate, const Term& object) {
  batch_.add(subject, predicate, object, graph_);
  meter_.add(batch_.quads().back());
  if (places_ != nullptr) places_->push_back(at_);
  if (full_ == nullptr) {
    // The memory of a vector that grows is taken twice.
    meter_.room().take(2 * sizeof(Quad));
    return;
  }
  held_bytes_ += object.value.size() + subject.value.size() + predicate.value.size();
  is_full_ = batch_.size() >= kHeldQuads || held_bytes_ >= kHeldTermBytes;
}

Term TurtleGrammar::node(const TurtleToken& token) {
  const std::string_view text = text_of(token);
  if (token.kind == TurtleTokenKind::blank) return terms_.labelled(text.substr(2));
  if (token.kind == TurtleTokenKind::iri)
    return token.escaped ? terms_.iri(batch_.keep(decode_iri_token(text)))
                         : terms_.iri(text.substr(1, text.size() - 2));
  return terms_.prefixed(token.escaped ? batch_.keep(without_backslashes(text)) : text);
}

Term TurtleGrammar::fresh() {
  prepare_cell();  // so that nodes are numbered in the order of the text
  return terms_.generated(++made_);
}

void TurtleGrammar::prepare_cell() {
  Level& level = levels_.back();
  if (level.bracket != Bracket::collection || level.cell_is_free) return;
  const Term cell = terms_.generated(++made_);
  add(level.subject, known_iri(kRdfRest), cell);
  level.subject = cell;
  level.cell_is_free = true;
}

/// `reifier rdf:reifies <<( … )>>` of the level's last triple; gives the reifier back.
Term TurtleGrammar::reify(Level& level, const Term& reifier) {
  if (level.triple.kind == TermKind::none) {
    const TripleParts parts{level.subject, level.predicate, level.object};
    level.triple = triple_term(batch_, {&parts, 1});
    meter_.expand(level.triple.value.size());
  }
  add(reifier, known_iri(kRdfReifies), level.triple);
  return reifier;
}

/// The literal that a string is, its text in the piece or in the batch.
Term TurtleGrammar::string(const TurtleToken& token) {
  std::string_view text = string_inside(text_of(token));
  if (token.escaped) text = batch_.keep(decode_string(text));
  return {.value = text,
          .kind = TermKind::literal,
          .plain = token.plain || needs_no_escape(text),
          .checked = true};
}

}  // namespace semsite
