#pragma once

#include "commands/options.hpp"

namespace semsite {

/// Throws UsageError if two options name the same file to be written, by whatever
/// spelling or link: one would take the place of the other. Also if a file to be written
/// is one that the command reads, or if two go to standard output.
void check_outputs(const Options& options);

}  // namespace semsite
