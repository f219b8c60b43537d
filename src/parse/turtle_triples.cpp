#include "parse/turtle_triples.hpp"

#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

Term known_iri(std::string_view iri) {
  Term term = iri_term(iri);
  term.plain = true;
  term.checked = true;
  return term;
}

std::string_view number_type(std::string_view number) {
  if (number.find_first_of("eE") != std::string_view::npos) return kXsdDouble;
  return number.find('.') == std::string_view::npos ? kXsdInteger : kXsdDecimal;
}

}  // namespace

void TurtleTriples::begin() {
  levels_.assign(1, {});
  made_ = 0;
}

void TurtleTriples::node(TurtleTokenKind kind, std::string_view token) {
  take(term(kind, token));
}

void TurtleTriples::verb(TurtleTokenKind kind, std::string_view token) {
  levels_.back().predicate =
      kind == TurtleTokenKind::word ? known_iri(kRdfType) : term(kind, token);
}

void TurtleTriples::number(std::string_view token) {
  take(terms_.typed_literal(token, known_iri(number_type(token))));
}

void TurtleTriples::boolean(std::string_view token) {
  take(terms_.typed_literal(token, known_iri(kXsdBoolean)));
}

void TurtleTriples::string(std::string_view token) { take(terms_.literal(text(token))); }

void TurtleTriples::string(std::string_view token, std::string_view tag) {
  take(terms_.lang_literal(text(token), tag.substr(1)));
}

void TurtleTriples::string(std::string_view token, TurtleTokenKind type_kind,
                           std::string_view type) {
  const Term datatype = term(type_kind, type);
  take(terms_.typed_literal(text(token), datatype));
}

void TurtleTriples::anonymous() { take(fresh()); }

void TurtleTriples::empty_collection() { take(known_iri(kRdfNil)); }

void TurtleTriples::open_properties() {
  const Term node = fresh();
  take(node);
  levels_.push_back({.subject = node, .has_subject = true});
}

void TurtleTriples::open_collection() {
  const Term cell = fresh();
  take(cell);
  levels_.push_back({.subject = cell,
                     .is_collection = true,
                     .has_subject = true,
                     .cell_is_free = true});
}

void TurtleTriples::close() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.is_collection) add(level.subject, known_iri(kRdfRest), known_iri(kRdfNil));
}

void TurtleTriples::take(const Term& term) {
  prepare_cell();
  Level& level = levels_.back();
  if (level.is_collection) {
    add(level.subject, known_iri(kRdfFirst), term);
    level.cell_is_free = false;
  } else if (level.has_subject) {
    add(level.subject, level.predicate, term);
  } else {
    level.subject = term;
    level.has_subject = true;
  }
}

Term TurtleTriples::fresh() {
  prepare_cell();  // so that nodes are numbered in the order of the text
  return terms_.generated(++made_);
}

void TurtleTriples::prepare_cell() {
  Level& level = levels_.back();
  if (!level.is_collection || level.cell_is_free) return;
  const Term cell = terms_.generated(++made_);
  add(level.subject, known_iri(kRdfRest), cell);
  level.subject = cell;
  level.cell_is_free = true;
}

void TurtleTriples::add(const Term& subject, const Term& predicate, const Term& object) {
  batch_.add(
      {.subject = subject, .predicate = predicate, .object = object, .graph = graph_});
  meter_.add(batch_.quads().back());
  // The memory of a vector that grows is taken twice.
  meter_.room().take(2 * sizeof(Quad));
}

Term TurtleTriples::term(TurtleTokenKind kind, std::string_view token) {
  if (kind == TurtleTokenKind::blank) return terms_.labelled(token.substr(2));
  const bool escaped = token.find('\\') != std::string_view::npos;
  if (kind == TurtleTokenKind::iri)
    return escaped ? terms_.iri(decode_iri_token(token))
                   : terms_.iri(token.substr(1, token.size() - 2));
  return escaped ? terms_.prefixed(without_backslashes(token)) : terms_.prefixed(token);
}

/// What a string stands for; lives until the next call.
std::string_view TurtleTriples::text(std::string_view token) {
  const std::string_view inside = string_inside(token);
  if (inside.find('\\') == std::string_view::npos) return inside;
  decoded_ = decode_string_token(token);
  return decoded_;
}

}  // namespace semsite
