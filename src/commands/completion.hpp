#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "commands/message_options.hpp"
#include "commands/option_table.hpp"

namespace semsite {

/// A script by which `shell` (bash, zsh, fish) completes commands, options, their values
/// and files, made from the tables of commands and options. Throws UsageError for another
/// shell.
[[nodiscard]] std::string completion_script(std::string_view shell);

/// What `completion` is told.
struct CompletionOptions {
  MessageOptions messages;
  std::string script;  ///< to be printed
};

[[nodiscard]] OptionTable completion_table();
[[nodiscard]] CompletionOptions read_completion(const CommandLine& line);
[[nodiscard]] int run_completion(const CompletionOptions& options,
                                 const std::stop_token& stop);

/// The function `_semsite` for zsh's completion system.
[[nodiscard]] std::string zsh_completion();

}  // namespace semsite
