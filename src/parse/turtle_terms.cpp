#include "parse/turtle_terms.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_escape.hpp"
#include "rdf/quad_check.hpp"

namespace semsite {
namespace {

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::uint64_t word_at(std::string_view text, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, text.data() + at, std::min<std::size_t>(8, text.size() - at));
  return word;
}

}  // namespace

void TurtleTerms::use(const TurtleEnv& env) {
  env_ = &env;
  references_.fill({});
  names_.fill({});
  spaces_.fill({});
}

void TurtleTerms::begin_statement(std::uint64_t offset) {
  offset_ = offset;
  problem_.reset();
}

Term TurtleTerms::fail(TurtleProblem problem) {
  if (!problem_) problem_ = std::move(problem);
  return {};
}

TurtleTerms::Known& TurtleTerms::slot(Cache& cache, std::string_view written) {
  const std::size_t size = written.size();
  std::uint64_t hash = size;
  if (size > 0) {
    hash ^= word_at(written, size > 8 ? size - 8 : 0);
    hash += word_at(written, size > 16 ? size - 16 : 0) * 31;
  }
  hash *= 0x9E3779B97F4A7C15ULL;
  return cache[hash >> 56];
}

Term TurtleTerms::iri(std::string_view reference) {
  // Only what is relative is resolved (Turtle §6.3): dot segments of an absolute IRI
  // stay.
  if (reference.starts_with("http://") || reference.starts_with("https://") ||
      has_scheme(reference))
    return {.value = reference, .kind = TermKind::iri, .plain = true, .checked = true};
  Known& known = slot(references_, reference);
  if (known.written == reference && known.term.kind != TermKind::none) return known.term;
  scratch_.clear();
  env_->base().resolve_to(reference, scratch_);
  if (std::optional<TurtleProblem> problem = iri_problem(scratch_, reference))
    return fail(*std::move(problem));
  Term term = iri_term(batch_.keep(scratch_));
  term.plain = true;
  term.checked = is_legal_iri(term.value);
  known = {reference, term};
  return term;
}

/// What `prefix` stands for; null if it is not declared.
const Term* TurtleTerms::space_of(std::string_view prefix) {
  Known& known = slot(spaces_, prefix);
  if (known.written == prefix && known.term.kind != TermKind::none) return &known.term;
  const std::string* space = env_->find(prefix);
  if (space == nullptr) return nullptr;
  known = {prefix, iri_term(*space)};
  known.term.checked = is_legal_iri(*space);
  return &known.term;
}

Term TurtleTerms::prefixed(std::string_view name) {
  Known& known = slot(names_, name);
  if (known.written == name && known.term.kind == TermKind::iri) return known.term;
  const std::size_t colon = name.find(':');
  const Term* space = space_of(name.substr(0, colon));
  if (space == nullptr) return fail(undefined_prefix(name));
  const std::string_view local = name.substr(colon + 1);
  const std::size_t size = space->value.size() + local.size();
  char* place = batch_.allocate(size);
  std::ranges::copy(space->value, place);
  std::ranges::copy(local, place + space->value.size());
  Term term = iri_term({place, size});
  term.plain = true;
  // All that a local name may hold an IRI may hold, too.
  term.checked = space->checked;
  known = {name, term};
  return term;
}

Term TurtleTerms::labelled(std::string_view label) {
  Term term{.kind = TermKind::blank};
  if (looks_generated(label)) {
    term.value = batch_.keep(std::string{label} + '.');
    return term;
  }
  term.value = label;
  term.plain = std::all_of(label.begin(), label.end(), is_alphanumeric);
  return term;
}

Term TurtleTerms::generated(std::uint64_t number) {
  return {.value = batch_.keep(generated_label(offset_, number)),
          .kind = TermKind::blank,
          .plain = true};
}

Term TurtleTerms::text(std::string_view value, std::string_view tag, TermKind kind) {
  return {.value = value,
          .tag = tag,
          .kind = kind,
          .plain = needs_no_escape(value),
          .checked = true};
}

Term TurtleTerms::typed_literal(std::string_view value, const Term& type) {
  if (type.value == kXsdString) return literal(value);
  if (type.value == kRdfLangString || type.value == kRdfDirLangString)
    return fail({"turtle.bad-datatype",
                 "rdf:langString and rdf:dirLangString go with a language tag, there is "
                 "none (RDF 1.2 Concepts §3.4)",
                 0});
  Term term = text(value, type.value, TermKind::typed);
  term.checked = type.checked;
  return term;
}

}  // namespace semsite
