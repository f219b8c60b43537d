// libFuzzer entry: any bytes as JSON-LD, whole and in small pieces.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "parse/jsonld_block.hpp"
#include "parse/jsonld_splitter.hpp"
#include "rdf/iri.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Whatever the document says, what is written must be N-Quads: IRIs are right as they
/// come from the reader, and what else is not legal is taken out before.
void check(QuadBatch batch) {
  for (const Quad& quad : batch.quads()) {
    for (const Term& term : {quad.subject, quad.predicate, quad.object, quad.graph}) {
      const std::string_view iri = term.kind == TermKind::iri     ? term.value
                                   : term.kind == TermKind::typed ? term.tag
                                                                  : "u:none";
      const IriProblem problem = check_iri(iri);
      if (problem != IriProblem::none && problem != IriProblem::bad_escape) std::abort();
    }
  }
  NullDiagnostics faults;
  check_quads(batch, faults);
  std::string out;
  for (const Quad& quad : batch.quads()) append_quad(out, quad, batch.document());
}

class SelfContext final : public ContextSource {
 public:
  explicit SelfContext(std::string_view text) : text_(text) {}
  /// Every remote context is the document itself: contexts that include themselves.
  [[nodiscard]] std::shared_ptr<const RemoteContext> get(std::string_view url,
                                                         NamedBy) override {
    return std::make_shared<const RemoteContext>(
        RemoteContext{.url = std::string{url}, .text = std::string{text_}});
  }

 private:
  std::string_view text_;
};

void read(std::string_view text, Strictness strictness, JsonLdSplitter::Sizes sizes) {
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/doc";
  NullDiagnostics faults;
  const Limits limits;
  SelfContext contexts{text};
  ParseSettings settings;
  settings.strictness = strictness;
  settings.contexts = &contexts;
  settings.blank_predicates = true;
  settings.rdf_direction = RdfDirection::compound_literal;
  MemorySource bytes{std::string{text}, 61};
  try {
    JsonLdSplitter splitter{{bytes, *document, faults, limits, settings}, sizes};
    while (const auto piece = splitter.next()) {
      QuadBatch batch{document, piece->sequence};
      parse_jsonld_piece({*piece, batch, faults, limits, settings});
      check(std::move(batch));
    }
  } catch (const DocumentError&) {  // what cannot be read is no finding
  }
}

void read_block(std::string_view text) {
  auto document = std::make_shared<Document>();
  NullDiagnostics faults;
  QuadBuilder quads{document, check};
  const JsonLdBlock block{
      .text = text, .base = "http://example.org/", .label_prefix = "j0-"};
  const Limits limits;
  try {
    parse_jsonld_block({block, faults, limits}, quads);
    (void)expand_jsonld_block({block, faults, limits});
  } catch (const DocumentError&) {  // what cannot be read is no finding
  }
  quads.flush();
}

}  // namespace
}  // namespace semsite

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  read(text, Strictness::lenient, {});
  read(text, Strictness::strict, {});
  read(text, Strictness::lenient, {.piece_bytes = 32, .whole_bytes = 64});
  read_block(text);
  return 0;
}
