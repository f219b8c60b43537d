#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "parse/split_parse.hpp"
#include "rdf/nquads_text.hpp"
#include "support/collecting_diagnostics.hpp"
#include "turtle/line_splitter.hpp"
#include "turtle/nquads_parser.hpp"

namespace semsite::test {

inline const Syntax kNQuads{.name = "nquads",
                            .media_types = {},
                            .suffixes = {},
                            .split = make_line_splitter,
                            .parse_piece = parse_nquads_piece};
inline const Syntax kNTriples{.name = "ntriples",
                              .media_types = {},
                              .suffixes = {},
                              .split = make_line_splitter,
                              .parse_piece = parse_ntriples_piece};

/// What parse_document makes of a source: the quads as text in the order of the batches,
/// and the faults.
struct Converted {
  std::string lines;
  CollectingDiagnostics diagnostics;
  std::uint64_t batches = 0;
};

inline std::shared_ptr<const Document> test_document() {
  auto document = std::make_shared<Document>();
  document->iri = "http://example.org/doc";
  document->scope = "s";
  return document;
}

inline void convert(ByteSource& bytes, const Syntax& syntax, Converted& out,
                    unsigned workers = 1, const Limits& limits = {}) {
  std::mutex mutex;
  std::map<std::uint64_t, std::string> texts;
  const auto take = [&](QuadBatch batch) {
    TextBuffer text;
    append_quads(text, batch);
    const std::scoped_lock lock{mutex};
    ++out.batches;
    texts[batch.sequence()] = std::string{text.view()};
  };
  const auto gather = [&] {
    for (const auto& [sequence, text] : texts) out.lines += text;
  };
  try {
    parse_document({.syntax = syntax,
                    .bytes = bytes,
                    .document = test_document(),
                    .diagnostics = out.diagnostics,
                    .measured = Measured::ours(limits),
                    .workers = workers,
                    .stop = {}},
                   take);
  } catch (...) {
    gather();
    throw;
  }
  gather();
}

}  // namespace semsite::test
