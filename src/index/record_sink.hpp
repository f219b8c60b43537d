#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "rdf/quad_sink.hpp"
#include "sink/record_lanes.hpp"

namespace semsite {

/// Marks of what is told of a graph beside its statements; they sort before them.
namespace graph_mark {
inline constexpr char graph_end = '\x01';  ///< stands behind the graph's IRI
inline constexpr char format = '\x02';
inline constexpr char source = '\x03';
inline constexpr char kind = 'g';  ///< of the records in an intake
inline constexpr char change =
    '\x02';  ///< stands behind a statement, before one of these
/// Stands behind a statement as it is compared, before that as it was read; only if the
/// two differ.
inline constexpr char as_read = '\x01';
inline constexpr char added = 'A';
inline constexpr char removed = 'D';
}  // namespace graph_mark

/// Makes a record of each quad, `graph \x01 s p o`, on the calling thread. Statements
/// without a graph are those of the document's base, which is its URL or what `--base`
/// says. Statements are as they are compared (`compared_text`). Blank nodes keep a label
/// of ours; others get one that is the document's own.
class RecordSink final : public QuadSink {
 public:
  /// What the quads are: `content` of documents, or changes of it.
  enum class Role : std::uint8_t { content, added, removed };
  /// `intake` outlives the sink.
  explicit RecordSink(Intake& intake, Role role = Role::content)
      : lanes_(intake), role_(role) {}

  void write(const QuadBatch& batch) override;
  void end_document(const Document& document) override { lanes_.end_document(document); }
  /// Does not finish the intake.
  void finish() override {}

  /// Quads taken, repetitions included.
  [[nodiscard]] std::uint64_t quads() const { return lanes_.quads(); }
  /// Those of them whose graph has a blank node as its name, which is no document: they
  /// are left out.
  [[nodiscard]] std::uint64_t nameless() const { return nameless_; }

 private:
  RecordLanes lanes_;
  Role role_;
  std::atomic<std::uint64_t> nameless_ = 0;
};

/// The statement of a record, whose graph and marks are taken off, as it is compared and
/// as it was read.
[[nodiscard]] std::string_view compared_in(std::string_view record);
[[nodiscard]] std::string_view written_in(std::string_view record);

/// Has a blank label the form in which semsite writes them: `b`, 16 characters, `x` or
/// `z`, and more? Such labels are unique, and stay the same from run to run.
[[nodiscard]] bool is_own_label(std::string_view label);

}  // namespace semsite
