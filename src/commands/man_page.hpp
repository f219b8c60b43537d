#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "commands/message_options.hpp"
#include "commands/option_table.hpp"

namespace semsite {

/// "semsite", or "semsite-fetch" of a command: the name of its page without the section.
[[nodiscard]] std::string man_name(std::string_view command);

/// The manual page of `command` (a name of `commands()`; empty: of semsite itself) as
/// roff, made from the tables of commands and options.
[[nodiscard]] std::string man_page(const std::string& command);

/// Writes the pages of all commands into `folder`, as NAME.1. Throws RunError.
void write_man_pages(const std::string& folder);

/// What `man` is told.
struct ManOptions {
  MessageOptions messages;
  std::string folder;  ///< where all pages go; empty: one is printed
  std::string page;    ///< as roff, to be printed
};

[[nodiscard]] OptionTable man_table();
[[nodiscard]] ManOptions read_man(const CommandLine& line);
[[nodiscard]] int run_man(const ManOptions& options, const std::stop_token& stop);

}  // namespace semsite
