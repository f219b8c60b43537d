#pragma once

#include <string>
#include <vector>

#include "report/console.hpp"
#include "sink/output_file.hpp"
#include "state/run_state.hpp"

namespace semsite {

/// The files of a run that get their names together, once the state has noted that they
/// are whole: whoever is killed in between leaves the rest to the next command.
class FinalNames {
 public:
  explicit FinalNames(RunState& state) : state_(state) {}

  /// A file that is sealed. It outlives this.
  void add(OutputFile& file);
  /// Notes `whole`, with these files.
  void note(RunState::Whole whole);
  /// Gives the names. Throws RunError when all were tried.
  void give();

  /// Gives the names that an earlier process came to note only. True if `list` is the
  /// name of one of these files.
  [[nodiscard]] bool complete(const std::string& list, Console& console) const;

 private:
  RunState& state_;
  std::vector<OutputFile*> files_;
};

}  // namespace semsite
