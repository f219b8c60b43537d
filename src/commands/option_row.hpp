#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

namespace semsite {

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

  [[nodiscard]] bool is_switch() const { return value.empty(); }
};

/// Options under one heading of the help.
struct OptionGroup {
  std::string_view heading;
  std::vector<OptionRow> rows;
};

/// All options of one command, in the order of its help.
using OptionTable = std::vector<OptionGroup>;

/// A group of several lists of rows, in their order.
[[nodiscard]] OptionGroup group_of(std::string_view heading,
                                   std::initializer_list<std::vector<OptionRow>> parts);

/// Null if `table` has no option of this name.
[[nodiscard]] const OptionRow* find_row(const OptionTable& table, std::string_view name);

}  // namespace semsite
