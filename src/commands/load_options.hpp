#pragma once

#include <string>
#include <vector>

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// Values of `--trust`, checked and in lower case: `host`, `host:port`, or a scheme such
/// as `urn:`. Throws UsageError.
[[nodiscard]] std::vector<std::string> trusted_hosts(
    const std::vector<std::string>& words);

/// Reads what is said of the store, whose URL is the value of `option` ("to" or "load"),
/// and of the work of a load, after everything else but the state. Throws UsageError.
void read_load_options(const GivenOptions& given, const std::string& option,
                       Options& out);

/// The URL that `option` gives of a store, to be asked by it; its host is one that the
/// user named. Throws UsageError.
[[nodiscard]] std::string store_url(const std::string& option, const std::string& text,
                                    Options& out);

/// Where a load keeps how far it has come: beside the first of its files; empty if it has
/// none.
[[nodiscard]] std::string load_state_beside(const Options& out);

}  // namespace semsite
