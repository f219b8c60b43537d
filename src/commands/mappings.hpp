#pragma once

#include <functional>
#include <string_view>

#include "commands/options.hpp"

namespace semsite {

/// Lists the mappings, those at the arguments and of `--mappings` included, after having
/// checked each; or the functions that mappings can call. What is wrong goes to
/// `complain`, a line each. The exit status: 2 if a mapping is bad.
[[nodiscard]] int run_mappings(const Options& options,
                               const std::function<void(std::string_view)>& print,
                               const std::function<void(std::string_view)>& complain);

}  // namespace semsite
