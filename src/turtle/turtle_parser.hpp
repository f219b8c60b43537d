#pragma once

#include <cstdint>
#include <vector>

#include "reading/parse_job.hpp"

namespace semsite {

/// ParsePieceFn of Turtle: a piece of `make_turtle_splitter`.
void parse_turtle_piece(const PieceJob& job);
/// The same; `lines`, from 1: that on which each quad of the batch ends.
void parse_turtle_piece_with_lines(const PieceJob& job,
                                   std::vector<std::uint64_t>& lines);

/// ParsePieceFn of TriG: a piece of `make_trig_splitter`.
void parse_trig_piece(const PieceJob& job);

}  // namespace semsite
