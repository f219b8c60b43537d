#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "commands/message_options.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"

namespace semsite {

/// What `inspect` is told.
struct InspectCommandOptions {
  MessageOptions messages;
  NetworkOptions network;
  std::vector<std::string> urls;  ///< absolute; `-` is standard input; may be none
  std::string base;               ///< empty: where the document came from
  std::string agent;              ///< product token to judge URLs for; may be empty
  std::vector<std::string> agent_urls;
  std::vector<std::string> link_fields;  ///< of `--header-file`
};

[[nodiscard]] OptionTable inspect_table();
[[nodiscard]] InspectCommandOptions read_inspect(const CommandLine& line);

/// Prints what the documents say. Returns the exit status. Throws RunError.
[[nodiscard]] int run_inspect(const InspectCommandOptions& options,
                              const std::stop_token& stop);

}  // namespace semsite
