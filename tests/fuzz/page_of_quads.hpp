#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "markup/html_tree.hpp"
#include "rdf/iri.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_builder.hpp"
#include "rdf/quad_check.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/errors.hpp"

namespace semsite::test {

/// Whatever a page says, what is written must be N-Quads.
inline void check_term(const Term& term) {
  const std::string_view iri = term.kind == TermKind::iri     ? term.value
                               : term.kind == TermKind::typed ? term.tag
                                                              : "u:none";
  const IriProblem problem = check_iri(iri);
  if (problem != IriProblem::none && problem != IriProblem::bad_escape) std::abort();
}

/// Appends what is written of `batch`, which must be N-Quads. What is not UTF-8, as XML
/// that is read leniently may have it, is taken out before, as it is of every document.
inline void append_batch(std::string& out, QuadBatch batch) {
  for (const Quad& quad : batch.quads())
    for (const Term& term : {quad.subject, quad.predicate, quad.object, quad.graph})
      check_term(term);
  NullDiagnostics faults;
  check_quads(batch, faults);
  for (const Quad& quad : batch.quads()) append_quad(out, quad, batch.document());
}

/// Makes a tree of any bytes, has `parse` read it, and ends the program if what comes out
/// is no RDF.
template <typename Job>
void fuzz_page(void (*parse)(const HtmlPage&, const Job&), std::string_view label_prefix,
               std::string_view text, std::string_view media_type,
               Strictness strictness) {
  Limits limits;
  limits.page_bytes = 64 * kKiB;
  NullDiagnostics faults;
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/doc";
  std::string out;
  QuadBuilder quads{
      document, [&](const QuadBatch& batch) {
        for (const Quad& quad : batch.quads()) {
          for (const Term& term : {quad.subject, quad.predicate, quad.object})
            check_term(term);
          append_quad(out, quad, batch.document());
        }
        out.clear();
      }};
  ParseSettings settings;
  settings.strictness = strictness;
  try {
    const HtmlPage page = read_html_page(
        text, {.media_type = media_type, .base = document->base}, limits, faults);
    parse(page, {.quads = quads,
                 .diagnostics = faults,
                 .limits = limits,
                 .settings = settings,
                 .label_prefix = label_prefix});
  } catch (const DocumentError&) {  // what cannot be read is no finding
  }
  quads.flush();
}

}  // namespace semsite::test
