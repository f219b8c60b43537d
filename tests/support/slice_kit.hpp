#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "io/temporary_files.hpp"
#include "slice/slicer.hpp"
#include "support/collecting_diagnostics.hpp"
#include "support/convert_text.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {

/// What came of slicing a text of N-Quads. Blank labels are as in the text.
struct Sliced {
  std::string lines;
  SliceResult result;
  CollectingDiagnostics faults;

  /// The triples of an entity's document, each a line without its end.
  [[nodiscard]] std::set<std::string> document(const std::string& iri) const {
    std::set<std::string> out;
    const std::string end = " <" + iri + "> .";
    for (const std::string_view line : split(lines, '\n'))
      if (line.ends_with(end)) out.emplace(line.substr(0, line.size() - end.size()));
    return out;
  }
};

inline std::string with_own_labels(std::string text) {
  constexpr std::string_view kMade = "_:bsx";  // scope "s" of the test document
  for (std::size_t at = 0; (at = text.find(kMade, at)) != std::string::npos; at += 2)
    text.erase(at + 2, kMade.size() - 2);
  return text;
}

inline void slice(Sliced& out, const std::string& text, SliceRules rules,
                  std::size_t memory_bytes = std::size_t{1} << 20) {
  const TemporaryFolder folder;
  const TemporaryFiles files{folder.file(""), "test", TemporaryFiles::Lifetime::this_run};
  Slicer slicer{std::move(rules), files, {.memory_bytes = memory_bytes, .threads = 2}};
  MemorySource bytes{text};
  CollectingDiagnostics faults;
  parse_document({.syntax = kNQuads,
                  .bytes = bytes,
                  .document = test_document(),
                  .diagnostics = faults,
                  .measured = Measured::ours({}),
                  .workers = 1,
                  .stop = {}},
                 [&](const QuadBatch& batch) { slicer.sink().write(batch); });
  out.result = slicer.finish({.step = [] {}, .faults = out.faults},
                             [&](std::string_view lines) { out.lines += lines; });
  out.lines = with_own_labels(std::move(out.lines));
}

}  // namespace semsite::test
