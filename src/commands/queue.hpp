#pragma once

#include <stop_token>

#include "commands/option_table.hpp"
#include "commands/queue_options.hpp"

namespace semsite {

[[nodiscard]] OptionTable queue_table();
[[nodiscard]] QueueCommandOptions read_queue(const CommandLine& line);

/// `semsite queue init|drop|gc|abandon URL`. Throws RunError.
[[nodiscard]] int run_queue(const QueueCommandOptions& options,
                            const std::stop_token& stop);

}  // namespace semsite
