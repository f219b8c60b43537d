#pragma once

#include <string>

#include "commands/given_options.hpp"
#include "commands/option_row.hpp"
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
  std::string config;  ///< hash of the file of options; empty: there is none
};

[[nodiscard]] OptionGroup message_rows();
[[nodiscard]] MessageOptions read_message_options(const GivenOptions& given);

/// Where its messages go.
[[nodiscard]] Console console_of(const MessageOptions& options);

}  // namespace semsite
