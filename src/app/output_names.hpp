#pragma once

#include "app/options.hpp"

namespace semsite {

/// Throws UsageError if two options name the same file to be written, by whatever
/// spelling or link: one would take the place of the other.
void check_outputs(const Options& options);

}  // namespace semsite
