#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/file_claim.hpp"
#include "io/output_file.hpp"
#include "report/console.hpp"
#include "state/run_state.hpp"

namespace semsite {

/// Says, in the place of the part of an output that has its name and on that output, that
/// the process is not over which gave it: its list of changes may not have been seen by
/// anybody yet.
class RunMark {
 public:
  /// `part` is not there.
  explicit RunMark(std::string part);
  RunMark(const RunMark&) = delete;
  RunMark& operator=(const RunMark&) = delete;
  /// Leaves it to the next process, unless this one has ended well.
  ~RunMark();
  void ended_well() { goes_ = true; }

  [[nodiscard]] static bool is_there(const std::string& part);
  /// Is that file such a mark?
  [[nodiscard]] static bool is_in(const std::string& part);
  /// That of a process which has claimed the part itself.
  static void take_away_at_the_very_end(const std::string& part, FileClaim claim);
  /// Into `part`, if it is there and this process claims it, else into `mark`.
  static void put(const std::string& part, std::optional<RunMark>& mark);

 private:
  std::string part_;
  FileClaim claim_;
  bool goes_ = false;
};

/// The files of a run that get their names together, once the state has noted that they
/// are whole: whoever is killed in between leaves the rest to the next command.
class FinalNames {
 public:
  explicit FinalNames(RunState& state) : state_(state) {}

  /// A file that is sealed. It outlives this.
  void add(OutputFile& file);
  /// Notes `whole`, with these files.
  void note(RunState::Whole whole);
  enum class Told : std::uint8_t { at_once, at_the_end };
  /// Gives the names, that of the output first. Throws RunError when all were tried, or
  /// at once if the output cannot have its name. With `Told::at_the_end` the process is
  /// over only when `mark` goes: the next command gives the names again until then.
  void give(Told told, std::optional<RunMark>& mark);

  /// Gives the names that an earlier process came to note only, or was ended before it
  /// was over. True if `list` is the name of one of these files; `mark` stands then, as
  /// after `give`. `part`: of the output. Throws UsageError if that list is gone. Where
  /// the output is gone, nothing gets a name.
  [[nodiscard]] bool complete(const std::string& list, const std::string& part,
                              std::optional<RunMark>& mark, Console& console) const;

 private:
  [[nodiscard]] bool is_as_noted(const std::string& path, std::uint64_t bytes) const;

  RunState& state_;
  std::vector<OutputFile*> files_;
};

}  // namespace semsite
