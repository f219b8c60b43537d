#include "commands/config_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>

#include "base/file_io.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "commands/habits.hpp"
#include "commands/option_table.hpp"
#include "commands/values.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// What stands before a remark.
std::string_view without_remark(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i)
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
      return line.substr(0, i);
  return line;
}

/// `text` begins with a double quote. Nothing if it does not end behind the second one.
std::optional<std::string> unquoted(std::string_view text) {
  std::string out;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      if (!trim(without_remark(text.substr(i + 1))).empty()) return std::nullopt;
      return out;
    }
    if (text[i] == '\\' && i + 1 < text.size() &&
        (text[i + 1] == '"' || text[i + 1] == '\\'))
      ++i;
    out += text[i];
  }
  return std::nullopt;
}

/// The options of all commands, by command.
using Tables = std::map<std::string, OptionTable>;

Tables all_tables() {
  Tables out;
  for (const Command& command : commands()) out.emplace(command.name, command.options());
  return out;
}

std::string suggestion(const std::string& name, const Tables& tables,
                       const std::string& section) {
  OptionTable all;
  for (const auto& [command, table] : tables)
    if (section.empty() || command == section)
      all.insert(all.end(), table.begin(), table.end());
  return option_advice(section, all, "--" + name);
}

void check(const ConfigLine& line, const Tables& tables) {
  if (line.name == "config" || line.name == "help")
    throw UsageError{
        fmt::format("{}: {} is for the command line only", line.place, line.name)};
  const bool known = std::ranges::any_of(tables, [&](const auto& table) {
    return (line.section.empty() || line.section == table.first) &&
           find_row(table.second, line.name) != nullptr;
  });
  if (known) return;
  throw UsageError{fmt::format("{}: {} no option --{}{}", line.place,
                               line.section.empty() ? "there is" : line.section + " has",
                               excerpt(line.name),
                               suggestion(line.name, tables, line.section))};
}

void check_section(const std::string& section, const std::string& place,
                   const Tables& tables) {
  if (tables.contains(section)) return;
  std::vector<std::string> names;
  for (const auto& [command, table] : tables) names.push_back(command);
  const auto near = nearest(section, names);
  throw UsageError{fmt::format("{}: [{}]: there is no such command{}", place,
                               excerpt(section),
                               near ? fmt::format(" (did you mean [{}]?)", *near) : "")};
}

/// No shell has read a path in the file.
void expand_home(const OptionRow& option, std::string& value) {
  const ValueForms forms = value_forms(option);
  const char* const home = std::getenv("HOME");
  if ((forms.files || forms.folders) && value.starts_with("~/") && home != nullptr)
    value.replace(0, 1, home);
}

}  // namespace

std::vector<ConfigLine> config_lines(std::string_view text, const std::string& path) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<ConfigLine> out;
  std::string section;
  std::uint64_t number = 0;
  for (const std::string_view raw : split(text, '\n')) {
    const std::string place = fmt::format("{}:{}", path, ++number);
    const std::string_view line = trim(raw);
    const std::string_view bare = trim(without_remark(line));
    if (bare.empty()) continue;
    if (bare.front() == '[') {
      if (bare.back() != ']')
        throw UsageError{fmt::format("{}: a section ends with ]", place)};
      section = trim(bare.substr(1, bare.size() - 2));
      // Kept even if nothing stands in it, so that its name is checked.
      out.push_back({.section = section, .name = {}, .value = {}, .place = place});
      continue;
    }
    const std::size_t equals = bare.find('=');
    std::string_view name = trim(bare.substr(0, equals));
    while (name.starts_with('-')) name.remove_prefix(1);
    if (name.empty() || name.find_first_of(" \t\"") != std::string_view::npos)
      throw UsageError{fmt::format("{}: write it as name = value", place)};
    ConfigLine one{
        .section = section, .name = std::string{name}, .value = {}, .place = place};
    if (equals != std::string_view::npos) {
      const std::string_view value = trim(line.substr(line.find('=') + 1));
      if (value.starts_with('"')) {
        std::optional<std::string> inner = unquoted(value);
        if (!inner)
          throw UsageError{fmt::format(
              "{}: {}: the value does not end with its quotation mark", place, name)};
        one.value = std::move(*inner);
      } else {
        one.value = trim(bare.substr(equals + 1));
      }
    }
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<ConfigLine> config_for(const std::string& path, const std::string& command) {
  std::string text;
  try {
    text = read_file(path);
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--config {}: cannot be read: {}", path, error.what())};
  }
  const Tables tables = all_tables();
  std::vector<ConfigLine> out;
  for (ConfigLine& line : config_lines(text, path)) {
    if (!line.section.empty()) check_section(line.section, line.place, tables);
    if (line.name.empty()) continue;
    check(line, tables);
    const OptionRow* const option = find_row(tables.at(command), line.name);
    if (option == nullptr || (!line.section.empty() && line.section != command)) continue;
    expand_home(*option, line.value);
    out.push_back(std::move(line));
  }
  // A section says more than what stands for every command.
  std::stable_partition(out.begin(), out.end(),
                        [](const ConfigLine& one) { return one.section.empty(); });
  return out;
}

}  // namespace semsite
