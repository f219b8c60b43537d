// libFuzzer entry: any bytes as a sitemap, through the mappings that are built in.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "fuzz/page_of_quads.hpp"
#include "parse/sitemap_parser.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"

namespace {

using namespace semsite;

/// What comes out, which must be N-Quads.
std::string quads_of(std::string_view text, std::size_t step, Strictness strictness) {
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/sitemap.xml";
  std::string out;
  QuadBuilder quads{
      document, [&](const QuadBatch& batch) {
        for (const Quad& quad : batch.quads()) {
          for (const Term& term : {quad.subject, quad.predicate, quad.object})
            semsite::test::check_term(term);
          append_quad(out, quad, batch.document());
        }
      }};
  NullDiagnostics faults;
  Limits limits;
  ParseSettings settings;
  settings.strictness = strictness;
  MemorySource bytes{std::string{text}, step};
  try {
    parse_sitemap({bytes, quads, faults, limits, settings});
  } catch (const DocumentError&) {  // what cannot be read is no finding
  }
  quads.flush();
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  (void)quads_of(text, kBlockBytes, Strictness::lenient);
  // Blocks of any size give the same.
  if (quads_of(text, 16, Strictness::strict) !=
      quads_of(text, kBlockBytes, Strictness::strict))
    std::abort();
  return 0;
}
