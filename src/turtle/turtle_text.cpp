#include "turtle/turtle_text.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "rdf/document.hpp"
#include "rdf/quad_batch.hpp"
#include "semsite/limits.hpp"
#include "turtle/turtle_parser.hpp"
#include "turtle/turtle_splitter.hpp"

namespace semsite {

void read_turtle_text(std::string text, const std::string& base, Diagnostics& diagnostics,
                      const TakePlacedQuad& take) {
  const auto document = std::make_shared<Document>();
  document->base = base;
  const Limits limits;
  MemorySource bytes{std::move(text)};
  const auto splitter = make_turtle_splitter({.bytes = bytes,
                                              .document = *document,
                                              .diagnostics = diagnostics,
                                              .limits = limits});
  std::vector<std::uint64_t> lines;
  while (const std::optional<Piece> piece = splitter->next()) {
    QuadBatch batch{document, piece->sequence};
    parse_turtle_piece_with_lines(
        {.piece = *piece, .batch = batch, .diagnostics = diagnostics, .limits = limits},
        lines);
    for (std::size_t i = 0; i < batch.size(); ++i) take(batch.quads()[i], lines.at(i));
  }
}

}  // namespace semsite
