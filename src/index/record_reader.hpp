#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/sha256.hpp"
#include "base/share.hpp"
#include "index/document_record.hpp"
#include "io/intake.hpp"
#include "io/temporary_files.hpp"
#include "rdf/quad_batch.hpp"
#include "sink/document_lanes.hpp"

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
  /// `intake` outlives the sink. `share`: only documents of it are taken, by their URLs.
  explicit RecordSink(Intake& intake, Role role = Role::content, Share share = {})
      : lanes_(intake), role_(role), share_(share) {}

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
  Share share_;
  std::atomic<std::uint64_t> nameless_ = 0;
};

/// The statement of a record, whose graph and marks are taken off, as it is compared and
/// as it was read.
[[nodiscard]] std::string_view compared_in(std::string_view record);
[[nodiscard]] std::string_view written_in(std::string_view record);

/// Has a blank label the form in which semsite writes them: `b`, 16 characters, `x` or
/// `z`, and more? Such labels are unique, and stay the same from run to run.
[[nodiscard]] bool is_own_label(std::string_view label);

/// Makes documents of quads: all statements of a graph are one, in whatever order and
/// from whatever input they come. Sorts on disk; memory is what `room` says and one
/// document.
///
/// Fill `sink()` (harvest does), then take the documents from `finish`, in the order of
/// their URLs by bytes. Throws RunError when the disk fails.
class RecordReader {
 public:
  /// `files` outlives it.
  RecordReader(const TemporaryFiles& files, IntakeRoom room, RecordLimits limits = {},
               Share share = {});

  [[nodiscard]] QuadSink& sink() { return sink_; }
  /// Quads left out since a blank node names their graph.
  [[nodiscard]] std::uint64_t nameless() const { return sink_.nameless(); }

  /// No more quads will come. `step` is called for each statement and may throw to stop;
  /// `make_record` (document_record.hpp) makes a record of what `take` gets, on any
  /// thread.
  void finish(const std::function<void()>& step,
              const std::function<void(DocumentText)>& take);

 private:
  const std::size_t memory_bytes_;
  const RecordLimits limits_;
  Intake intake_;
  RecordSink sink_;
  const TemporaryFiles& files_;
};

/// Puts the statements of one document together, which come in order, and computes what
/// is told of all of them. Memory is bounded by the limit. One thread.
class TextGathering {
 public:
  TextGathering(std::string url, std::uint64_t most_bytes);

  void add_format(std::string_view format) { out_.formats.emplace_back(format); }
  void add_source(std::string_view source);
  /// `s p o`, without ` .`; each once, in the order in which they are compared
  /// (`compared_text`).
  void add(std::string_view statement);

  /// Nothing can be added after that.
  [[nodiscard]] DocumentText finish();

 private:
  DocumentText out_;
  std::uint64_t most_bytes_;
  Sha256 sum_;
  std::string held_;  ///< lines that wait to be hashed, as they are compared
  std::string room_;
};

}  // namespace semsite
