#include "rdf/quad_check.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <span>

#include "base/ascii.hpp"
#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "rdf/iri.hpp"
#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

bool needs_check(const Term& term) {
  return !term.checked && term.kind != TermKind::none && term.kind != TermKind::blank;
}

TermProblem bad_iri(std::string_view role, std::string_view iri) {
  return {"iri.bad", fmt::format("{} <{}> cannot be written: it {} (rule IRIREF)", role,
                                 excerpt(iri), describe(check_iri(iri), iri))};
}

/// The triple term is taken for granted, its terms are not.
TermProblem problem_within(const Term& triple) {
  TermProblem problem;
  visit_terms(triple, [&](const Term& part) {
    if (problem.code.empty()) problem = problem_of(part);
  });
  return problem;
}

/// Checks the terms of `quad` and marks those that pass.
TermProblem check(Quad& quad) {
  for (Term* term : {&quad.subject, &quad.predicate, &quad.object, &quad.graph}) {
    if (!needs_check(*term)) continue;
    if (TermProblem problem = problem_of(*term); !problem.code.empty()) return problem;
    term->checked = true;
  }
  return {};
}

}  // namespace

bool is_legal_iri(std::string_view iri) {
  const char* const end = iri.data() + iri.size();
  const ByteScan scan = scan_to<IriStop>(iri.data(), end);
  return scan.stop == end && has_scheme(iri) && (scan.ascii || is_utf8(iri));
}

bool is_legal_language(std::string_view tag) {
  if (const std::string_view direction = direction_of(tag); !direction.empty()) {
    if (direction != "ltr" && direction != "rtl") return false;
    tag = language_of(tag);
  }
  bool first = true;
  std::size_t part = 0;
  for (const char c : tag) {
    if (c == '-') {
      if (part == 0) return false;
      part = 0;
      first = false;
      continue;
    }
    if (!is_letter(c) && (first || c < '0' || c > '9')) return false;
    ++part;
  }
  return part > 0;
}

TermProblem problem_of(const Term& term) {
  switch (term.kind) {
    case TermKind::iri:
      return is_legal_iri(term.value) ? TermProblem{} : bad_iri("the IRI", term.value);
    case TermKind::none:
    case TermKind::blank:
      return {};
    case TermKind::triple:
      return problem_within(term);
    case TermKind::literal:
      break;
    case TermKind::lang:
      if (!is_legal_language(term.tag))
        return {
            "literal.bad-language",
            fmt::format("\"{}\" is no language tag (rule LANG_DIR)", excerpt(term.tag))};
      break;
    case TermKind::typed:
      if (!is_legal_iri(term.tag)) return bad_iri("the datatype", term.tag);
      break;
  }
  if (is_utf8(term.value)) return {};
  return {"literal.bad-utf8", "a text holds bytes that are not UTF-8"};
}

void check_quads(QuadBatch& batch, Diagnostics& diagnostics) {
  const std::span<Quad> quads = batch.quads();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    Quad& quad = quads[i];
    const bool open = needs_check(quad.subject) || needs_check(quad.predicate) ||
                      needs_check(quad.object) || needs_check(quad.graph);
    if (open) {
      if (const TermProblem problem = check(quad); !problem.code.empty()) {
        diagnostics.report(
            {.code = problem.code, .message = problem.message, .statement = {}});
        continue;
      }
    }
    if (kept != i) quads[kept] = quad;
    ++kept;
  }
  batch.truncate(kept);
}

void report_graph(const Document& document, Diagnostics& diagnostics) {
  if (document.graph_problem.empty()) return;
  diagnostics.report({.code = document.graph_lost ? std::string_view{"iri.bad-graph"}
                                                  : std::string_view{"iri.repaired"},
                      .message = document.graph_problem,
                      .statement = {},
                      .skipped = false});
}

void require_legal(const Term& term) {
  if (!needs_check(term)) return;
  if (const TermProblem problem = problem_of(term); !problem.code.empty())
    throw DocumentError{std::string{problem.code}, problem.message};
}

void require_legal_iri(std::string_view iri) { require_legal(iri_term(iri)); }

}  // namespace semsite
