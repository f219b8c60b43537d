#include "commands/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
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
#include "commands/habits.hpp"
#include "commands/help.hpp"
#include "commands/index.hpp"
#include "commands/inspect.hpp"
#include "commands/load.hpp"
#include "commands/man_page.hpp"
#include "commands/mappings.hpp"
#include "commands/named_files.hpp"
#include "commands/plan.hpp"
#include "commands/queue.hpp"
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
        .examples = {"semsite plan https://example.org/",
                     "semsite plan --only dump,sparql https://example.org/",
                     "semsite plan --format json https://example.org/ | jq .sites"},
        .notes = &kPlanNotes,
        .options = plan_table,
        .read = read_with<read_plan, run_plan>,
    },
    {
        .name = "fetch",
        .arguments = "URL…",
        .does = "plans, then gets the data and writes it as N-Quads",
        .examples =
            {"semsite fetch https://example.org/ -o example.nq.gz --report run.html",
             "semsite fetch --prefer dump https://example.org/ -o example.nq.zst "
             "--changes today.ru",
             "semsite fetch --sites sites.txt -o all.nq --max-time 2h"},
        .notes = &kFetchNotes,
        .options = fetch_table,
        .read = read_with<read_fetch, run_fetch>,
    },
    {
        .name = "convert",
        .arguments = "[FILE|DIR|URL|-]…",
        .does =
            "turns documents, dumps and archives of any supported syntax into N-Quads",
        .examples = {"semsite convert dump.ttl.gz -o dump.nq",
                     "semsite convert --graph source pages/ -o pages.nq.zst",
                     "curl -s https://example.org/data.ttl | semsite convert --base "
                     "https://example.org/data.ttl -"},
        .notes = &kConvertNotes,
        .options = convert_table,
        .read = read_with<read_convert, run_convert>,
    },
    {
        .name = "slice",
        .arguments = "[FILE|DIR|URL|-]…",
        .does = "cuts dumps into one document for each entity, as a site would serve it",
        .examples = {"semsite slice dump.nq.gz -o documents.nq",
                     "semsite slice --by cbd --prefix http://example.org/id/ dump.nt.gz "
                     "-o documents.nq",
                     "semsite slice --by scbd dumps/ -o documents.nq.zst --memory 2Gi"},
        .notes = &kSliceNotes,
        .options = slice_table,
        .read = read_with<read_slice, run_slice>,
    },
    {
        .name = "load",
        .arguments = "[FILE|DIR|URL|-]… --to URL",
        .does = "loads RDF into a SPARQL store, each statement once, and goes on after a "
                "kill",
        .examples = {"semsite load dump.nq.gz --to http://localhost:7878/ --verify",
                     "semsite load dumps/ --to http://localhost:8890/ --user dba:dba",
                     "semsite load example.nq --changes changes.ru --to "
                     "http://localhost:7878/"},
        .notes = &kLoadNotes,
        .options = load_table,
        .read = read_with<read_load, run_load>,
    },
    {
        .name = "index",
        .arguments = "[FILE|DIR|URL|-]… --index FILE",
        .does = "builds an index of documents, a document for each graph, or brings it "
                "up to date",
        .examples = {"semsite index pages.nq.zst --index pages.index",
                     "semsite index --index pages.index --changes changes.nqp",
                     "semsite index pages.nq --feed bulk -o feed/"},
        .options = index_table,
        .read = read_with<read_index, run_index>,
    },
    {
        .name = "search",
        .arguments = "[WORDS]… --index FILE",
        .does = "asks an index: by words, IRI, property and value, class; ranked",
        .examples =
            {"semsite search --index pages.index 'river AND (harbour OR \"old bridge\")'",
             "semsite search --index pages.index --class http://schema.org/Place river",
             "semsite search --index pages.index --uri http://example.org/id/1 --format "
             "json"},
        .options = search_table,
        .read = read_with<read_search, run_search>,
        .arguments_are_names = false,
    },
    {
        .name = "serve",
        .arguments = "--index FILE",
        .does = "shows an index in the browser, to people and to programs: searches and "
                "documents",
        .examples = {"semsite serve --index pages.index",
                     "semsite serve --index pages.index --listen 127.0.0.1:8080",
                     "semsite serve --index pages.index --listen 0.0.0.0:80 --host "
                     "data.example.org"},
        .options = serve_table,
        .read = read_with<read_serve, run_serve>,
    },
    {
        .name = "mappings",
        .arguments = "[FILE|DIR]…",
        .does = "lists the mappings that make RDF of the entries of sitemaps, and checks "
                "those given",
        .examples = {"semsite mappings", "semsite mappings my-mappings/",
                     "semsite mappings --functions"},
        .options = mappings_table,
        .read = read_with<read_mappings_command, run_mappings>,
    },
    {
        .name = "validate",
        .arguments = "URL|FILE|DIR…",
        .does = "says what is wrong with a site's robots.txt, sitemaps, dumps, signposts "
                "and pages, with the rule, what it costs and what to do",
        .examples =
            {"semsite validate https://example.org/",
             "semsite validate https://example.org/ -o report.html",
             "semsite validate sitemap.xml --base https://example.org/sitemap.xml"},
        .options = validate_table,
        .read = read_with<read_validate, run_validate>,
        .tells_losses = true,
    },
    {
        .name = "inspect",
        .arguments = "[FILE|URL|-]…",
        .does =
            "prints what a robots.txt, a sitemap, a page or a header says, as JSON lines",
        .examples =
            {"semsite inspect https://example.org/ | jq .",
             "semsite inspect robots.txt --agent semsite --url https://example.org/a",
             "curl -sI https://example.org/ | semsite inspect --header-file /dev/stdin "
             "--base https://example.org/"},
        .notes = &kInspectNotes,
        .options = inspect_table,
        .read = read_with<read_inspect, run_inspect>,
    },
    {
        .name = "status",
        .arguments = "FILE",
        .does = "says what a run of fetch or load has done, and what is left of it, from "
                "its state",
        .examples = {"semsite status example.nq.zst",
                     "semsite status --state example.nq.zst.state --format json",
                     "watch -n 10 semsite status example.nq.zst"},
        .notes = &kStatusNotes,
        .options = status_table,
        .read = read_with<read_status, run_status>,
    },
    {
        .name = "queue",
        .arguments = "init|drop|gc|abandon URL",
        .does = "makes the tables in PostgreSQL by which several processes share a run "
                "of fetch, takes them away, takes away files and runs that nobody needs, "
                "or ends a run for good",
        .examples = {"semsite queue init postgresql://localhost/semsite",
                     "semsite queue gc postgresql://localhost/semsite -o lod/ --keep 7",
                     "semsite queue abandon postgresql://localhost/semsite --name "
                     "nightly"},
        .notes = &kQueueNotes,
        .options = queue_table,
        .read = read_with<read_queue, run_queue>,
        .arguments_are_names = false,
    },
    {
        .name = "completion",
        .arguments = "bash|zsh|fish",
        .does = "prints a script by which a shell completes semsite",
        .examples = {"semsite completion bash > "
                     "~/.local/share/bash-completion/completions/semsite",
                     "semsite completion zsh > ~/.zfunc/_semsite",
                     "semsite completion fish > ~/.config/fish/completions/semsite.fish"},
        .notes = &kCompletionNotes,
        .options = completion_table,
        .read = read_with<read_completion, run_completion>,
    },
    {
        .name = "man",
        .arguments = "[COMMAND]",
        .does = "prints a manual page, for man",
        .examples = {"semsite man | man -l -", "semsite man fetch | man -l -",
                     "semsite man --dir ~/.local/share/man/man1"},
        .notes = &kManNotes,
        .options = man_table,
        .read = read_with<read_man, run_man>,
    },
};

/// What a command does with what stands in its place.
struct Offer {
  std::string_view command;
  std::string_view does;
};
constexpr Offer kOfSite[] = {{"fetch", "gets its data"},
                             {"plan", "tells how that would be done"},
                             {"validate", "tells what is wrong with it"}};
constexpr Offer kOfFile[] = {{"convert", "makes N-Quads of it"},
                             {"validate", "tells what is wrong with it"}};
constexpr Offer kOfFolder[] = {{"convert", "makes N-Quads of the files in it"},
                               {"fetch", "takes it for a site"}};
constexpr Offer kOfState[] = {{"status", "tells what the run has done"}};

std::span<const Offer> offers_for(const std::string& word) {
  std::error_code unknown;
  if (is_http(word)) return kOfSite;
  if (std::filesystem::is_directory(word, unknown)) return kOfFolder;
  if (std::filesystem::is_regular_file(word, unknown))
    return word.ends_with(".state") || word.ends_with(".load")
               ? std::span<const Offer>{kOfState}
               : kOfFile;
  if (is_file_url(word)) return kOfFile;
  if (!likely_url(word).empty()) return kOfSite;
  return {};
}

/// What is said of a site or a file among the first `seen` of `words`, none of which is a
/// command: what to type. Empty: there is neither.
std::string without_command(const std::vector<std::string>& words, std::size_t seen) {
  const auto end = words.begin() + static_cast<std::ptrdiff_t>(seen);
  auto place = std::find_if(words.begin(), end,
                            [](const std::string& word) { return is_http(word); });
  if (place == end)
    place = std::find_if(words.begin(), end, [](const std::string& word) {
      return !offers_for(word).empty();
    });
  if (place == end) return {};
  std::vector<std::string> shown = without_secrets(words);
  std::string& word = shown[static_cast<std::size_t>(place - words.begin())];
  const std::string typed = word;
  const std::span<const Offer> offers = offers_for(*place);
  if (!is_http(*place) && offers.data() == kOfSite) word = likely_url(*place);
  std::string out;
  for (const Offer& offer : offers)
    out += fmt::format("{} semsite {} {} {}", out.empty() ? ":" : ",", offer.command,
                       fmt::join(shown, " "), offer.does);
  return fmt::format("{} is no command; put one before it{}", typed, out);
}

bool is_command(const std::string& word) {
  return std::ranges::find(kCommands, word, &Command::name) != std::end(kCommands);
}

/// `words` with the command in front of the options that stand before it. Throws
/// UsageError if none of them is the command, or one of the options has no value.
std::vector<std::string> command_first(std::vector<std::string> words) {
  std::size_t unknown = 0;  // the command behind an option that it has not
  for (std::size_t i = 1; i < words.size() && words[0].starts_with('-'); ++i) {
    if (!is_command(words[i])) continue;
    const std::size_t options = leading_options(find_command(words[i]).options(), words);
    if (options < i && words[options].starts_with('-') && unknown == 0) unknown = i;
    if (options != i) continue;
    unknown = i;
    break;
  }
  const auto place = words.begin() + static_cast<std::ptrdiff_t>(unknown);
  std::rotate(words.begin(), place, place + (unknown > 0 ? 1 : 0));
  return words;
}

[[noreturn]] void refuse_command(const std::vector<std::string>& words) {
  const std::string& first = words[0];
  const bool has_dashes = first.starts_with("--") && is_command(first.substr(2));
  if (has_dashes || (first == "semsite" && words.size() > 1 && is_command(words[1]))) {
    std::vector<std::string> meant = without_secrets(words);
    if (has_dashes)
      meant[0].erase(0, 2);
    else
      meant.erase(meant.begin());
    throw UsageError{fmt::format("there is no command {}; did you mean semsite {} ?",
                                 first, fmt::join(meant, " "))};
  }
  // Behind another word, a site is what that command was to be for.
  const std::size_t seen = first.starts_with('-') ? words.size() : 1;
  if (const std::string what = without_command(words, seen); !what.empty())
    throw UsageError{what};
  if (first.starts_with('-')) {
    const auto near = nearest(first, {"--help", "--version"});
    throw UsageError{
        near ? fmt::format("there is no command {} (did you mean {}?); semsite --help "
                           "lists them all",
                           first, *near)
             : fmt::format("{} stands before the command: semsite COMMAND {} …; semsite "
                           "--help lists them all",
                           first, fmt::join(without_secrets(words), " "))};
  }
  throw UsageError{fmt::format("there is no command {}{}; semsite --help lists them all",
                               first.empty() ? "\"\"" : excerpt(first),
                               command_advice(first))};
}

Job printing(std::string text) {
  return {.help = std::move(text), .messages = {}, .run = {}};
}

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command& find_command(const std::string& command) {
  const auto* const found = std::ranges::find(kCommands, command, &Command::name);
  if (found == std::end(kCommands)) refuse_command({command});
  return *found;
}

CommandLine command_line(const std::vector<std::string>& words) {
  if (!is_command(words[0])) refuse_command(words);
  const Command& command = find_command(words[0]);
  CommandLine out =
      read_words(words[0], command.options(), {words.begin() + 1, words.end()});
  out.words = without_secrets(words);
  out.words.insert(out.words.begin(), "semsite");
  return out;
}

namespace {

/// `semsite help`, `semsite help COMMAND`, `semsite help COMMAND GROUP`; `--help` and
/// `-h` in the same place.
Job help_for(const std::vector<std::string>& words) {
  if (words.size() < 2 || words[1].starts_with('-') || words[1] == "help")
    return printing(overview(help_width()));
  return printing(help_of(find_command(words[1]),
                          words.size() > 2 && !words[2].starts_with('-') ? words[2] : "",
                          help_width()));
}

}  // namespace

Job read_command(const std::vector<std::string>& typed) {
  if (typed.empty())
    throw UsageError{std::string{"no command given\n"} + overview(help_width())};
  const std::string& first = typed[0];
  if (first == "--help" || first == "-h" || first == "help") return help_for(typed);
  if (first == "--version" || first == "-V")
    return printing("semsite " SEMSITE_VERSION "\n");
  const std::vector<std::string> words = command_first(typed);
  if (!is_command(words[0])) refuse_command(words);
  const Command& command = find_command(words[0]);
  if (const auto wish = help_wish(words))
    return printing(help_of(command, *wish, help_width()));
  const CommandLine line = command_line(words);
  if (line.options.has("help")) return printing(help_of(command, {}, help_width()));
  in_its_place(line, [&] { check_empty_names(command, line); });
  Job out = command.read(line);
  out.tells_losses = command.tells_losses;
  return out;
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
