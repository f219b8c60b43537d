#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "plan/access_plan.hpp"
#include "report/statistics.hpp"
#include "sink/output_file.hpp"
#include "state/file_table.hpp"

namespace semsite {

/// The way under which the best of several incomplete attempts is noted: a run that goes
/// on begins again before it.
inline constexpr std::string_view kBestAttempt = "best";

/// What names a dataset in the state: the same in every run.
[[nodiscard]] std::string state_key(const DatasetPlan& plan);

/// What a file came to, for the state, and back.
[[nodiscard]] KeptFile kept_file(const SourceReport& source);
void restore(const KeptFile& file, SourceReport& source);

/// Which files are in the output already, and where: of a run that was broken off, and of
/// an earlier one whose output is still there. One for each output that datasets are
/// written to.
class OutputNotes {
 public:
  /// `former`: the output of the last run, if nobody has changed it since.
  struct Former {
    Descriptor file;
  };
  /// Without a table nothing is noted. With `held`, what is put is held back until
  /// `settle` says where the output begins in the real one.
  enum class Putting : std::uint8_t { at_once, held };
  OutputNotes(FileTable* table, const Former* former, Putting putting)
      : table_(table), former_(former), putting_(putting) {}

  /// Is anything noted at all?
  [[nodiscard]] bool notes() const { return table_ != nullptr; }
  [[nodiscard]] std::optional<KeptFile> find(const DatasetPlan& plan,
                                             std::string_view way,
                                             std::string_view url) const;
  [[nodiscard]] std::optional<OutputPlace> first_place(const DatasetPlan& plan,
                                                       std::string_view way) const;
  /// What an earlier run had of a file that is worth asking "has it changed?".
  [[nodiscard]] std::optional<KeptFile> former(const DatasetPlan& plan,
                                               std::string_view way,
                                               std::string_view url) const;
  /// Its quads, copied to `output`.
  void copy_former(const KeptFile& file, OutputFile& output) const;

  void put(const DatasetPlan& plan, std::string_view way, KeptFile file);
  void forget(const DatasetPlan& plan, std::string_view way);
  /// The same for an output that is to be appended to this one.
  [[nodiscard]] OutputNotes held() const { return {table_, former_, Putting::held}; }
  /// Puts what was held: its output was appended at `place`.
  void settle(OutputPlace place);

 private:
  struct Held {
    std::string dataset, way;
    KeptFile file;
  };
  FileTable* table_;
  const Former* former_;
  Putting putting_;
  std::vector<Held> held_;
};

}  // namespace semsite
