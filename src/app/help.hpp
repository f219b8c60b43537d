#pragma once

#include <string>

namespace semsite {

/// What `semsite --help` prints.
[[nodiscard]] std::string overview();

/// The lines above the options in `semsite COMMAND --help`.
[[nodiscard]] std::string usage_of(const std::string& command);

/// Throws UsageError unless `command` is one, with the nearest that is.
void check_command(const std::string& command);

}  // namespace semsite
