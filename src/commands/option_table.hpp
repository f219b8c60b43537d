#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace semsite {

/// What was given for the options of a command: as text, or read as a value. Whatever
/// reads a value throws UsageError, naming the option, if it is none.
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

  /// Puts the whole number of the option into `value`, at most 2^32 - 1; leaves `value`
  /// alone if the option was not given.
  template <std::unsigned_integral Number>
  void count(const std::string& name, Number& value) const {
    if (has(name))
      value = static_cast<Number>(std::min<std::uint64_t>(
          number(name), std::numeric_limits<std::uint32_t>::max()));
  }
  /// The whole number of an option that was given.
  [[nodiscard]] std::uint64_t number(const std::string& name) const;
  /// As `count`, of bytes: "64Mi".
  void size(const std::string& name, std::uint64_t& value) const;
  /// Of a duration; nothing if the option was not given.
  [[nodiscard]] std::optional<double> seconds(const std::string& name) const;
  /// The index of the option's word in `words`; `otherwise` if it was not given.
  [[nodiscard]] std::size_t word(const std::string& name,
                                 const std::vector<std::string>& words,
                                 std::size_t otherwise = 0) const;

 private:
  std::map<std::string, std::vector<std::string>> texts_;
};

/// What becomes of the file or folder that an option names.
enum class FileUse { none, reads, writes };

/// Words that may stand behind an option and are too many for its help.
enum class WordList { none, syntaxes, ways };

/// One option, as plain data. The parser of the command line, help, manual pages,
/// completion and the file of options know it from here only.
struct OptionRow {
  std::string_view name;     ///< without dashes
  char letter = 0;           ///< of `-o`; 0: none
  std::string_view value{};  ///< as the help shows it: `text|json`; empty: a switch
  std::string_view does{};   ///< what it is for, with its default in brackets
  bool repeatable = false;   ///< each text counts; else the last one
  FileUse file = FileUse::none;
  WordList words = WordList::none;  ///< besides those that `value` names
  bool common = false;              ///< one that people use: `--help` alone shows it
  bool idle = false;  ///< taken, but this command has no use for it: no help shows it

  [[nodiscard]] bool is_switch() const { return value.empty(); }
};

/// Options under one heading of the help.
struct OptionGroup {
  std::string_view name;  ///< a word, behind `--help`
  std::string_view heading;
  std::vector<OptionRow> rows;
};

/// All options of one command, in the order of its help.
using OptionTable = std::vector<OptionGroup>;

/// A group of several lists of rows, in their order.
[[nodiscard]] OptionGroup group_of(std::string_view name, std::string_view heading,
                                   std::initializer_list<std::vector<OptionRow>> parts);

/// `group`, of whose rows people use these, too, in one command.
[[nodiscard]] OptionGroup with_common(OptionGroup group,
                                      std::initializer_list<std::string_view> names);
/// `group`, of whose rows one command has no use for these.
[[nodiscard]] OptionGroup with_idle(OptionGroup group,
                                    std::initializer_list<std::string_view> names);

/// Null if `table` has no option of this name.
[[nodiscard]] const OptionRow* find_row(const OptionTable& table, std::string_view name);
/// The same by its letter.
[[nodiscard]] const OptionRow* find_row(const OptionTable& table, char letter);

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

/// How many of `words` are options of `table` with their values, from the first on: what
/// stands behind them is an argument, or no option of this command.
[[nodiscard]] std::size_t leading_options(const OptionTable& table,
                                          const std::vector<std::string>& words);

/// The files that are read because `given` names them, folders included.
[[nodiscard]] std::vector<std::string> files_read(const OptionTable& table,
                                                  const GivenOptions& given);

}  // namespace semsite
