#pragma once

#include <string>
#include <vector>

#include "commands/option_table.hpp"
#include "fetch/retry.hpp"
#include "fetch/transport.hpp"
#include "s3/s3_access.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// How the web is asked, and how much of it is read.
struct NetworkOptions {
  TransportOptions transport;
  RetryPolicy retry;
  Limits limits;  ///< of requests, and of what is unpacked and read
  bool ignore_robots = false;
  S3Options s3;
};

[[nodiscard]] OptionGroup network_rows();
/// Bounds of what is unpacked and read.
[[nodiscard]] OptionGroup limit_rows();

/// Reads both groups, and that of S3 stores. Throws UsageError.
[[nodiscard]] NetworkOptions read_network_options(const GivenOptions& given);

/// What is done when `limits` are final: the transport has them, too.
void settle_limits(NetworkOptions& network);

/// Throws UsageError unless the text of `option`, if there is one, is NAME:PASSWORD.
void check_login(const GivenOptions& given, const std::string& option);

/// Notes that the user named the host of `url`.
void note_named(const std::string& url, TransportOptions& transport);

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
