#include "commands/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "base/version.hpp"
#include "commands/arguments.hpp"
#include "commands/commands.hpp"
#include "commands/exit_status.hpp"
#include "io/output_file.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Of the texts here, so that a page is the same whenever it is made.
constexpr std::string_view kDate = "2026-11-22";

std::string upper(std::string_view text) {
  std::string out{text};
  for (char& letter : out)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return out;
}

/// "a way is chosen" becomes "A way is chosen.".
std::string sentence(std::string_view text) {
  std::string out{text};
  if (!out.empty()) out[0] = upper(out.substr(0, 1))[0];
  if (!out.ends_with('.')) out += '.';
  return out;
}

/// Lines two by two.
std::vector<std::pair<std::string_view, std::string_view>> pairs(std::string_view text) {
  std::vector<std::pair<std::string_view, std::string_view>> out;
  if (text.empty()) return out;
  const std::vector<std::string_view> lines = split(text, '\n');
  for (std::size_t i = 0; i + 1 < lines.size(); i += 2)
    out.emplace_back(lines[i], lines[i + 1]);
  return out;
}

void add_options(const OptionTable& table, Roff& out) {
  out.section("OPTIONS");
  for (const OptionGroup& group : table) {
    if (group.rows.empty()) continue;
    out.subsection(group.heading);
    for (const OptionRow& option : group.rows) {
      const std::string names =
          option.letter == 0 ? fmt::format("--{}", option.name)
                             : fmt::format("-{}, --{}", option.letter, option.name);
      out.entry(names, option.value, sentence(option.does));
    }
  }
}

void add_exit_status(std::string_view said, Roff& out) {
  out.section("EXIT STATUS");
  std::vector<std::pair<std::string_view, std::string_view>> rows = pairs(said);
  if (rows.empty())
    rows = {{"0", "Everything that was asked for is there."},
            {"1", "Done, but something failed, was skipped or is partial."},
            {"3", "Stopped: nothing could be read, or the output not written."}};
  rows.emplace_back("2", "Wrong usage.");
  rows.emplace_back("130", "Interrupted.");
  std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
    return parse_uint(a.first) < parse_uint(b.first);
  });
  for (const auto& [number, meaning] : rows) out.entry(number, "", meaning);
}

void add_environment(Roff& out) {
  out.section("ENVIRONMENT")
      .entry("NO_COLOR", "", "If set and not empty, no colours (see --color).")
      .entry("http_proxy, https_proxy, all_proxy, no_proxy", "",
             "Proxies, as curl reads them.");
}

void add_see_also(std::string_view but, Roff& out) {
  out.section("SEE ALSO");
  std::vector<std::string> pages;
  if (!but.empty()) pages.push_back(man_name({}));
  for (const Command& command : commands())
    if (command.name != but) pages.push_back(man_name(command.name));
  for (const std::string& page : pages)
    out.reference(page, page == pages.back() ? "" : ",");
}

std::string own_page() {
  Roff out{"SEMSITE", kDate, SEMSITE_VERSION};
  out.section("NAME").plain("semsite - get Linked Data off web sites");
  out.section("SYNOPSIS");
  out.entry("semsite", "COMMAND [options] ARGUMENTS", "Run a command.");
  out.entry("semsite COMMAND --help", "[all|GROUP]",
            "Show the options of a command that people use, all, or one group of them.");
  out.entry("semsite --version", "", "Print the version.");
  out.section("DESCRIPTION")
      .paragraph(
          "Finds out how a site offers its data (robots.txt, sitemaps with their "
          "semantic "
          "extensions, signposts, descriptions of datasets), plans the least intrusive "
          "way to get all of it, gets it politely, and writes N-Quads, with an honest "
          "account of what is complete, what is missing and why.");
  out.section("COMMANDS");
  for (const Command& command : commands())
    out.entry(command.name, command.arguments, sentence(command.does));
  out.section("EXAMPLES");
  for (const Command& command : commands()) out.command(command.examples[0]);
  add_exit_status({}, out);
  add_environment(out);
  add_see_also({}, out);
  return out.text();
}

}  // namespace

std::string man_name(std::string_view command) {
  return command.empty() ? "semsite" : fmt::format("semsite-{}", command);
}

std::string man_page(const std::string& command) {
  if (command.empty()) return own_page();
  const Command& row = find_command(command);
  const ManNotes notes = row.notes == nullptr ? ManNotes{} : *row.notes;
  Roff out{upper(man_name(command)), kDate, SEMSITE_VERSION};
  out.section("NAME").plain(fmt::format("{} - {}", man_name(command), row.does));
  out.section("SYNOPSIS")
      .entry(fmt::format("semsite {}", command),
             fmt::format("[options] {}", row.arguments), "");
  out.section("DESCRIPTION").paragraph(fmt::format("{} {}.", row.name, row.does));
  for (std::string_view rest = notes.description; !rest.empty();) {
    const std::size_t end = rest.find("\n\n");
    out.paragraph(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 2);
  }
  add_options(row.options(), out);
  add_exit_status(notes.exit_status, out);
  out.section("EXAMPLES");
  for (const std::string_view example : row.examples) out.command(example);
  for (const auto& [what, how] : pairs(notes.examples)) out.paragraph(what).command(how);
  if (!notes.files.empty()) out.section("FILES");
  for (const auto& [name, what] : pairs(notes.files)) out.entry(name, "", what);
  add_environment(out);
  add_see_also(command, out);
  return out.text();
}

void write_man_pages(const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  std::vector<std::string> names{""};
  for (const Command& command : commands()) names.emplace_back(command.name);
  for (const std::string& name : names) {
    const std::string path = fmt::format("{}/{}.1", folder, man_name(name));
    OutputFile file{path};
    file.append(man_page(name));
    file.finish();
  }
}

OptionTable man_table() {
  return {{.name = "output",
           .heading = "Output",
           .rows =
               {
                   {.name = "dir",
                    .value = "DIR",
                    .does = "write the pages of all commands there",
                    .file = FileUse::writes,
                    .common = true},
               }},
          with_idle(message_rows(), {"progress"})};
}

ManOptions read_man(const CommandLine& line) {
  ManOptions out;
  out.messages = read_message_options(line.options);
  out.folder = line.options.text("dir");
  const std::string page = only_argument(line);
  if (!page.empty() && !out.folder.empty())
    throw UsageError{"man --dir writes all pages: leave the command out"};
  if (out.folder.empty()) out.page = man_page(page);
  return out;
}

int run_man(const ManOptions& options, const std::stop_token& /*stop*/) {
  if (!options.folder.empty()) {
    write_man_pages(options.folder);
    return kComplete;
  }
  OutputFile out{"-"};
  out.append(options.page);
  out.finish();
  return kComplete;
}

constinit const ManNotes kPlanNotes{
    .description =
        "Reads robots.txt, sitemaps with their extensions, signposts and descriptions "
        "of datasets, and weighs the ways in which each dataset can be had: dump, "
        "fragments, SPARQL or crawl.",
    .exit_status =
        "0\nEvery dataset has a way that can be used.\n"
        "1\nSome have none, or a sitemap could not be read.\n"
        "3\nNothing was found."};

constinit const ManNotes kFetchNotes{
    .description =
        "Plans as semsite plan does, then gets the data by the chosen way, verifies it "
        "and writes it with the graph it belongs to. A way that fails falls through to "
        "the next.\n\n"
        "The same command again goes on with a run that was broken off, or refreshes: "
        "what has not changed is not fetched again.",
    .examples =
        "Everything of a site, with an account of the run:\n"
        "semsite fetch https://example.org/ -o example.nq.gz --report run.json\n"
        "What has changed since the last run, for a store:\n"
        "semsite fetch https://example.org/ -o example.nq --changes changes.ru",
    .files =
        "OUTPUT.part\nWhat came so far; gets the name OUTPUT when it is whole.\n"
        "OUTPUT.state\nWhat later runs need; semsite status tells what is in it.",
    .exit_status =
        "0\nEvery dataset is complete.\n"
        "1\nSome are not, statements were skipped, or a budget ended the "
        "run.\n"
        "3\nNo dataset gave anything, or the output cannot be written."};

constinit const ManNotes kConvertNotes{
    .description =
        "The syntax is told by content, not by name. Several inputs become "
        "one output, in their order.",
    .files = "OUTPUT.part\nWhat was converted so far.",
    .exit_status =
        "0\nNo fault.\n"
        "1\nA fault was skipped, or a document broke off.\n"
        "3\nAn input could not be read at all, or the output not written."};

constinit const ManNotes kSliceNotes{
    .description =
        "Memory is bounded by --memory; the rest goes through sorted "
        "temporary files. The same command goes on after a kill.",
    .files = "OUTPUT.part\nBecomes OUTPUT when it is whole."};

constinit const ManNotes kLoadNotes{
    .description =
        "Asks the store what it takes: the Graph Store Protocol, N-Quads as "
        "a whole, or SPARQL Update. The same command goes on where it was "
        "broken off.",
    .examples =
        "Log in, and put new graphs in the place of old ones:\n"
        "semsite load dump.nq --to https://store.example/ --user me:secret "
        "--replace",
    .files = "FILE.load\nHow far the load has come; semsite status tells what is in it.",
    .exit_status =
        "0\nEverything is in the store.\n"
        "1\nStatements were skipped or refused, or --verify found a "
        "difference.\n"
        "3\nThe store cannot be reached, or fails on."};

constinit const ManNotes kInspectNotes{
    .description = "What a document is, is told by its content.",
    .exit_status = "0\nRead whole.\n1\nRead in part.\n3\nNot read."};

constinit const ManNotes kStatusNotes{
    .description =
        "Reads only, and keeps no run from its work: a run that is going on "
        "can be looked at.",
    .files =
        "OUTPUT.state\nThe state of semsite fetch -o OUTPUT.\n"
        "FILE.load\nThe state of semsite load FILE.",
    .exit_status =
        "0\nThe last run came to its end and has everything.\n"
        "1\nSomething is missing, or the run did not come to its end.\n"
        "3\nThere is no such state, or it cannot be read."};

constinit const ManNotes kQueueNotes{
    .description =
        "URL is postgresql://HOST/DATABASE, without a password: that is taken from "
        "~/.pgpass or the file that PGPASSFILE names. All tables are in the schema "
        "semsite.",
    .exit_status =
        "0\nDone, or there was nothing to do.\n"
        "3\nThe database cannot be reached, or refuses; or there is no such run, or it "
        "is "
        "over."};

constinit const ManNotes kCompletionNotes{.exit_status = "0\nThe script was printed."};

constinit const ManNotes kManNotes{
    .description = "Without COMMAND, the page of semsite itself.",
    .exit_status = "0\nThe page was printed."};

std::string roff_text(std::string_view text) {
  std::string out;
  bool line_begins = true;
  while (!text.empty()) {
    const Utf8Char one = decode_utf8(text);
    const char letter = text[0];
    if (line_begins && (letter == '.' || letter == '\'')) out += "\\&";
    line_begins = letter == '\n';
    if (one.length > 1) {
      out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(one.code_point));
      text.remove_prefix(one.length);
      continue;
    }
    switch (letter) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '"':
        out += "\\(dq";
        break;
      default:
        out += letter;
    }
    text.remove_prefix(1);
  }
  return out;
}

Roff::Roff(std::string_view title, std::string_view date, std::string_view version) {
  line(fmt::format(".TH {} 1 {} \"semsite {}\" \"User Commands\"", roff_text(title), date,
                   version));
}

Roff& Roff::section(std::string_view heading) {
  line(fmt::format(".SH \"{}\"", roff_text(heading)));
  return *this;
}

Roff& Roff::subsection(std::string_view heading) {
  line(fmt::format(".SS \"{}\"", roff_text(heading)));
  return *this;
}

Roff& Roff::paragraph(std::string_view text) {
  gap();
  line(roff_text(text));
  return *this;
}

Roff& Roff::plain(std::string_view text) {
  line(roff_text(text));
  return *this;
}

Roff& Roff::entry(std::string_view term, std::string_view value, std::string_view text) {
  line(".TP");
  line(value.empty()
           ? fmt::format("\\fB{}\\fR", roff_text(term))
           : fmt::format("\\fB{}\\fR \\fI{}\\fR", roff_text(term), roff_text(value)));
  line(roff_text(text));
  return *this;
}

Roff& Roff::command(std::string_view text) {
  gap();
  line(".RS 4");
  line(".nf");
  line(roff_text(text));
  line(".fi");
  line(".RE");
  return *this;
}

Roff& Roff::reference(std::string_view page, std::string_view behind) {
  line(fmt::format(".BR {} (1){}", roff_text(page), behind));
  return *this;
}

/// A heading makes its own.
void Roff::gap() {
  const std::size_t begin = out_.rfind('\n', out_.size() - 2) + 1;
  if (!std::string_view{out_}.substr(begin).starts_with(".S")) line(".PP");
}

void Roff::line(std::string_view text) {
  out_ += text;
  out_ += '\n';
}

}  // namespace semsite
