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

 private:
  std::map<std::string, std::vector<std::string>> texts_;
};

/// The words behind a command, told apart but not read yet.
struct CommandLine {
  GivenOptions options;
  std::vector<std::string> arguments;
};

/// Tells options and arguments of `command` apart, those of `--config` included. Throws
/// UsageError with the nearest name if there is no such option.
[[nodiscard]] CommandLine read_words(const std::string& command,
                                     const std::vector<std::string>& words);

/// The table of the options of `command`, for `--help`.
[[nodiscard]] std::string option_help(const std::string& command);

}  // namespace semsite
