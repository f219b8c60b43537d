#include "commands/empty_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "commands/value_forms.hpp"
#include "semsite/errors.hpp"

namespace semsite {

void check_empty_names(const Command& command, const CommandLine& line) {
  const auto holds_none = [](const std::vector<std::string>& texts) {
    return std::ranges::find(texts, "") == texts.end();
  };
  const OptionTable table = command.options();
  for (const std::string& name : line.options.names()) {
    const OptionRow* const row = find_row(table, name);
    if (row == nullptr || holds_none(line.options.texts(name))) continue;
    if (const ValueForms forms = value_forms(*row); forms.files || forms.folders)
      throw UsageError{fmt::format(
          "--{}: the name of the {} is empty (is a variable of the shell not set?)", name,
          forms.files ? "file" : "folder")};
  }
  if (command.arguments_are_names && !holds_none(line.arguments))
    throw UsageError{fmt::format(
        "{}: one of the arguments is empty (is a variable of the shell not set?)",
        command.name)};
}

}  // namespace semsite
