#include "commands/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/text.hpp"
#include "base/version.hpp"
#include "commands/arguments.hpp"
#include "commands/commands.hpp"
#include "commands/exit_status.hpp"
#include "commands/man_notes.hpp"
#include "commands/roff.hpp"
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
  out.entry("semsite COMMAND --help", "", "List the options of a command.");
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
  for (const Command& command : commands()) out.command(command.example);
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
  out.section("EXAMPLES").command(row.example);
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
  return {{.heading = "Output",
           .rows =
               {
                   {.name = "dir",
                    .value = "DIR",
                    .does = "write the pages of all commands there",
                    .file = FileUse::writes},
               }},
          message_rows()};
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

}  // namespace semsite
