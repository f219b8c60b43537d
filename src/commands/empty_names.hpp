#pragma once

#include "commands/commands.hpp"

namespace semsite {

/// Throws UsageError if an argument, or the name of a file or folder that an option
/// takes, is empty. Mostly it is a variable of the shell that is not set: nothing good
/// can come of it, and what was meant cannot be known.
void check_empty_names(const Command& command, const CommandLine& line);

}  // namespace semsite
