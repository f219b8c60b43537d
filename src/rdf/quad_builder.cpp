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

void QuadBuilder::share(std::shared_ptr<const void> owner) {
  batch_.share({.bytes = {}, .owner = owner});
  shared_.push_back(std::move(owner));
}

void QuadBuilder::flush() {
  if (batch_.quads().empty()) return;
  handed_on_ += batch_.size();
  QuadBatch full = std::exchange(batch_, QuadBatch{document_, next_sequence_++});
  for (const auto& owner : shared_) batch_.share({.bytes = {}, .owner = owner});
  taker_(std::move(full));
}

}  // namespace semsite
