#pragma once

#include <string>

#include "commands/given_options.hpp"
#include "commands/option_row.hpp"
#include "fetch/retry.hpp"
#include "fetch/transport.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// How the web is asked, and how much of it is read.
struct NetworkOptions {
  TransportOptions transport;
  RetryPolicy retry;
  Limits limits;  ///< of requests, and of what is unpacked and read
  bool ignore_robots = false;
};

[[nodiscard]] OptionGroup network_rows();
/// Bounds of what is unpacked and read.
[[nodiscard]] OptionGroup limit_rows();

/// Reads both groups. Throws UsageError.
[[nodiscard]] NetworkOptions read_network_options(const GivenOptions& given);

/// What is done when `limits` are final: the transport has them, too.
void settle_limits(NetworkOptions& network);

/// Throws UsageError unless the text of `option`, if there is one, is NAME:PASSWORD.
void check_login(const GivenOptions& given, const std::string& option);

/// Notes that the user named the host of `url`.
void note_named(const std::string& url, TransportOptions& transport);

}  // namespace semsite
