#pragma once

#include <span>
#include <string>
#include <string_view>

namespace semsite {

/// A row of the table of commands: help, completion and manual pages come from it.
struct Command {
  std::string_view name;
  std::string_view arguments;  ///< as in "Usage: semsite NAME [options] ARGUMENTS"
  std::string_view does;       ///< goes on after the name: "turns …"
  std::string_view example;
};

/// All commands, in the order of the overview.
[[nodiscard]] std::span<const Command> commands();

/// What `semsite --help` prints.
[[nodiscard]] std::string overview();

/// The lines above the options in `semsite COMMAND --help`.
[[nodiscard]] std::string usage_of(const std::string& command);

/// Throws UsageError unless `command` is one, with the nearest that is.
void check_command(const std::string& command);

}  // namespace semsite
