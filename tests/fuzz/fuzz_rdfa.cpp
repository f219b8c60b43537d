// libFuzzer entry: any bytes as an HTML page with RDFa.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/errors.hpp"
#include "parse/rdfa.hpp"
#include "rdf/iri.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

/// Whatever the page says, what is written must be N-Quads.
void check(const Term& term) {
  const std::string_view iri = term.kind == TermKind::iri     ? term.value
                               : term.kind == TermKind::typed ? term.tag
                                                              : "u:none";
  const IriProblem problem = check_iri(iri);
  if (problem != IriProblem::none && problem != IriProblem::bad_escape) std::abort();
}

void read(std::string_view text, std::string_view media_type, Strictness strictness) {
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
            check(term);
          append_quad(out, quad, batch.document());
        }
        out.clear();
      }};
  ParseSettings settings;
  settings.strictness = strictness;
  try {
    const HtmlPage page = read_html_page(
        text, {.media_type = media_type, .base = document->base}, limits, faults);
    parse_rdfa(page, {.quads = quads,
                      .diagnostics = faults,
                      .limits = limits,
                      .settings = settings,
                      .label_prefix = "r-"});
  } catch (const DocumentError&) {  // what cannot be read is no finding
  }
  quads.flush();
}

}  // namespace
}  // namespace semsite

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  semsite::read(text, "text/html; charset=utf-8", semsite::Strictness::lenient);
  semsite::read(text, "text/html; charset=utf-8", semsite::Strictness::strict);
  semsite::read(text, "application/xml", semsite::Strictness::lenient);
  return 0;
}
