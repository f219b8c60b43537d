#pragma once

#include <string>
#include <vector>

#include "commands/fetch_options.hpp"

namespace semsite {

/// What makes two runs of `fetch` the same for the state, as text: the sites, whose order
/// does not matter, and the options that `commands/fetch_options` says shape the output.
[[nodiscard]] std::string fetch_identity(const FetchCommandOptions& options);

/// What a command has to do with the one before it.
struct FetchDifference {
  enum class Kind {
    none,
    /// Other sites beside those that stay, other pages of them: a refresh follows.
    selection,
    another,  ///< nothing of its state can be used
  } kind = Kind::none;
  std::vector<std::string> joined{}, left{};  ///< URLs that are named now, and no more
  bool pages = false;                         ///< other pages of sites are wanted
};

/// `former` may have been written by an earlier version.
[[nodiscard]] FetchDifference compare_fetches(const std::string& identity,
                                              const std::string& former);

/// "a b c and 7 more".
[[nodiscard]] std::string first_of(const std::vector<std::string>& urls);

/// What two of them differ in, as it is typed: "before: --graph auto; now: --graph none".
/// Of many sites the first that only one of them has are named.
[[nodiscard]] std::string what_differs(const std::string& identity,
                                       const std::string& former);

}  // namespace semsite
