#pragma once

#include <string>

#include "app/options.hpp"

namespace semsite {

/// What makes two runs of `fetch` the same for the state: what is asked for, and what it
/// becomes. What follows the fetch does not count, nor does the order of the sites.
/// `former`: of the run that the state is of, which may have been written by an earlier
/// version.
[[nodiscard]] std::string fetch_identity(const Options& options,
                                         const std::string& former = {});

/// In words, what two of them differ in.
[[nodiscard]] std::string what_differs(const std::string& identity,
                                       const std::string& former);

}  // namespace semsite
