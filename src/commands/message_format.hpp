#pragma once

#include <string>
#include <vector>

#include "report/console.hpp"

namespace semsite {

/// A console for what is wrong with a command line: as JSON if it (or its --config) asks
/// for that anywhere, whatever else is wrong with it.
[[nodiscard]] Console console_for(const std::vector<std::string>& words);

}  // namespace semsite
