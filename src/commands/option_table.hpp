#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace semsite {

/// What was given for the options of a command, as text.
class GivenOptions {
 public:
  GivenOptions() = default;
  /// The texts of each option that was given, by its long name; none for a switch.
  explicit GivenOptions(std::map<std::string, std::vector<std::string>> texts)
      : texts_(std::move(texts)) {}

  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] std::string text(const std::string& name,
                                 const std::string& otherwise = {}) const;
  /// All texts of an option that may be repeated.
  [[nodiscard]] std::vector<std::string> texts(const std::string& name) const;
  /// Of all options that were given, in order.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::map<std::string, std::vector<std::string>> texts_;
};

/// The words behind a command, told apart but not read yet.
struct CommandLine {
  GivenOptions options;
  std::vector<std::string> arguments;
  /// Where options stand that only the file of `--config` gives: name, "FILE:LINE".
  std::map<std::string, std::string> places;
};

/// Tells options and arguments of `command` apart, those of `--config` included. Throws
/// UsageError with the nearest name if there is no such option.
[[nodiscard]] CommandLine read_words(const std::string& command,
                                     const std::vector<std::string>& words);

/// An option as the help shows it: what completion and manual pages are made from.
struct ListedOption {
  std::string group;  ///< heading of its group, such as "Network"
  std::string name;   ///< without dashes
  char letter = 0;    ///< of `-o`; 0: none
  std::string value;  ///< as in `--log text|json`; empty: a switch
  std::string does;
  bool repeatable = false;
};

/// The options of `command`, in the order of its help.
[[nodiscard]] std::vector<ListedOption> listed_options(const std::string& command);

/// The table of the options of `command`, for `--help`.
[[nodiscard]] std::string option_help(const std::string& command);

}  // namespace semsite
