#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands.hpp"

namespace semsite {

/// Behind `--help`: everything that a command has.
inline constexpr std::string_view kAllOptions = "all";

/// The word behind the first `--help` or `-h` of `words`, which may name a group; empty:
/// there is none. Nothing: no help is asked for. What stands behind `--` asks for none.
[[nodiscard]] std::optional<std::string> help_wish(const std::vector<std::string>& words);

/// What `semsite COMMAND --help` prints, in lines of at most `width` columns: what the
/// command is for, three examples, and the options that people use. `extent`: "all", or
/// the name of one group, whose options are shown instead. Options that the command has
/// no use for are not shown. Throws UsageError, with the names of all groups, if it has
/// none called so.
[[nodiscard]] std::string help_of(const Command& command, std::string_view extent,
                                  std::size_t width);

/// What `semsite --help` prints.
[[nodiscard]] std::string overview(std::size_t width);

/// How many columns help has: what COLUMNS says, else as many as the terminal that it
/// goes to, else 80.
[[nodiscard]] std::size_t help_width();

}  // namespace semsite
