#include "turtle/turtle_terms.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/ascii.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/quad_check.hpp"

namespace semsite {
namespace {

template <typename Word>
std::uint64_t word_at(std::string_view text, std::size_t at) {
  Word word = 0;
  std::memcpy(&word, text.data() + at, sizeof word);
  return word;
}

/// Names are short: the call of memcmp takes longer than the look.
bool is_same(std::string_view a, std::string_view b) {
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  if (size < 8) return a == b;
  for (std::size_t at = 0; at + 8 < size; at += 8)
    if (word_at<std::uint64_t>(a, at) != word_at<std::uint64_t>(b, at)) return false;
  return word_at<std::uint64_t>(a, size - 8) == word_at<std::uint64_t>(b, size - 8);
}

/// A hash of the length and the last bytes, in which names differ most.
std::uint64_t quick_hash(std::string_view text) {
  const std::size_t size = text.size();
  std::uint64_t hash = size;
  if (size >= 8) {
    hash ^= word_at<std::uint64_t>(text, size - 8);
    hash += word_at<std::uint64_t>(text, size >= 16 ? size - 16 : 0) * 31;
  } else if (size >= 4) {
    hash ^= word_at<std::uint32_t>(text, size - 4) << 32U;
    hash += word_at<std::uint32_t>(text, 0) * 31;
  } else {
    for (const char c : text) hash = hash * 31 + static_cast<unsigned char>(c);
  }
  return hash * 0x9E3779B97F4A7C15ULL;
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

template <std::size_t kSize>
TurtleTerms::Known& TurtleTerms::slot(Cache<kSize>& cache, std::string_view written) {
  static_assert(std::has_single_bit(kSize));
  return cache[(quick_hash(written) >> 56U) % kSize];
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
  if (known.term.kind == TermKind::iri && is_same(known.written, name)) return known.term;
  std::size_t colon = 0;
  while (name[colon] != ':') ++colon;  // a name has one
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

Term TurtleTerms::typed_literal(Term text, const Term& type) {
  if (type.value == kXsdString) return text;
  if (type.value == kRdfLangString || type.value == kRdfDirLangString)
    return fail({"turtle.bad-datatype",
                 "rdf:langString and rdf:dirLangString go with a language tag, there is "
                 "none (RDF 1.2 Concepts §3.4)",
                 0});
  text.tag = type.value;
  text.kind = TermKind::typed;
  text.checked = type.checked;
  return text;
}

}  // namespace semsite
