#include "commands/help.hpp"

#include <fmt/format.h>

#include "base/version.hpp"

namespace semsite {

std::string overview() {
  std::string out = "semsite " SEMSITE_VERSION
                    ": gets Linked Data off web sites\n\n"
                    "Usage: semsite COMMAND [options] ARGUMENTS\n\n";
  for (const Command& command : commands())
    out += fmt::format("  {:<10} {:<26} {}\n", command.name, command.arguments,
                       command.does);
  out +=
      "\nsemsite COMMAND --help lists the options of a command; semsite --version tells "
      "the version.\n"
      "Exit status: 0 everything is there, 1 something is missing or was skipped, 2 "
      "wrong "
      "usage,\n             3 stopped, 130 interrupted.\n";
  return out;
}

std::string help_of(const Command& command) {
  return fmt::format("Usage: semsite {} [options] {}\n\n{} {}.\n\nExample: {}\n\n{}",
                     command.name, command.arguments, command.name, command.does,
                     command.example, option_help(command.options()));
}

}  // namespace semsite
