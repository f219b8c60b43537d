#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "base/section_watch.hpp"
#include "rdf/quad_batch.hpp"
#include "report/term_counts.hpp"

namespace semsite {

/// Counts the properties and classes of all quads that a run brings to an output; what is
/// taken back from the output does not count. `add` and `add_lines` are thread-safe and
/// hardly wait for each other: each call counts into a table of its own, and the tables
/// are added up where a section begins or ends.
class TermCensus final : public SectionWatch {
 public:
  TermCensus();

  void add(const QuadBatch& batch);
  /// Whole lines of canonical N-Quads.
  void add_lines(std::string_view nquads);
  /// What another census has counted.
  void add(const TermCounts& counts);

  void section_begins() override;
  void section_stays() override;
  [[nodiscard]] std::shared_ptr<const void> section_goes() override;
  void section_returns(const std::shared_ptr<const void>& noted) override;

  /// Everything that stayed. The census begins anew.
  [[nodiscard]] TermCounts take();

 private:
  void count(const std::function<void(TermCounts&)>& add);
  /// Adds the tables up to what the innermost section has.
  void settle() SEMSITE_REQUIRES(mutex_);

  Mutex mutex_;
  std::vector<std::unique_ptr<TermCounts>> idle_ SEMSITE_GUARDED_BY(mutex_);
  /// of the output, and of each open section in it
  std::vector<TermCounts> open_ SEMSITE_GUARDED_BY(mutex_);
};

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
