#include "parse/term_keeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/ascii.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kEveryBatch = std::numeric_limits<std::uint64_t>::max();

}  // namespace

HeldTerm static_iri(std::string_view iri) {
  return {.value = {},
          .kind = TermKind::iri,
          .plain = true,
          .checked = true,
          .kept = iri,
          .batch = kEveryBatch};
}

void TermKeeper::add(const Statement& statement) {
  const HeldObject& object = statement.object;
  if (statement.subject.kind == TermKind::none ||
      statement.predicate.kind == TermKind::none ||
      (object.resource != nullptr && object.resource->kind == TermKind::none) ||
      (object.tag != nullptr && object.tag->kind == TermKind::none) ||
      (statement.graph != nullptr && statement.graph->kind == TermKind::none))
    return;
  for (const HeldTerm* held : {&statement.subject, &statement.predicate, object.resource,
                               object.tag, statement.graph})
    tell(held);
  const Quad quad{.subject = term(statement.subject),
                  .predicate = term(statement.predicate),
                  .object = this->object(object),
                  .graph = statement.graph == nullptr ? Term{} : term(*statement.graph)};
  if (quads_.add(quad)) ++batch_;
}

void TermKeeper::tell(const HeldTerm* held) {
  if (held == nullptr || held->repair == nullptr || held->repair->is_told) return;
  held->repair->is_told = true;
  diagnostics_.report({.code = "iri.repaired",
                       .message = held->repair->message,
                       .line = held->repair->line,
                       .column = held->repair->column,
                       .statement = {},
                       .skipped = false});
}

IriProblem TermKeeper::make_iri(HeldTerm& term) {
  const IriProblem found = check_iri(term.value);
  const IriProblem problem = found == IriProblem::bad_escape ? IriProblem::none : found;
  const bool is_iri = problem == IriProblem::none;
  term.batch = 0;
  term.kind = is_iri ? TermKind::iri : TermKind::none;
  term.plain = term.checked = is_iri;
  return problem;
}

void TermKeeper::set_new_blank(HeldTerm& term) {
  term.clear();
  fmt::format_to(std::back_inserter(term.value), "{}", ++blanks_);
  term.kind = TermKind::blank;
  term.plain = true;
}

void TermKeeper::set_blank(HeldTerm& term, std::string_view label) {
  term.value = label;
  term.kind = TermKind::blank;
  term.plain = std::ranges::all_of(label, is_alphanumeric);
  term.checked = false;
  term.batch = 0;
  term.repair.reset();
}

Term TermKeeper::term(HeldTerm& held) {
  if (held.batch != batch_ && held.batch != kEveryBatch) {
    held.kept = quads_.keep(held.value);
    held.batch = batch_;
  }
  return {.value = held.kept,
          .kind = held.kind,
          .plain = held.plain,
          .checked = held.checked};
}

Term TermKeeper::object(const HeldObject& object) {
  if (object.resource != nullptr) return term(*object.resource);
  const TextLook look = look_at(object.text);
  Term out{.value = quads_.keep(object.text),
           .kind = TermKind::literal,
           .plain = look.plain,
           .checked = look.ascii};
  if (object.tag == nullptr) return out;
  const Term tag = term(*object.tag);
  out.checked = look.ascii && tag.checked;
  if (tag.kind != TermKind::iri) {
    out.kind = TermKind::lang;
    out.tag = tag.value;
  } else if (tag.value != kXsdString) {
    out.kind = TermKind::typed;
    out.tag = tag.value;
  }
  return out;
}

}  // namespace semsite
