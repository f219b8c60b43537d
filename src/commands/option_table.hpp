#pragma once

#include <map>
#include <string>
#include <vector>

#include "commands/given_options.hpp"
#include "commands/option_row.hpp"

namespace semsite {

/// The words of a command line, told apart but not read yet.
struct CommandLine {
  std::string command;
  GivenOptions options;
  std::vector<std::string> arguments;
  /// Where options stand that only the file of `--config` gives: name, "FILE:LINE".
  std::map<std::string, std::string> places;
  std::vector<std::string> reads;  ///< files and folders that options name, to be read
  std::vector<std::string> words;  ///< all of it without secrets, for the report
};

/// Tells options and arguments of `command` apart by its `table`, those of `--config`
/// included. Throws UsageError with the nearest name if there is no such option.
[[nodiscard]] CommandLine read_words(const std::string& command, const OptionTable& table,
                                     const std::vector<std::string>& words);

/// The options of a command, for `--help`.
[[nodiscard]] std::string option_help(const OptionTable& table);

/// The files that are read because `given` names them, folders included.
[[nodiscard]] std::vector<std::string> files_read(const OptionTable& table,
                                                  const GivenOptions& given);

}  // namespace semsite
