#pragma once

#include "parse/parse_job.hpp"

namespace semsite {

/// ParsePieceFn of Turtle: a piece of `make_turtle_splitter`.
void parse_turtle_piece(const PieceJob& job);

/// ParsePieceFn of TriG: a piece of `make_trig_splitter`.
void parse_trig_piece(const PieceJob& job);

}  // namespace semsite
