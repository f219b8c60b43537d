#pragma once

#include <array>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "commands/man_page.hpp"
#include "commands/message_options.hpp"
#include "commands/option_table.hpp"

namespace semsite {

/// What a command line asks for, read and checked.
struct Job {
  std::string help;  ///< text to print; then there is nothing else to do
  MessageOptions messages;
  bool tells_losses = false;  ///< as of its command
  /// Does it, and returns the exit status. Throws RunError, UsageError.
  std::function<int(const std::stop_token&)> run;
};

/// A row of the table of commands. Everything that depends on which command runs is
/// reached from here: nothing else compares their names.
struct Command {
  std::string_view name;
  std::string_view arguments;  ///< as in "Usage: semsite NAME [options] ARGUMENTS"
  std::string_view does;       ///< goes on after the name: "turns …"
  std::array<std::string_view, 3> examples;
  const ManNotes* notes = nullptr;  ///< of its manual page; null: there are none
  OptionTable (*options)();
  /// Reads and checks its options. Throws UsageError.
  Job (*read)(const CommandLine& line);
  /// Of files and sites, so that an empty one is a slip.
  bool arguments_are_names = true;
  /// What it prints says why it is not complete, so that `-q` leaves nothing open.
  bool tells_losses = false;
};

/// All commands, in the order of the overview.
[[nodiscard]] std::span<const Command> commands();

/// The command called `name`. Throws UsageError, with what is meant, if there is none.
[[nodiscard]] const Command& find_command(const std::string& name);

/// The words of a command line, the command first, told apart. Throws UsageError if an
/// option is not one of the command's.
[[nodiscard]] CommandLine command_line(const std::vector<std::string>& words);

/// Reads and checks a command line, and the file named by `--config`. Options may stand
/// before the command. Throws UsageError with a message that names the option, and what
/// to type instead.
[[nodiscard]] Job read_command(const std::vector<std::string>& words);

/// Throws UsageError if an argument, or the name of a file or folder that an option
/// takes, is empty. Mostly it is a variable of the shell that is not set: nothing good
/// can come of it, and what was meant cannot be known.
void check_empty_names(const Command& command, const CommandLine& line);

}  // namespace semsite
