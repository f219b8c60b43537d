#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "rdf/nquads_text.hpp"
#include "reading/parse_job.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test {

/// What a parser made of a text.
struct Parsed {
  std::vector<std::string> quads;  ///< lines of N-Quads without their end
  std::vector<CollectingDiagnostics::Kept> faults;
  std::string error;    ///< code of the DocumentError, if it ended in one
  std::string message;  ///< its text

  [[nodiscard]] std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const auto& fault : faults) out.push_back(fault.code);
    return out;
  }
};

/// What `fill` gives for a document at `iri`.
inline Parsed collected(
    const std::string& iri,
    const std::function<void(QuadBuilder&, CollectingDiagnostics&)>& fill) {
  auto document = std::make_shared<Document>();
  document->base = document->iri = iri;
  Parsed parsed;
  CollectingDiagnostics diagnostics;
  QuadBuilder quads{document, [&](const QuadBatch& batch) {
                      for (const Quad& quad : batch.quads()) {
                        std::string& line = parsed.quads.emplace_back();
                        append_quad(line, quad, batch.document());
                        line.resize(line.size() - 3);
                      }
                    }};
  try {
    fill(quads, diagnostics);
  } catch (const DocumentError& error) {
    parsed.error = error.code();
    parsed.message = error.what();
  }
  quads.flush();
  parsed.faults = diagnostics.faults();
  return parsed;
}

/// Parses `text` with a base of http://example.org/doc, in blocks of `step` bytes.
inline Parsed parse_text(ParseFn parse, std::string_view text,
                         std::size_t step = kBlockBytes, const Limits& limits = {},
                         const ParseSettings& settings = kDefaultParseSettings) {
  MemorySource bytes{std::string{text}, step};
  return collected("http://example.org/doc",
                   [&](QuadBuilder& quads, CollectingDiagnostics& diagnostics) {
                     parse({bytes, quads, diagnostics, limits, settings});
                   });
}

}  // namespace semsite::test
