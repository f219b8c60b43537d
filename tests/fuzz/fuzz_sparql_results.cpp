// libFuzzer entry: any bytes as a SPARQL result set in each of its four formats, whole
// and in small pieces, as statements and as solutions.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/page_of_quads.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/sparql_results.hpp"

namespace semsite::test {
namespace {

/// What `parse` says, and how it ends.
std::string said(ParseFn parse, std::string_view text, std::size_t step, bool solutions) {
  NullDiagnostics faults;
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/doc";
  std::string out;
  QuadBuilder quads{
      document, [&](const QuadBatch& batch) {
        for (const Quad& quad : batch.quads()) {
          for (const Term& term : {quad.subject, quad.predicate, quad.object, quad.graph})
            check_term(term);
          append_quad(out, quad, batch.document());
        }
      }};
  ParseSettings settings;
  settings.solutions = solutions;
  MemorySource bytes{std::string{text}, step};
  try {
    parse({bytes, quads, faults, Limits{}, settings});
  } catch (const DocumentError& error) {
    out += error.code();
  }
  return out;
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 64 * kKiB) return 0;
  for (const ParseFn parse :
       {parse_sparql_xml, parse_sparql_json, parse_sparql_csv, parse_sparql_tsv}) {
    const std::string whole = test::said(parse, text, kBlockBytes, false);
    // libxml2 may say more or less of a document that breaks off, by its pieces.
    if (parse != parse_sparql_xml && test::said(parse, text, 3, false) != whole)
      std::abort();
    (void)test::said(parse, text, 13, true);
  }
  (void)detect_syntax(text, {.media_type = "text/tab-separated-values", .path = "a.srj"});
  return 0;
}
