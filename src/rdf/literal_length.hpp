#pragma once

#include <cstdint>
#include <string_view>

#include "base/diagnostics.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// How long `text` is as a literal's of N-Quads, between its quotes: escapes make it six
/// times as long at the most.
[[nodiscard]] std::uint64_t written_bytes(std::string_view text);

/// Takes out and reports ("literal.too-long") the quads with a literal that is written
/// longer than twice `literal_bytes`: no line of N-Quads is read that is so long.
void drop_long_literals(QuadBatch& batch, Diagnostics& diagnostics,
                        std::uint64_t literal_bytes);

}  // namespace semsite
