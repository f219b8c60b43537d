#include "commands/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/url.hpp"
#include "base/version.hpp"
#include "commands/arguments.hpp"
#include "commands/completion.hpp"
#include "commands/convert.hpp"
#include "commands/fetch.hpp"
#include "commands/index.hpp"
#include "commands/inspect.hpp"
#include "commands/load.hpp"
#include "commands/man_page.hpp"
#include "commands/mappings.hpp"
#include "commands/named_files.hpp"
#include "commands/plan.hpp"
#include "commands/search.hpp"
#include "commands/secrets.hpp"
#include "commands/serve.hpp"
#include "commands/slice.hpp"
#include "commands/status.hpp"
#include "commands/validate.hpp"
#include "commands/values.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// A complaint about an option that a file gave, with the place in the file in front.
std::string placed(const std::string& complaint,
                   const std::map<std::string, std::string>& places) {
  if (!complaint.starts_with("--")) return complaint;
  const std::string name = complaint.substr(2, complaint.find_first_of(" :", 2) - 2);
  const auto place = places.find(name);
  return place == places.end() ? complaint
                               : fmt::format("{}: {}", place->second, complaint);
}

/// What `act` gives; what it complains of says where that stands in a file of options.
template <typename Act>
auto in_its_place(const CommandLine& line, Act act) {
  try {
    return act();
  } catch (const UsageError& error) {
    throw UsageError{placed(error.what(), line.places)};
  }
}

/// Reads `line` with the reader of a command, whose run function does it afterwards.
template <auto read, auto run>
Job read_with(const CommandLine& line) {
  using Options = decltype(read(line));
  const auto options =
      in_its_place(line, [&line] { return std::make_shared<const Options>(read(line)); });
  NamedFiles files;
  // Commands that write no files have none to name.
  if constexpr (requires { name_files(*options, files); }) name_files(*options, files);
  for (const std::string& path : line.reads) files.read(path);
  return {.help = {}, .messages = options->messages, .run = [options](const auto& stop) {
            return run(*options, stop);
          }};
}

constexpr Command kCommands[] = {
    {
        .name = "plan",
        .arguments = "URL…",
        .does = "finds out how a site offers its data and prints every way to get it, "
                "with the choice and its reason; downloads no data",
        .example = "semsite plan https://example.org/",
        .notes = &kPlanNotes,
        .options = plan_table,
        .read = read_with<read_plan, run_plan>,
    },
    {
        .name = "fetch",
        .arguments = "URL…",
        .does = "plans, then gets the data and writes it as N-Quads",
        .example = "semsite fetch --prefer dump https://example.org/ -o example.nq.zst "
                   "--report run.json",
        .notes = &kFetchNotes,
        .options = fetch_table,
        .read = read_with<read_fetch, run_fetch>,
    },
    {
        .name = "convert",
        .arguments = "[FILE|URL|-]…",
        .does =
            "turns documents, dumps and archives of any supported syntax into N-Quads",
        .example = "semsite convert dump.ttl.gz -o dump.nq",
        .notes = &kConvertNotes,
        .options = convert_table,
        .read = read_with<read_convert, run_convert>,
    },
    {
        .name = "slice",
        .arguments = "[FILE|URL|-]…",
        .does = "cuts dumps into one document for each entity, as a site would serve it",
        .example = "semsite slice --by cbd --prefix http://example.org/id/ dump.nt.gz -o "
                   "slices.nq",
        .notes = &kSliceNotes,
        .options = slice_table,
        .read = read_with<read_slice, run_slice>,
    },
    {
        .name = "load",
        .arguments = "[FILE|URL|-]… --to URL",
        .does = "loads RDF into a SPARQL store, each statement once, and goes on after a "
                "kill",
        .example = "semsite load dump.nq.gz --to http://localhost:7878/ --verify",
        .notes = &kLoadNotes,
        .options = load_table,
        .read = read_with<read_load, run_load>,
    },
    {
        .name = "index",
        .arguments = "[FILE|URL|-]… --index FILE",
        .does = "builds an index of documents, a document for each graph, or brings it "
                "up to date",
        .example = "semsite index pages.nq.zst --index pages.index",
        .options = index_table,
        .read = read_with<read_index, run_index>,
    },
    {
        .name = "search",
        .arguments = "[WORDS]… --index FILE",
        .does = "asks an index: by words, IRI, property and value, class; ranked",
        .example =
            "semsite search --index pages.index 'river AND (harbour OR \"old bridge\")'",
        .options = search_table,
        .read = read_with<read_search, run_search>,
        .arguments_are_names = false,
    },
    {
        .name = "serve",
        .arguments = "--index FILE",
        .does = "shows an index in the browser, to people and to programs: searches and "
                "documents",
        .example = "semsite serve --index pages.index --listen 127.0.0.1:7277",
        .options = serve_table,
        .read = read_with<read_serve, run_serve>,
    },
    {
        .name = "mappings",
        .arguments = "[FILE|DIR]…",
        .does = "lists the mappings that make RDF of the entries of sitemaps, and checks "
                "those given",
        .example = "semsite mappings --mappings my-mappings",
        .options = mappings_table,
        .read = read_with<read_mappings_command, run_mappings>,
    },
    {
        .name = "validate",
        .arguments = "URL|FILE…",
        .does = "says what is wrong with a site's robots.txt, sitemaps, dumps, signposts "
                "and pages, with the rule, what it costs and what to do",
        .example = "semsite validate https://example.org/ -o report.html",
        .options = validate_table,
        .read = read_with<read_validate, run_validate>,
        .tells_losses = true,
    },
    {
        .name = "inspect",
        .arguments = "[FILE|URL|-]…",
        .does =
            "prints what a robots.txt, a sitemap, a page or a header says, as JSON lines",
        .example =
            "semsite inspect robots.txt --agent semsite --url https://example.org/a",
        .notes = &kInspectNotes,
        .options = inspect_table,
        .read = read_with<read_inspect, run_inspect>,
    },
    {
        .name = "status",
        .arguments = "--state FILE",
        .does = "says what a run of fetch or load has done, and what is left of it, from "
                "its state",
        .example = "semsite status --state example.nq.zst.state",
        .notes = &kStatusNotes,
        .options = status_table,
        .read = read_with<read_status, run_status>,
    },
    {
        .name = "completion",
        .arguments = "bash|zsh|fish",
        .does = "prints a script by which a shell completes semsite",
        .example = "semsite completion bash > "
                   "~/.local/share/bash-completion/completions/semsite",
        .notes = &kCompletionNotes,
        .options = completion_table,
        .read = read_with<read_completion, run_completion>,
    },
    {
        .name = "man",
        .arguments = "[COMMAND]",
        .does = "prints a manual page, for man",
        .example = "semsite man fetch | man -l -",
        .notes = &kManNotes,
        .options = man_table,
        .read = read_with<read_man, run_man>,
    },
};

/// What is said of a site or a file in the place of the command; empty: it is neither.
std::string without_command(const std::string& word) {
  std::error_code unknown;
  const auto put_before = [&](std::string_view first, std::string_view second,
                              const std::string& shown) {
    return fmt::format(
        "{} is no command; put one before it: semsite {} {}, or semsite {} {}", word,
        first, shown, second, shown);
  };
  if (is_http(word)) return put_before("plan", "fetch", word);
  if (is_file_url(word) || std::filesystem::is_regular_file(word, unknown))
    return put_before("convert", "validate", word);
  if (const std::string url = likely_url(word); !url.empty())
    return put_before("plan", "fetch", url);
  return {};
}

Job printing(std::string text) {
  return {.help = std::move(text), .messages = {}, .run = {}};
}

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command& find_command(const std::string& command) {
  const auto* const found = std::ranges::find(kCommands, command, &Command::name);
  if (found != std::end(kCommands)) return *found;
  std::vector<std::string> names;
  for (const Command& one : kCommands) names.emplace_back(one.name);
  if (std::string what = without_command(command); !what.empty())
    throw UsageError{std::move(what)};
  if (command.starts_with('-')) names = {"--help", "--version"};
  const auto near = nearest(command, names);
  if (command.starts_with('-') && !near)
    throw UsageError{
        fmt::format("{} stands before the command: semsite COMMAND {} …; semsite --help "
                    "lists them all",
                    command, command)};
  throw UsageError{fmt::format("there is no command {}{}; semsite --help lists them all",
                               command.empty() ? "\"\"" : command,
                               near ? fmt::format(" (did you mean {}?)", *near) : "")};
}

CommandLine command_line(const std::vector<std::string>& words) {
  const Command& command = find_command(words[0]);
  CommandLine out =
      read_words(words[0], command.options(), {words.begin() + 1, words.end()});
  out.words = without_secrets(words);
  out.words.insert(out.words.begin(), "semsite");
  return out;
}

Job read_command(const std::vector<std::string>& words) {
  if (words.empty()) throw UsageError{std::string{"no command given\n"} + overview()};
  const std::string& first = words[0];
  if (first == "help" && words.size() > 1 && !words[1].starts_with('-'))
    return printing(help_of(find_command(words[1])));
  if (first == "--help" || first == "-h" || first == "help") return printing(overview());
  if (first == "--version" || first == "-V")
    return printing("semsite " SEMSITE_VERSION "\n");
  const CommandLine line = command_line(words);
  const Command& command = find_command(first);
  if (line.options.has("help")) return printing(help_of(command));
  in_its_place(line, [&] { check_empty_names(command, line); });
  Job out = command.read(line);
  out.tells_losses = command.tells_losses;
  return out;
}

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
