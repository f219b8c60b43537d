#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/document_record.hpp"
#include "index/record_reader.hpp"
#include "io/intake.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// A statement as it is compared, and as it was read: `s p o`.
struct ComparedStatement {
  ComparedStatement(std::string by, std::string text)
      : compared(std::move(by)), written(std::move(text)) {}
  explicit ComparedStatement(std::string_view text);

  std::string compared, written;
};

/// What changes in one document: statements, each once, in the order in which they are
/// compared.
struct DocumentChange {
  std::string url;
  std::vector<ComparedStatement> removed{}, added{};
};

/// Brings the quads that are gone and those that are new together, document by document.
/// Memory is that of `room` and the changes of one document. Throws RunError.
class ChangeReader {
 public:
  /// `files` outlives it.
  ChangeReader(const TemporaryFiles& files, IntakeRoom room);

  [[nodiscard]] QuadSink& removed() { return removed_; }
  [[nodiscard]] QuadSink& added() { return added_; }
  /// Quads left out since a blank node names their graph.
  [[nodiscard]] std::uint64_t nameless() const {
    return removed_.nameless() + added_.nameless();
  }

  /// `step` is called for each quad and may throw to stop.
  void finish(const std::function<void()>& step,
              const std::function<void(DocumentChange)>& take);

 private:
  const TemporaryFiles& files_;
  const std::size_t memory_bytes_;
  Intake intake_;
  RecordSink removed_, added_;
};

/// `old` without what is removed, with what is added. `missing` of it counts statements
/// that were to be removed and were not there.
struct ChangedText {
  DocumentText text;
  std::uint64_t missing = 0;
};
[[nodiscard]] ChangedText apply_change(const DocumentText& old,
                                       const DocumentChange& change,
                                       const RecordLimits& limits);

}  // namespace semsite
