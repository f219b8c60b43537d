#pragma once

#include "reading/parse_job.hpp"

namespace semsite {

/// Reads whole lines of N-Triples 1.1; a fourth term is a fault ("ntriples.graph").
/// A faulty line is reported with its raw text and passed over.
void parse_ntriples_piece(const PieceJob& job);

/// The same for N-Quads 1.1, which has every N-Triples document as a part.
void parse_nquads_piece(const PieceJob& job);

}  // namespace semsite
