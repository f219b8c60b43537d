#include "rdf/quad_builder.hpp"

#include <utility>

#include "rdf/page_meter.hpp"

namespace semsite {
namespace {
constexpr std::size_t kQuadsPerBatch = 1024;
constexpr std::size_t kKeptPerBatch = std::size_t{1} << 20U;
}  // namespace

bool QuadBuilder::add(const Quad& quad) {
  if (document_->meter) document_->meter->add(quad);
  batch_.add(quad);
  kept_bytes_ += iri_bytes_of(quad);
  if (batch_.quads().size() < kQuadsPerBatch && kept_bytes_ < kKeptPerBatch) return false;
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
  kept_bytes_ = 0;
  QuadBatch full = std::exchange(batch_, QuadBatch{document_, next_sequence_++});
  for (const auto& owner : shared_) batch_.share({.bytes = {}, .owner = owner});
  taker_(std::move(full));
}

}  // namespace semsite
