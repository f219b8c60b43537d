#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace semsite {

/// Value of an environment variable, empty if it is not set.
using Environment = std::function<std::string(const char* name)>;

/// The proxy that the environment names for a request to `host`, as curl reads it:
/// `http_proxy` (lower case only), `https_proxy`, `HTTPS_PROXY`, `all_proxy`,
/// `ALL_PROXY`, unless `no_proxy` or `NO_PROXY` excepts the host. Never one for loopback.
/// Empty: none.
[[nodiscard]] std::string environment_proxy(std::string_view scheme,
                                            std::string_view host,
                                            const Environment& environment);

}  // namespace semsite
