#include "commands/comfort_options.hpp"

#include <fmt/format.h>

#include "commands/completion.hpp"
#include "commands/help.hpp"
#include "commands/man_page.hpp"
#include "commands/values.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// The one argument, which may be left out. Throws UsageError if there are more.
std::string only_argument(const Options& options) {
  if (options.arguments.size() > 1)
    throw UsageError{fmt::format("{}: one argument is enough; {} is too many",
                                 options.command, options.arguments[1])};
  return options.arguments.empty() ? std::string{} : options.arguments[0];
}

void read_status(const GivenOptions& given, Options& out) {
  out.state = given.text("state");
  if (const std::string path = only_argument(out); !path.empty()) {
    if (!out.state.empty())
      throw UsageError{fmt::format("status --state {}: {} is too many", out.state, path)};
    out.state = path;
  }
  if (out.state.empty())
    throw UsageError{
        "status needs a state: --state FILE (fetch keeps it beside its output, as "
        "OUTPUT.state; load beside its first file, as FILE.load)"};
  const std::string format = given.text("format", "text");
  if (format != "text" && format != "json")
    refuse_word("--format", format, {"text", "json"});
  out.plan_format = format == "json" ? PlanFormat::json : PlanFormat::text;
}

}  // namespace

bool read_comfort_options(const GivenOptions& given, Options& out) {
  if (out.command == "status") {
    read_status(given, out);
  } else if (out.command == "completion") {
    if (out.arguments.empty())
      throw UsageError{"completion needs a shell: bash, zsh or fish"};
    out.script = completion_script(only_argument(out));
  } else if (out.command == "man") {
    const std::string page = only_argument(out);
    out.folder = given.text("dir");
    if (!page.empty() && !out.folder.empty())
      throw UsageError{"man --dir writes all pages: leave the command out"};
    if (out.folder.empty()) out.script = man_page(page);
  } else {
    return false;
  }
  return true;
}

}  // namespace semsite
