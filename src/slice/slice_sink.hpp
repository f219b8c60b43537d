#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/text_buffer.hpp"
#include "rdf/quad_sink.hpp"
#include "slice/intake.hpp"
#include "slice/slice_rules.hpp"

namespace semsite {

/// Kinds of records that the intake keeps apart.
namespace record_kind {
inline constexpr char direct = 'd';       ///< of entities: what is in their documents
inline constexpr char linked = 'l';       ///< of blank nodes: each triple that has one
inline constexpr char reification = 'r';  ///< of statement nodes: rdf:subject and so on
}  // namespace record_kind

/// Makes records of quads, on the calling thread. Graphs do not matter: what is sliced is
/// the merge of all graphs.
class SliceSink final : public QuadSink {
 public:
  /// References outlive the sink.
  SliceSink(const SliceRules& rules, Intake& intake) : rules_(rules), intake_(intake) {}

  void write(const QuadBatch& batch) override;
  /// Drops what still waits for a missing batch: after a failure.
  void end_document(const Document& document) override;
  /// Does not finish the intake.
  void finish() override {}

  /// Triples taken, repetitions included.
  [[nodiscard]] std::uint64_t triples() const;

 private:
  struct Records {
    TextBuffer texts;
    std::vector<std::uint32_t> ends;
    std::uint64_t triples = 0;
    bool given_up = false;
  };
  /// One document on its way: batches count in their order, and none behind one in which
  /// the document was given up.
  struct Lane {
    std::uint64_t next = 0;
    bool over = false;
    std::map<std::uint64_t, Records> waiting;
  };

  [[nodiscard]] Records records_of(const QuadBatch& batch) const;

  const SliceRules& rules_;
  Intake& intake_;
  mutable std::mutex mutex_;
  std::unordered_map<const Document*, Lane> lanes_;
  std::uint64_t triples_ = 0;
};

}  // namespace semsite
