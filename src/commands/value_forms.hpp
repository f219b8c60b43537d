#pragma once

#include <string>
#include <vector>

#include "commands/option_row.hpp"

namespace semsite {

/// What may stand behind an option or as an argument, as its name in the help says it:
/// small letters are words to choose from, FILE and DIR are paths, other capitals are
/// free.
struct ValueForms {
  std::vector<std::string> words;
  bool files = false;
  bool folders = false;
  bool free = false;  ///< anything else, too
};

/// The forms that `shape` names, such as "auto|own|TEMPLATE" or "[FILE|URL|-]…".
[[nodiscard]] ValueForms value_forms(std::string shape);

/// The same of an option, with the words that its name stands for.
[[nodiscard]] ValueForms value_forms(const OptionRow& option);

}  // namespace semsite
