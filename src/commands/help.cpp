#include "commands/help.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text.hpp"
#include "base/version.hpp"
#include "report/terminal.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kNarrowest = 40;
constexpr std::size_t kWidestNames = 28;
constexpr std::size_t kWidestArguments = 26;

/// Of text without control characters: a column for each code point.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

/// Lines of words, none wider than the help, if there is a blank to break it at.
class Columns {
 public:
  explicit Columns(std::size_t width) : width_(std::max(width, kNarrowest)) {}

  /// `text`, whose further lines begin `indent` columns from the left, as its first does.
  void paragraph(std::string_view text, std::size_t indent = 0) {
    std::size_t at = 0;
    for (const std::string_view word : split(text, ' ')) {
      const std::size_t size = columns_of(word);
      if (at > 0 && at + 1 + size > width_) {
        out_ += '\n';
        at = 0;
      }
      if (at == 0) {
        out_.append(indent, ' ');
        at = indent;
      } else {
        out_ += ' ';
        ++at;
      }
      out_ += word;
      at += size;
    }
    out_ += '\n';
  }

  /// A term, and behind it, from column `indent` on, what it means.
  void entry(std::string_view term, std::string_view text, std::size_t indent) {
    const std::size_t from = out_.size();
    paragraph(text, indent);
    const std::size_t size = 2 + columns_of(term);
    if (size + 1 < indent) {
      out_.replace(from, size, fmt::format("  {}", term));
    } else {
      out_.insert(from, fmt::format("  {}\n", term));
    }
  }

  /// As it stands.
  void line(std::string_view text) {
    out_ += text;
    out_ += '\n';
  }

  [[nodiscard]] std::string text() && { return std::move(out_); }

 private:
  std::size_t width_;
  std::string out_;
};

using Rows = std::vector<OptionRow>;

/// "-o, --output FILE".
std::string names_of(const OptionRow& row) {
  return fmt::format(
      "{}--{}{}{}",
      row.letter == 0 ? std::string{"    "} : fmt::format("-{}, ", row.letter), row.name,
      row.is_switch() ? "" : " ", row.value);
}

template <typename Fits>
Rows rows_that(const OptionGroup& group, Fits fits) {
  Rows out;
  std::ranges::copy_if(group.rows, std::back_inserter(out),
                       [&](const OptionRow& row) { return !row.idle && fits(row); });
  return out;
}

Rows used_rows(const OptionGroup& group) {
  return rows_that(group, [](const OptionRow&) { return true; });
}

void write_rows(const Rows& rows, Columns& out) {
  std::size_t widest = 0;
  for (const OptionRow& row : rows)
    if (const std::size_t size = columns_of(names_of(row)); size <= kWidestNames)
      widest = std::max(widest, size);
  for (const OptionRow& row : rows) out.entry(names_of(row), row.does, widest + 4);
}

void write_group(const OptionGroup& group, Columns& out) {
  const Rows rows = used_rows(group);
  if (rows.empty()) return;
  out.line(fmt::format("\n{} ({}):", group.heading, group.name));
  write_rows(rows, out);
}

std::string group_names(const OptionTable& table) {
  std::string out;
  for (const OptionGroup& group : table)
    if (!used_rows(group).empty())
      out += fmt::format("{}{}", out.empty() ? "" : ", ", group.name);
  return out;
}

/// The options that people use, and where the others are.
void write_common(const Command& command, const OptionTable& table, Columns& out) {
  Rows common;
  std::size_t all = 0;
  for (const OptionGroup& group : table) {
    all += used_rows(group).size();
    std::ranges::move(rows_that(group, [](const OptionRow& row) { return row.common; }),
                      std::back_inserter(common));
  }
  out.line("\nOptions:");
  write_rows(common, out);
  if (common.size() == all) return;
  out.line("");
  out.paragraph(fmt::format(
      "semsite {0} --help all shows all {1} options, semsite {0} --help GROUP one group "
      "of them: {2}.",
      command.name, all, group_names(table)));
}

void write_one_group(const Command& command, const OptionTable& table,
                     std::string_view name, Columns& out) {
  const auto found = std::ranges::find_if(table, [&](const OptionGroup& group) {
    return equal_ignoring_case(group.name, name) ||
           equal_ignoring_case(group.heading, name);
  });
  if (found != table.end() && !used_rows(*found).empty()) return write_group(*found, out);
  std::vector<std::string> names{std::string{kAllOptions}};
  for (const OptionGroup& group : table) names.emplace_back(group.name);
  const auto near = nearest(name, names);
  throw UsageError{fmt::format(
      "{} has no group of options called {}{}; there are: {}, and all for everything",
      command.name, excerpt(name),
      near ? fmt::format(" (did you mean {}?)", *near) : std::string{},
      group_names(table))};
}

}  // namespace

std::optional<std::string> help_wish(const std::vector<std::string>& words) {
  constexpr std::string_view kEquals = "--help=";
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (words[i].starts_with(kEquals)) return words[i].substr(kEquals.size());
    if (words[i] != "--help" && words[i] != "-h") continue;
    const std::string& next = i + 1 < words.size() ? words[i + 1] : std::string{};
    // Arguments stand there, too: `fetch --help https://example.org/`.
    const bool is_word = std::ranges::all_of(next, [](char letter) {
      return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    });
    return is_word ? next : std::string{};
  }
  return std::nullopt;
}

std::string help_of(const Command& command, std::string_view extent, std::size_t width) {
  const OptionTable table = command.options();
  Columns out{width};
  out.line(
      fmt::format("Usage: semsite {} [options] {}", command.name, command.arguments));
  if (!extent.empty() && extent != kAllOptions) {
    write_one_group(command, table, extent, out);
    return std::move(out).text();
  }
  out.line("");
  out.paragraph(fmt::format("{} {}.", command.name, command.does));
  out.line("\nExamples:");
  for (const std::string_view example : command.examples)
    out.line(fmt::format("  {}", example));
  if (extent.empty()) {
    write_common(command, table, out);
  } else {
    for (const OptionGroup& group : table) write_group(group, out);
  }
  return std::move(out).text();
}

std::string overview(std::size_t width) {
  Columns out{width};
  out.line("semsite " SEMSITE_VERSION
           ": gets Linked Data off web sites\n\n"
           "Usage: semsite COMMAND [options] ARGUMENTS\n\nCommands:");
  const std::size_t indent =
      std::min(kWidestArguments + 14, std::max(width, kNarrowest) / 2);
  for (const Command& command : commands())
    out.entry(fmt::format("{:<10} {}", command.name, command.arguments), command.does,
              indent);
  out.line("");
  out.paragraph(
      "semsite COMMAND --help shows the options of a command that people use, and three "
      "examples; semsite COMMAND --help all shows all options; semsite --version tells "
      "the version.");
  out.paragraph(
      "Exit status: 0 everything is there, 1 something is missing or was skipped, 2 "
      "wrong usage, 3 stopped, 130 interrupted.");
  return std::move(out).text();
}

std::size_t help_width() {
  const char* const text = std::getenv("COLUMNS");
  const auto columns = parse_uint(text == nullptr ? "" : text);
  return columns && *columns > 0 ? static_cast<std::size_t>(*columns)
                                 : terminal_width(STDOUT_FILENO);
}

}  // namespace semsite
