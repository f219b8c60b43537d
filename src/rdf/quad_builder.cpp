#include "rdf/quad_builder.hpp"

#include <utility>

namespace semsite {
namespace {
constexpr std::size_t kQuadsPerBatch = 1024;
}

bool QuadBuilder::add(const Quad& quad) {
  batch_.add(quad);
  if (batch_.quads().size() < kQuadsPerBatch) return false;
  flush();
  return true;
}

void QuadBuilder::flush() {
  if (batch_.quads().empty()) return;
  QuadBatch full = std::exchange(batch_, QuadBatch{document_, next_sequence_++});
  taker_(std::move(full));
}

}  // namespace semsite
