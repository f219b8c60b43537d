#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "commands/message_options.hpp"
#include "commands/metrics.hpp"
#include "commands/named_files.hpp"
#include "commands/option_table.hpp"
#include "serve/listen_address.hpp"

namespace semsite {

/// What `serve` is told.
struct ServeOptions {
  MessageOptions messages;
  std::string index;  ///< the file that is shown
  ListenAddress listen;
  std::vector<std::string> hosts;  ///< names that are answered, besides its own
  std::string port_file;           ///< where the port is written; empty: nowhere
  double seconds = 10;             ///< for one search
  MetricsOptions metrics;
};

[[nodiscard]] OptionTable serve_table();
[[nodiscard]] ServeOptions read_serve(const CommandLine& line);
void name_files(const ServeOptions& options, NamedFiles& files);

/// Serves an index until it is stopped. The exit status (docs/exit-status.md).
int run_serve(const ServeOptions& options, const std::stop_token& stop);

}  // namespace semsite
