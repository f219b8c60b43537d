#pragma once

#include <stop_token>

#include "commands/options.hpp"

namespace semsite {

/// `semsite convert`: the inputs of the command line, several at once, to one output in
/// their order. Returns the exit status. Throws RunError, UsageError.
[[nodiscard]] int run_convert(const Options& options, const std::stop_token& stop);

}  // namespace semsite
