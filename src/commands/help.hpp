#pragma once

#include <string>

#include "commands/commands.hpp"

namespace semsite {

/// What `semsite --help` prints.
[[nodiscard]] std::string overview();

/// What `semsite COMMAND --help` prints.
[[nodiscard]] std::string help_of(const Command& command);

}  // namespace semsite
