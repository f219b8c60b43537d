#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "io/output_file.hpp"
#include "plan/access_plan.hpp"
#include "report/statistics.hpp"
#include "state/file_table.hpp"

namespace semsite {

/// The code under which people are told of a file of which an earlier run's quads stay.
inline constexpr std::string_view kFormerStays = "part.former";

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
  /// The output of the last run, if nobody has changed it since.
  struct Former {
    Descriptor file;
  };
  /// Without a table nothing is noted.
  OutputNotes(std::optional<FileTable> table, const Former* former)
      : table_(std::move(table)), former_(former) {}

  /// Is anything noted at all?
  [[nodiscard]] bool notes() const { return table_.has_value(); }
  [[nodiscard]] std::optional<KeptFile> find(const DatasetPlan& plan,
                                             std::string_view way, std::string_view url);
  [[nodiscard]] std::optional<OutputPlace> first_place(const DatasetPlan& plan,
                                                       std::string_view way);
  /// What an earlier run had of a file that is worth asking "has it changed?".
  [[nodiscard]] std::optional<KeptFile> former(const DatasetPlan& plan,
                                               std::string_view way,
                                               std::string_view url);
  /// The same, with validators or without: what may stay where it cannot be had now.
  [[nodiscard]] std::optional<KeptFile> former_whole(const DatasetPlan& plan,
                                                     std::string_view way,
                                                     std::string_view url);
  /// Did an earlier run that ended have this one, with validators or without?
  [[nodiscard]] bool was_had(const DatasetPlan& plan, std::string_view way,
                             std::string_view url);
  /// Its quads, copied to `output`.
  void copy_former(const KeptFile& file, OutputFile& output) const;

  /// Notes that `file` is in `output`, once it is on the disk there.
  void put(const DatasetPlan& plan, std::string_view way, const KeptFile& file,
           OutputFile& output);
  void forget(const DatasetPlan& plan, std::string_view way);

  /// The same for a part of an endpoint.
  void put(const DatasetPlan& plan, const KeptPart& part, OutputFile& output);
  [[nodiscard]] std::optional<KeptPart> find_part(const DatasetPlan& plan,
                                                  std::string_view endpoint,
                                                  std::string_view id);
  void forget_parts(const DatasetPlan& plan, std::string_view endpoint);

  /// What is noted of a way whose bytes are taken out of the output, from `begin` on.
  struct Moved {
    std::vector<KeptFile> files{};
    std::vector<KeptPart> parts{};  ///< of endpoints
    OutputPlace begin{};
  };
  /// Forgets it, until its bytes are brought back.
  [[nodiscard]] Moved take(const DatasetPlan& plan, std::string_view way,
                           OutputPlace begin);
  /// The bytes are back in `output`, from `begin` to its end, as the best attempt.
  void put_back(const DatasetPlan& plan, std::string_view way, const Moved& moved,
                OutputPlace begin, OutputFile& output);

  /// The same for a spool that is to be appended to this output.
  [[nodiscard]] OutputNotes for_spool(const std::string& spool) const;
  /// Goes on with what `output`, of `bytes` on disk, has from before the run was broken
  /// off: up to the end of the last file that is noted.
  void go_on(OutputFile& output, std::uint64_t bytes);
  /// The spool was appended to `output` at `place`.
  void settle(OutputPlace place, OutputFile& output);

 private:
  std::optional<FileTable> table_;
  const Former* former_;
};

/// Fault counts as one text, for the state: "html.encoding=1 json.repaired=3".
[[nodiscard]] std::string write_fault_counts(const FaultCounts& faults);
[[nodiscard]] FaultCounts read_fault_counts(std::string_view text);

}  // namespace semsite
