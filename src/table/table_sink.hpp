#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.hpp"
#include "io/output_file.hpp"
#include "io/sorter.hpp"
#include "io/temporary_files.hpp"
#include "rdf/quad_batch.hpp"
#include "table/separated_text.hpp"

namespace semsite {

/// What becomes of several values in one column of a row.
enum class ManyValues : std::uint8_t {
  join,  ///< one text, `|` between them; in each value `|` and `\` behind a `\`
  rows,  ///< one in each row: the row k has the k-th value of each column
};

struct PredicateColumn {
  std::string name;
  std::string iri;  ///< of the predicate
};

/// What a table of entities has: a row a subject, a column a predicate.
struct TableRules {
  std::string subject_class{};  ///< IRI; empty: whatever has a value in a column
  std::vector<PredicateColumn> columns{};  ///< empty: all predicates of the rows, by IRI
  ManyValues many = ManyValues::join;
};

/// How the rows are written.
enum class RowForm : std::uint8_t { csv, tsv, ndjson };

/// The text of one value in a row whose values are joined.
void append_joined(std::string& out, std::string_view value);

/// Makes a table of quads in any order: sorts them by subject, in memory up to a bound
/// and then on disk, and writes rows at the end, sorted by subject; values of a column
/// are sorted, each once, whatever graph they are from. IRIs and `_:labels` stand as
/// they are, literals without datatype and language.
class TableSink final : public QuadSink {
 public:
  /// Predicates that rows without named columns may have.
  static constexpr std::size_t kMostColumns = 4096;

  /// Of the memory, one row takes at most this part: as values, and as text.
  static constexpr std::size_t kRowShare = 4;

  /// Takes `memory_bytes`. References outlive the sink.
  TableSink(TableRules rules, RowForm form, const TemporaryFiles& files,
            std::size_t memory_bytes, OutputFile& output);

  void write(const QuadBatch& batch) override;
  void end_document(const Document& document) override;
  /// Writes the table. Throws RunError for a row that is too large and for too many
  /// columns. `finish` may be left out: nothing is written then.
  void finish() override;

  /// Called for each record while rows are written; may throw to stop.
  void watch(std::function<void()> step) { step_ = std::move(step); }
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  /// What was named and the data does not have, in words, after `finish`: an IRI that was
  /// mistyped leaves no other trace.
  [[nodiscard]] std::vector<std::string> unfound() const;

 private:
  struct Row;

  [[nodiscard]] RunMerge merge();
  void find_columns();
  void for_each_row(const std::function<void(const Row&)>& take);
  void write_head();
  void write_row(const Row& row);
  void write_record(std::string_view subject, const std::vector<std::string>& cells,
                    const std::vector<bool>& is_there);

  TableRules rules_;
  std::vector<bool> is_filled_;  ///< columns with a value in some row
  const RowForm form_;
  const std::size_t memory_bytes_;
  OutputFile& output_;
  std::map<std::string, std::size_t, std::less<>> places_;  ///< of columns, by IRI
  Mutex mutex_;
  Sorter sorter_ SEMSITE_GUARDED_BY(mutex_);
  std::function<void()> step_;
  std::uint64_t rows_ = 0;
};

}  // namespace semsite
