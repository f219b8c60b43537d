#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "commands/message_options.hpp"
#include "commands/option_table.hpp"
#include "commands/queue_status.hpp"
#include "state/state_summary.hpp"

namespace semsite {

/// What is to be known of a state at a glance.
enum class RunStanding {
  never_begun,
  under_way,
  broken_off,
  incomplete,
  output_gone,  ///< it is not there any more as the run left it
  complete
};
[[nodiscard]] RunStanding standing_of(const StateSummary& state);

/// For people: a heading, what the last run did and left, and the next step.
[[nodiscard]] std::string status_text(const StateSummary& state);
/// The same for programs (docs/status.md has the fields).
[[nodiscard]] std::string status_json(const StateSummary& state);

/// What is to be done next, in a sentence.
[[nodiscard]] std::string next_step(const StateSummary& state);

/// What `status` is told.
struct StatusOptions {
  MessageOptions messages;
  std::string state;     ///< the file that is read
  std::string parts{};   ///< the folder of the parts, if the output is in parts here
  bool as_json = false;  ///< for programs; else for people
  std::optional<QueueStatusOptions> queue{};  ///< of that instead of a state
};

[[nodiscard]] OptionTable status_table();
[[nodiscard]] StatusOptions read_status(const CommandLine& line);

/// Prints it: 0 if the last run has everything, 1 otherwise. Throws RunError.
[[nodiscard]] int run_status(const StatusOptions& options, const std::stop_token& stop);

}  // namespace semsite
