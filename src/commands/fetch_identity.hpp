#pragma once

#include <string>

#include "commands/fetch_options.hpp"

namespace semsite {

/// What makes two runs of `fetch` the same for the state, as text: the sites, whose order
/// does not matter, and the options that `commands/fetch_options` says shape the output.
[[nodiscard]] std::string fetch_identity(const FetchCommandOptions& options);

/// Is `former`, which may have been written by an earlier version, the same?
[[nodiscard]] bool is_same_fetch(const std::string& identity, const std::string& former);

/// What two of them differ in, as it is typed: "before: --graph auto; now: --graph none".
[[nodiscard]] std::string what_differs(const std::string& identity,
                                       const std::string& former);

}  // namespace semsite
