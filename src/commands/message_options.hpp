#pragma once

#include <string>
#include <vector>

#include "commands/option_table.hpp"
#include "report/console.hpp"
#include "report/progress.hpp"
#include "report/terminal.hpp"

namespace semsite {

/// What every command is told of its messages.
struct MessageOptions {
  Verbosity verbosity = Verbosity::normal;
  LogFormat log = LogFormat::text;
  ColourWish colour = ColourWish::automatic;
  ProgressStyle progress = ProgressStyle::automatic;
  bool has_events = false;  ///< as JSON, of a verbosity that is quiet, too
  std::string config;       ///< hash of the file of options; empty: there is none
};

[[nodiscard]] OptionGroup message_rows();
[[nodiscard]] MessageOptions read_message_options(const GivenOptions& given);

/// Where its messages go.
[[nodiscard]] Console console_of(const MessageOptions& options);

/// A console for what is wrong with a command line: as JSON if it (or its --config) asks
/// for that anywhere, whatever else is wrong with it.
[[nodiscard]] Console console_for(const std::vector<std::string>& words);

}  // namespace semsite
