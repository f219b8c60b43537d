#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/console.hpp"
#include "report/run_report.hpp"
#include "state/state_summary.hpp"

namespace semsite {

/// Does `work`, and tells programs of its begin and its end (`--log json`), however that
/// is. `begun`: what is known of it before; `ended`: asked for what it came to.
int told_run(Console& console, std::string_view command, std::vector<Event::Member> begun,
             const std::function<int()>& work,
             const std::function<std::vector<Event::Member>()>& ended);

/// What a run came to, as its report says.
[[nodiscard]] std::vector<Event::Member> numbers_of(const RunReport& report);

/// What the state keeps of a run's report, for `status` and manifests: each dataset, and
/// what is missing.
[[nodiscard]] RunEnding ending_of(const RunReport& report);

/// Why not all is there, in one line.
[[nodiscard]] std::string verdict_line(const RunReport& report);

/// What there is of an output when a run is interrupted.
struct InterruptedOutput {
  bool has_data = false;
  bool goes_on = false;     ///< the same command does, by its state
  bool has_former = false;  ///< under its name is what the run before wrote
};
/// "interrupted; what came so far is in OUTPUT.part, …", for people.
[[nodiscard]] std::string interrupted_words(const std::string& output,
                                            const InterruptedOutput& there);

}  // namespace semsite
