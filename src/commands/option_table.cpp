#include "commands/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

#include "base/text.hpp"
#include "commands/config_file.hpp"
#include "commands/habits.hpp"
#include "commands/values.hpp"
#include "semsite/errors.hpp"

namespace semsite {

using Strings = std::vector<std::string>;

bool GivenOptions::has(const std::string& name) const { return texts_.contains(name); }

std::string GivenOptions::text(const std::string& name,
                               const std::string& otherwise) const {
  const auto found = texts_.find(name);
  return found == texts_.end() || found->second.empty() ? otherwise
                                                        : found->second.front();
}

std::vector<std::string> GivenOptions::texts(const std::string& name) const {
  const auto found = texts_.find(name);
  return found == texts_.end() ? Strings{} : found->second;
}

std::vector<std::string> GivenOptions::names() const {
  Strings out;
  for (const auto& [name, texts] : texts_) out.push_back(name);
  return out;
}

std::uint64_t GivenOptions::number(const std::string& name) const {
  return parse_count(text(name), "--" + name);
}

void GivenOptions::size(const std::string& name, std::uint64_t& value) const {
  if (has(name)) value = parse_size(text(name), "--" + name);
}

std::optional<double> GivenOptions::seconds(const std::string& name) const {
  if (!has(name)) return std::nullopt;
  return parse_duration(text(name), "--" + name);
}

std::size_t GivenOptions::word(const std::string& name, const Strings& words,
                               std::size_t otherwise) const {
  if (!has(name)) return otherwise;
  const auto place = std::ranges::find(words, text(name));
  if (place == words.end()) refuse_word("--" + name, text(name), words);
  return static_cast<std::size_t>(place - words.begin());
}

OptionGroup group_of(std::string_view name, std::string_view heading,
                     std::initializer_list<std::vector<OptionRow>> parts) {
  OptionGroup out{.name = name, .heading = heading, .rows = {}};
  for (const std::vector<OptionRow>& part : parts)
    out.rows.insert(out.rows.end(), part.begin(), part.end());
  return out;
}

namespace {

/// Sets `mark` in the rows of these names, all of which there are.
OptionGroup marked(OptionGroup group, std::initializer_list<std::string_view> names,
                   bool OptionRow::*mark) {
  for (const std::string_view name : names) {
    const auto row = std::ranges::find(group.rows, name, &OptionRow::name);
    if (row == group.rows.end())
      throw std::logic_error{
          fmt::format("{} has no option {} to be marked", group.heading, name)};
    (*row).*mark = true;
  }
  return group;
}

}  // namespace

OptionGroup with_common(OptionGroup group,
                        std::initializer_list<std::string_view> names) {
  return marked(std::move(group), names, &OptionRow::common);
}

OptionGroup with_idle(OptionGroup group, std::initializer_list<std::string_view> names) {
  OptionGroup out = marked(std::move(group), names, &OptionRow::idle);
  for (OptionRow& row : out.rows) row.common = row.common && !row.idle;
  return out;
}

const OptionRow* find_row(const OptionTable& table, std::string_view name) {
  for (const OptionGroup& group : table) {
    const auto found = std::ranges::find(group.rows, name, &OptionRow::name);
    if (found != group.rows.end()) return &*found;
  }
  return nullptr;
}

const OptionRow* find_row(const OptionTable& table, char letter) {
  for (const OptionGroup& group : table) {
    const auto found = std::ranges::find(group.rows, letter, &OptionRow::letter);
    if (letter != 0 && found != group.rows.end()) return &*found;
  }
  return nullptr;
}

namespace {

namespace po = boost::program_options;
using Strings = std::vector<std::string>;

/// What the parser of the command line is told of a row.
po::options_description descriptions_of(const OptionTable& table) {
  po::options_description out;
  for (const OptionGroup& group : table) {
    po::options_description some{std::string{group.heading}};
    for (const OptionRow& row : group.rows) {
      std::string names{row.name};
      if (row.letter != 0) names += fmt::format(",{}", row.letter);
      if (row.is_switch()) {
        some.add_options()(names.c_str(), "");
      } else if (row.repeatable) {
        some.add_options()(names.c_str(), po::value<Strings>()->composing(), "");
      } else {
        some.add_options()(names.c_str(), po::value<std::string>(), "");
      }
    }
    out.add(some);
  }
  return out;
}

Strings names_of(const po::options_description& options) {
  Strings out;
  for (const auto& option : options.options()) out.push_back("--" + option->long_name());
  return out;
}

/// Of an option that takes one value only the last stays, as in curl and most programs:
/// so that a command can be repeated with a change at its end.
po::parsed_options last_wins(po::parsed_options parsed,
                             const po::options_description& visible) {
  std::set<std::string> seen;
  auto& options = parsed.options;
  std::ranges::reverse(options);
  std::erase_if(options, [&](const po::option& option) {
    const auto* const known = visible.find_nothrow(option.string_key, false);
    return known != nullptr && !known->semantic()->is_composing() &&
           !seen.insert(option.string_key).second;
  });
  std::ranges::reverse(options);
  return parsed;
}

/// An option in the place of another one's value: the value was forgotten.
po::parsed_options with_values(po::parsed_options parsed,
                               const po::options_description& visible,
                               const std::string& command) {
  const Strings names = names_of(visible);
  for (const po::option& option : parsed.options)
    if (option.original_tokens.size() == 2 && option.value.size() == 1 &&
        std::ranges::find(names, option.value[0]) != names.end())
      throw UsageError{fmt::format(
          "{} needs a value, and {} behind it is an option; see semsite {} --help",
          option.original_tokens[0], option.value[0], command)};
  return parsed;
}

using Places = std::map<std::string, std::string>;

/// The options of a file, as if they had been parsed from a command line.
po::parsed_options read_file_of_options(const std::string& path,
                                        const std::string& command,
                                        const po::options_description& visible,
                                        const po::variables_map& given, Places& places) {
  po::parsed_options out{&visible};
  for (const ConfigLine& line : config_for(path, command)) {
    if (given.count(line.name) == 0) places[line.name] = line.place;
    out.options.emplace_back(line.name, Strings{line.value});
  }
  return out;
}

/// The option that the parser calls `name`, without its value, which may be a secret: of
/// "-np" it may name "-n" alone.
std::string as_typed(const Strings& words, const std::string& name) {
  if (name.starts_with("--")) return name.substr(0, name.find('='));
  const auto found = std::ranges::find_if(
      words, [&](const std::string& word) { return word.starts_with(name); });
  return found == words.end() || found->size() > 3 ? name : *found;
}

po::variables_map parse(const Strings& words, const OptionTable& table,
                        const std::string& command, Places& places_of) {
  const po::options_description visible = descriptions_of(table);
  po::options_description all;
  all.add(visible).add_options()("argument", po::value<Strings>());
  po::positional_options_description places;
  places.add("argument", -1);
  po::variables_map map;
  try {
    using namespace po::command_line_style;
    // No guessing: a shortened name would change its meaning with the next new option.
    po::store(last_wins(with_values(po::command_line_parser(words)
                                        .options(all)
                                        .positional(places)
                                        .style(unix_style & ~allow_guessing)
                                        .run(),
                                    visible, command),
                        visible),
              map);
    if (map.count("config") > 0) {
      const auto path = map["config"].as<std::string>();
      po::store(last_wins(read_file_of_options(path, command, visible, map, places_of),
                          visible),
                map);
    }
  } catch (const po::unknown_option& error) {
    const std::string name = as_typed(words, error.get_option_name());
    throw UsageError{fmt::format("{} has no option {}{}; see semsite {} --help", command,
                                 name, option_advice(command, table, name), command)};
  } catch (const po::invalid_command_line_syntax& error) {
    std::string name = as_typed(words, error.get_option_name());
    const OptionRow* const row = name.starts_with("--") ? find_row(table, name.substr(2))
                                 : name.size() == 2 && name.starts_with("-")
                                     ? find_row(table, name[1])
                                     : nullptr;
    if (row == nullptr ||
        error.kind() != po::invalid_command_line_syntax::missing_parameter)
      throw UsageError{fmt::format("{}; see semsite {} --help", error.what(), command)};
    throw UsageError{fmt::format("{} needs a value: {}; see semsite {} --help", name,
                                 option_shown(*row), command)};
  } catch (const po::error& error) {
    throw UsageError{fmt::format("{}; see semsite {} --help", error.what(), command)};
  }
  return map;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return equal_ignoring_case(text, word); });
}

/// What a file of options says of a switch; the command line only names it.
bool is_on(const std::string& name, const po::variable_value& value) {
  const auto* const text = boost::any_cast<std::string>(&value.value());
  if (text == nullptr || is_one_of(*text, {"", "true", "yes", "on", "1"})) return true;
  if (is_one_of(*text, {"false", "no", "off", "0"})) return false;
  throw UsageError{
      fmt::format("--{} {}: a switch is true or false", name, excerpt(*text))};
}

/// The texts of an option that takes some.
Strings texts_of(const po::variable_value& value) {
  if (const auto* text = boost::any_cast<std::string>(&value.value())) return {*text};
  if (const auto* texts = boost::any_cast<Strings>(&value.value())) return *texts;
  return {};
}

}  // namespace

CommandLine read_words(const std::string& command, const OptionTable& table,
                       const Strings& words) {
  std::map<std::string, Strings> texts;
  Places places;
  for (const auto& [name, value] : parse(words, table, command, places)) {
    const OptionRow* const row = find_row(table, name);
    if (row != nullptr && row->is_switch()) {
      try {
        if (is_on(name, value)) texts.emplace(name, Strings{});
      } catch (const UsageError& error) {
        throw UsageError{fmt::format("{}: {}", places[name], error.what())};
      }
    } else {
      texts.emplace(name, texts_of(value));
    }
  }
  CommandLine out;
  out.command = command;
  out.places = std::move(places);
  if (const auto found = texts.find("argument"); found != texts.end()) {
    out.arguments = std::move(found->second);
    texts.erase(found);
  }
  out.options = GivenOptions{std::move(texts)};
  out.reads = files_read(table, out.options);
  return out;
}

namespace {

/// Of the letters of `word` ("-qo"), the option that takes what stands behind it; null:
/// all are switches. Nothing if one is no option.
std::optional<const OptionRow*> last_letter(const OptionTable& table,
                                            std::string_view word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    const OptionRow* const row = find_row(table, word[i]);
    if (row == nullptr) return std::nullopt;
    // What stands behind it in the word is its value.
    if (!row->is_switch()) return i + 1 == word.size() ? row : nullptr;
  }
  return nullptr;
}

}  // namespace

std::size_t leading_options(const OptionTable& table, const Strings& words) {
  std::size_t at = 0;
  while (at < words.size()) {
    const std::string_view word = words[at];
    if (word.size() < 2 || word[0] != '-' || word == "--") break;
    std::optional<const OptionRow*> takes_next;
    if (word.starts_with("--")) {
      const std::size_t equals = word.find('=');
      const OptionRow* const row = find_row(table, word.substr(2, equals - 2));
      if (row != nullptr)
        takes_next = row->is_switch() || equals != std::string_view::npos ? nullptr : row;
    } else {
      takes_next = last_letter(table, word);
    }
    if (!takes_next) break;
    at += *takes_next == nullptr ? 1 : 2;
  }
  return std::min(at, words.size());
}

std::vector<std::string> files_read(const OptionTable& table, const GivenOptions& given) {
  Strings out;
  for (const std::string& name : given.names()) {
    const OptionRow* const row = find_row(table, name);
    if (row == nullptr || row->file != FileUse::reads) continue;
    for (const std::string& text : given.texts(name)) out.push_back(text);
  }
  const char* const home = std::getenv("HOME");
  if (given.has("netrc") && home != nullptr) out.push_back(std::string{home} + "/.netrc");
  return out;
}

}  // namespace semsite
