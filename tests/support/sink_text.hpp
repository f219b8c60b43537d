#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "base/file_io.hpp"
#include "io/output_file.hpp"
#include "parse/split_parse.hpp"
#include "rdf/quad_batch.hpp"
#include "support/convert_text.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {

/// Writes `nquads`, a document with the labels of `scope`, to `sink`; in one batch, or in
/// one for each line.
inline void write_text(QuadSink& sink, std::string_view nquads,
                       const std::string& scope = "s", bool line_by_line = false) {
  auto document = std::make_shared<Document>();
  document->scope = scope;
  std::uint64_t sequence = 0;
  const auto write = [&](std::string_view text) {
    MemorySource bytes{std::string{text}};
    CollectingDiagnostics faults;
    const Limits limits;
    parse_document({.syntax = kNQuads,
                    .bytes = bytes,
                    .document = document,
                    .diagnostics = faults,
                    .measured = Measured::ours(limits),
                    .workers = 1,
                    .stop = {}},
                   [&](const QuadBatch& batch) {
                     QuadBatch numbered{document, sequence++};
                     for (const Quad& quad : batch.quads()) numbered.add(quad);
                     sink.write(numbered);
                   });
  };
  if (line_by_line) {
    while (!nquads.empty()) {
      const std::size_t end = nquads.find('\n') + 1;
      write(nquads.substr(0, end));
      nquads.remove_prefix(end);
    }
  } else {
    write(nquads);
  }
  sink.end_document(*document);
}

/// What `write` gives to an output with this frame.
template <typename Write>
std::string output_text(const OutputFrame& frame, Write write) {
  const TemporaryFolder folder;
  OutputFile output{folder.file("out")};
  output.set_frame(frame);
  write(output);
  output.finish();
  return read_file(folder.file("out"));
}

}  // namespace semsite::test
