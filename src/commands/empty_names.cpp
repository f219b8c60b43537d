#include "commands/empty_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "commands/value_forms.hpp"
#include "semsite/errors.hpp"

namespace semsite {

void check_empty_names(const std::string& command, const GivenOptions& given,
                       const std::vector<std::string>& arguments) {
  const auto holds_none = [](const std::vector<std::string>& texts) {
    return std::ranges::find(texts, "") == texts.end();
  };
  for (const std::string& name : given.names()) {
    if (holds_none(given.texts(name))) continue;
    for (const ListedOption& option : listed_options(command)) {
      if (option.name != name) continue;
      if (const ValueForms forms = value_forms(option.value);
          forms.files || forms.folders)
        throw UsageError{fmt::format(
            "--{}: the name of the {} is empty (is a variable of the shell not set?)",
            name, forms.files ? "file" : "folder")};
    }
  }
  // The words of a search are no names.
  if (command != "search" && !holds_none(arguments))
    throw UsageError{fmt::format(
        "{}: one of the arguments is empty (is a variable of the shell not set?)",
        command)};
}

}  // namespace semsite
