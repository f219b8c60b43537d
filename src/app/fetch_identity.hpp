#pragma once

#include <string>

#include "app/options.hpp"

namespace semsite {

/// What makes two runs of `fetch` the same for the state: what is asked for, and what it
/// becomes. What follows the fetch does not count.
[[nodiscard]] std::string fetch_identity(const Options& options);

}  // namespace semsite
