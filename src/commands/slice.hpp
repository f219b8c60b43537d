#pragma once

#include <stop_token>

#include "commands/slice_options.hpp"

namespace semsite {

/// `semsite slice`: the inputs of the command line, cut into one document for each
/// entity. Returns the exit status. Throws RunError, UsageError.
[[nodiscard]] int run_slice(const SliceOptions& options, const std::stop_token& stop);

}  // namespace semsite
