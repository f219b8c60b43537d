#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "rdf/quad_sink.hpp"

namespace semsite {

/// Before a sink whose form has no triple terms, such as JSON-LD 1.1: leaves statements
/// with one out, and counts them. Thread-safe as the sink is.
class TripleTermFilter final : public QuadSink {
 public:
  using Count = std::shared_ptr<std::atomic<std::uint64_t>>;

  TripleTermFilter(std::unique_ptr<QuadSink> sink, Count left_out)
      : sink_(std::move(sink)), left_out_(std::move(left_out)) {}

  void write(const QuadBatch& batch) override {
    const auto has_triple = [](const Quad& quad) {
      return quad.object.kind == TermKind::triple;
    };
    const std::span<const Quad> quads = batch.quads();
    const auto count = std::ranges::count_if(quads, has_triple);
    if (count == 0) return sink_->write(batch);
    *left_out_ += static_cast<std::uint64_t>(count);
    QuadBatch rest{batch.shared_document(), batch.sequence()};  // looks into `batch`
    for (const Quad& quad : quads)
      if (!has_triple(quad)) rest.add(quad);
    if (batch.given_up()) rest.give_up();
    sink_->write(rest);
  }
  void end_document(const Document& document) override { sink_->end_document(document); }
  void finish() override { sink_->finish(); }

 private:
  std::unique_ptr<QuadSink> sink_;
  Count left_out_;
};

}  // namespace semsite
