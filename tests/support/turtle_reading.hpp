#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/byte_source.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"
#include "turtle/turtle_parser.hpp"
#include "turtle/turtle_splitter.hpp"

namespace semsite::test {

/// How to read a text; the quads may not depend on it.
struct ReadingShape {
  std::size_t step = kBlockBytes;        ///< bytes the source gives at once
  std::size_t piece_bytes = 128 * 1024;  ///< 1: every statement is a piece
  unsigned workers = 1;
};

/// What came out: canonical lines in document order, faults, a document's failure.
struct Reading {
  std::vector<std::string> lines;
  std::vector<CollectingDiagnostics::Kept> faults;
  std::string failure;  ///< code of the DocumentError
  std::size_t pieces = 0;

  [[nodiscard]] std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const auto& fault : faults) out.push_back(fault.code);
    return out;
  }
};

inline constexpr std::string_view kTestBase = "http://example.org/dir/doc";

inline Reading read_turtle(TurtleDialect dialect, std::string text,
                           const ReadingShape& shape = {}, const Limits& limits = {}) {
  auto document = std::make_shared<Document>();
  document->base = kTestBase;
  CollectingDiagnostics diagnostics;
  MemorySource bytes{std::move(text), shape.step};
  TurtleSplitter splitter{
      {bytes, *document, diagnostics, limits}, dialect, shape.piece_bytes};
  Reading reading;
  std::mutex mutex;
  std::vector<std::vector<std::string>> by_piece;
  const auto work = [&] {
    try {
      for (;;) {
        std::optional<Piece> piece;
        {
          const std::scoped_lock lock{mutex};
          piece = splitter.next();
        }
        if (!piece) return;
        QuadBatch batch{document, piece->sequence};
        (dialect == TurtleDialect::trig ? parse_trig_piece : parse_turtle_piece)(
            {*piece, batch, diagnostics, limits});
        std::vector<std::string> lines;
        for (const Quad& quad : batch.quads()) {
          std::string line;
          append_quad(line, quad, *document);
          line.pop_back();
          lines.push_back(std::move(line));
        }
        const std::scoped_lock lock{mutex};
        ++reading.pieces;
        by_piece.resize(std::max<std::size_t>(by_piece.size(), piece->sequence + 1));
        by_piece[piece->sequence] = std::move(lines);
      }
    } catch (const DocumentError& error) {
      const std::scoped_lock lock{mutex};
      reading.failure = error.code();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < shape.workers; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  for (auto& lines : by_piece)
    for (std::string& line : lines) reading.lines.push_back(std::move(line));
  reading.faults = diagnostics.faults();
  std::stable_sort(reading.faults.begin(), reading.faults.end(),
                   [](const auto& a, const auto& b) {
                     return std::pair{a.line, a.column} < std::pair{b.line, b.column};
                   });
  return reading;
}

inline Reading read_turtle(std::string text) {
  return read_turtle(TurtleDialect::turtle, std::move(text));
}
inline Reading read_trig(std::string text) {
  return read_turtle(TurtleDialect::trig, std::move(text));
}

}  // namespace semsite::test
