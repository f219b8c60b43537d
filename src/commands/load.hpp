#pragma once

#include <stop_token>

#include "commands/load_options.hpp"

namespace semsite {

/// `semsite load`: the quads of all inputs into a store. The exit status.
[[nodiscard]] int run_load(const LoadOptions& options, const std::stop_token& stop);

}  // namespace semsite
