#pragma once

#include <stop_token>

#include "commands/message_options.hpp"
#include "commands/named_files.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"
#include "commands/output_options.hpp"
#include "commands/reading_options.hpp"
#include "commands/run_account.hpp"
#include "documents/graph_policy.hpp"

namespace semsite {

/// What `convert` is told.
struct ConvertOptions {
  MessageOptions messages;
  NetworkOptions network;
  ReadingOptions reading;
  OutputOptions output;
  GraphPolicy graph;
  AccountOptions account{};
};

[[nodiscard]] OptionTable convert_table();
[[nodiscard]] ConvertOptions read_convert(const CommandLine& line);
void name_files(const ConvertOptions& options, NamedFiles& files);

/// The inputs, several at once, to one output in their order. Returns the exit status.
/// Throws RunError, UsageError.
[[nodiscard]] int run_convert(const ConvertOptions& options, const std::stop_token& stop);

}  // namespace semsite
