#pragma once

#include <string>
#include <vector>

#include "fetch/transport.hpp"

namespace semsite {

/// Values of `--trust`, checked and in lower case: `host`, `host:port`, or a scheme such
/// as `urn:`. Throws UsageError.
[[nodiscard]] std::vector<std::string> trusted_hosts(
    const std::vector<std::string>& words);

/// The URL that `option` ("--to") gives of a store, to be asked by it; its host is noted
/// in `transport` as one that the user named. `login` is the option for what must not
/// stand in the URL. Throws UsageError.
[[nodiscard]] std::string store_url(const std::string& option, const std::string& text,
                                    const std::string& login,
                                    TransportOptions& transport);

}  // namespace semsite
