#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "parse/jsonld_contexts.hpp"
#include "parse/jsonld_parser.hpp"
#include "parse/jsonld_splitter.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test {

/// Remote contexts by URL; counts what is asked for.
class TableOfContexts final : public ContextSource {
 public:
  std::map<std::string, std::string, std::less<>> texts;
  std::vector<std::string> asked;

  [[nodiscard]] std::shared_ptr<const RemoteContext> get(std::string_view url,
                                                         NamedBy) override {
    asked.emplace_back(url);
    const auto found = texts.find(url);
    if (found == texts.end()) throw DocumentError{"fetch.gone", "410 Gone"};
    return std::make_shared<const RemoteContext>(
        RemoteContext{.url = std::string{url}, .text = found->second});
  }
};

/// What reading made of a text.
struct JsonLdRead {
  std::vector<std::string> quads;   ///< sorted lines of N-Quads without their end
  std::vector<std::string> codes;   ///< of faults
  std::vector<std::size_t> pieces;  ///< quads of each piece
  std::string error;                ///< code of the DocumentError, if it ended in one
  std::string message;
};

struct JsonLdSetup {
  ParseSettings settings{};
  Limits limits{};
  JsonLdSplitter::Sizes sizes{};
  std::size_t step = kBlockBytes;  ///< size of the source's blocks
  std::string media_type{};
  std::vector<std::string> links{};
};

inline JsonLdRead read_jsonld(std::string_view text, const JsonLdSetup& setup = {}) {
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/doc";
  document->media_type = setup.media_type;
  document->links = setup.links;
  JsonLdRead out;
  CollectingDiagnostics diagnostics;
  MemorySource bytes{std::string{text}, setup.step};
  try {
    JsonLdSplitter splitter{{bytes, *document, diagnostics, setup.limits, setup.settings},
                            setup.sizes};
    while (const auto piece = splitter.next()) {
      QuadBatch batch{document, piece->sequence};
      parse_jsonld_piece({*piece, batch, diagnostics, setup.limits, setup.settings});
      out.pieces.push_back(batch.size());
      for (const Quad& quad : batch.quads()) {
        std::string line;
        append_quad(line, quad, *document);
        line.resize(line.size() - 3);
        out.quads.push_back(line);
      }
    }
  } catch (const DocumentError& error) {
    out.error = error.code();
    out.message = error.what();
  }
  std::ranges::sort(out.quads);
  out.codes = diagnostics.codes();
  return out;
}

inline JsonLdSetup strict() {
  JsonLdSetup setup;
  setup.settings.strictness = Strictness::strict;
  return setup;
}

}  // namespace semsite::test
