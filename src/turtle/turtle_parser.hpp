#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "reading/parse_job.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// ParsePieceFn of Turtle: a piece of `make_turtle_splitter`.
void parse_turtle_piece(const PieceJob& job);
/// The same; `lines`, from 1: that on which each quad of the batch ends.
void parse_turtle_piece_with_lines(const PieceJob& job,
                                   std::vector<std::uint64_t>& lines);

/// ParsePieceFn of TriG: a piece of `make_trig_splitter`.
void parse_trig_piece(const PieceJob& job);

/// Takes a quad, which is valid only meanwhile, and the line on which it ends.
using TakePlacedQuad = std::function<void(const Quad& quad, std::uint64_t line)>;

/// Reads a whole Turtle document in memory: for files of our own kind, which are small
/// and whose faults must be told with their place. `base`: what its relative references
/// belong to. The quads of a piece (some 128 KiB) are given once its faults are told.
/// Throws DocumentError for a statement that is too long, and what `diagnostics` throws.
void read_turtle_text(std::string text, const std::string& base, Diagnostics& diagnostics,
                      const TakePlacedQuad& take);

}  // namespace semsite
