#pragma once

#include <stop_token>

#include "commands/options.hpp"

namespace semsite {

/// `semsite load`: the quads of all inputs into a store. The exit status.
[[nodiscard]] int run_load(const Options& options, const std::stop_token& stop);

}  // namespace semsite
