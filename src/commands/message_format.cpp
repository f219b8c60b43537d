#include "commands/message_format.hpp"

#include <unistd.h>

#include <optional>
#include <string_view>

#include "base/file_io.hpp"
#include "commands/config_file.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using Strings = std::vector<std::string>;

/// The last value of `--name` in `words`.
std::optional<std::string> value_in(const Strings& words, std::string_view name) {
  const std::string option = "--" + std::string{name};
  std::optional<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(option + "=")) out = words[i].substr(option.size() + 1);
    if (words[i] == option && i + 1 < words.size()) out = words[i + 1];
  }
  return out;
}

std::optional<std::string> value_in_config(const Strings& words, std::string_view name) {
  const std::optional<std::string> path = value_in(words, "config");
  std::optional<std::string> out;
  if (!path) return out;
  try {
    for (const ConfigLine& line : config_lines(read_file(*path), *path))
      if (line.name == name && (line.section.empty() || line.section == words[0]))
        out = line.value;
  } catch (const UsageError&) {
    // What is wrong with the file is what is to be told.
  } catch (const DocumentError&) {
  }
  return out;
}

}  // namespace

Console console_for(const Strings& words) {
  const auto wish = [&](std::string_view name) {
    const auto given = value_in(words, name);
    return given ? given : value_in_config(words, name);
  };
  const auto colour = wish("color");
  return {Verbosity::normal, wish("log") == "json" ? LogFormat::json : LogFormat::text,
          colours_of(colour == "always"  ? ColourWish::always
                     : colour == "never" ? ColourWish::never
                                         : ColourWish::automatic,
                     STDERR_FILENO)};
}

}  // namespace semsite
