#include "commands/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/url.hpp"
#include "base/version.hpp"
#include "commands/url_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr Command kCommands[] = {
    {"plan", "URL…",
     "finds out how a site offers its data and prints every way to get it, with the "
     "choice "
     "and its reason; downloads no data",
     "semsite plan https://example.org/"},
    {"fetch", "URL…", "plans, then gets the data and writes it as N-Quads",
     "semsite fetch --prefer dump https://example.org/ -o example.nq.zst --report "
     "run.json"},
    {"convert", "[FILE|URL|-]…",
     "turns documents, dumps and archives of any supported syntax into N-Quads",
     "semsite convert dump.ttl.gz -o dump.nq"},
    {"slice", "[FILE|URL|-]…",
     "cuts dumps into one document for each entity, as a site would serve it",
     "semsite slice --by cbd --prefix http://example.org/id/ dump.nt.gz -o slices.nq"},
    {"load", "[FILE|URL|-]… --to URL",
     "loads RDF into a SPARQL store, each statement once, and goes on after a kill",
     "semsite load dump.nq.gz --to http://localhost:7878/ --verify"},
    {"index", "[FILE|URL|-]… --index FILE",
     "builds an index of documents, a document for each graph, or brings it up to date",
     "semsite index pages.nq.zst --index pages.index"},
    {"search", "[WORDS]… --index FILE",
     "asks an index: by words, IRI, property and value, class; ranked",
     "semsite search --index pages.index 'river AND (harbour OR \"old bridge\")'"},
    {"serve", "--index FILE",
     "shows an index in the browser, to people and to programs: searches and documents",
     "semsite serve --index pages.index --listen 127.0.0.1:7277"},
    {"mappings", "[FILE|DIR]…",
     "lists the mappings that make RDF of the entries of sitemaps, and checks those "
     "given",
     "semsite mappings --mappings my-mappings"},
    {"validate", "URL|FILE…",
     "says what is wrong with a site's robots.txt, sitemaps, dumps, signposts and pages, "
     "with the rule, what it costs and what to do",
     "semsite validate https://example.org/ -o report.html"},
    {"inspect", "[FILE|URL|-]…",
     "prints what a robots.txt, a sitemap, a page or a header says, as JSON lines",
     "semsite inspect robots.txt --agent semsite --url https://example.org/a"},
    {"status", "--state FILE",
     "says what a run of fetch or load has done, and what is left of it, from its state",
     "semsite status --state example.nq.zst.state"},
    {"completion", "bash|zsh|fish", "prints a script by which a shell completes semsite",
     "semsite completion bash > ~/.local/share/bash-completion/completions/semsite"},
    {"man", "[COMMAND]", "prints a manual page, for man", "semsite man fetch | man -l -"},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

std::string overview() {
  std::string out = "semsite " SEMSITE_VERSION
                    ": gets Linked Data off web sites\n\n"
                    "Usage: semsite COMMAND [options] ARGUMENTS\n\n";
  for (const Command& command : kCommands)
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

std::string usage_of(const std::string& command) {
  for (const Command& one : kCommands)
    if (one.name == command)
      return fmt::format("Usage: semsite {} [options] {}\n\n{} {}.\n\nExample: {}\n\n",
                         one.name, one.arguments, one.name, one.does, one.example);
  return {};
}

namespace {

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

}  // namespace

void check_command(const std::string& command) {
  std::vector<std::string> names;
  for (const Command& one : kCommands) names.emplace_back(one.name);
  if (std::ranges::find(names, command) != names.end()) return;
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

}  // namespace semsite
