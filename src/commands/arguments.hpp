#pragma once

#include <string>
#include <vector>

#include "commands/option_table.hpp"
#include "fetch/transport.hpp"

namespace semsite {

/// How many arguments there must be.
enum class Fewest { none, one };

/// The documents that the arguments of `line` name, as absolute URLs; `-` stays. Logins
/// in URLs are taken out of them, and go into `transport` with the hosts that the user
/// so names. Throws UsageError for what cannot be read.
[[nodiscard]] std::vector<std::string> document_urls(const CommandLine& line,
                                                     TransportOptions& transport,
                                                     Fewest fewest = Fewest::one);

/// The sites that arguments and `--sites` name.
struct SiteUrls {
  std::vector<std::string> urls;  ///< absolute, each once
  std::vector<std::string> odd;   ///< what is wrong with lines of `--sites`, and where
};
[[nodiscard]] SiteUrls site_urls(const CommandLine& line, TransportOptions& transport);

/// The one argument, which may be left out. Throws UsageError if there are more.
[[nodiscard]] std::string only_argument(const CommandLine& line);

}  // namespace semsite
