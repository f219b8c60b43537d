#pragma once

#include <utility>

#include "rdf/quad_sink.hpp"
#include "report/term_census.hpp"

namespace semsite {

/// Counts quads on their way to another sink. Both references outlive it.
class CensusSink final : public QuadSink {
 public:
  CensusSink(QuadSink& to, TermCensus& census) : to_(to), census_(census) {}

  void write(const QuadBatch& batch) override {
    census_.add(batch);
    to_.write(batch);
  }
  void take(QuadBatch batch) override {
    census_.add(batch);
    to_.take(std::move(batch));
  }
  void wait_until_ready() override { to_.wait_until_ready(); }
  void end_document(const Document& document) override { to_.end_document(document); }
  void finish() override { to_.finish(); }

 private:
  QuadSink& to_;
  TermCensus& census_;
};

}  // namespace semsite
