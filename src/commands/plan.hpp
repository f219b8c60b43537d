#pragma once

#include <stop_token>

#include "commands/discovery_options.hpp"
#include "commands/message_options.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"

namespace semsite {

enum class PlanFormat { text, json, turtle };

/// What `plan` is told.
struct PlanCommandOptions {
  MessageOptions messages;
  NetworkOptions network;
  DiscoveryOptions discovery;
  PlanFormat format = PlanFormat::text;
};

[[nodiscard]] OptionTable plan_table();
[[nodiscard]] PlanCommandOptions read_plan(const CommandLine& line);

/// Prints how the sites offer their data. Returns the exit status. Throws RunError.
[[nodiscard]] int run_plan(const PlanCommandOptions& options,
                           const std::stop_token& stop);

}  // namespace semsite
