#include "commands/message_options.hpp"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "commands/config_file.hpp"
#include "semsite/errors.hpp"

namespace semsite {

OptionGroup message_rows() {
  return {
      .name = "messages",
      .heading = "Messages",
      .rows = {
          {.name = "help", .letter = 'h', .does = "print this help", .common = true},
          {.name = "quiet", .letter = 'q', .does = "print errors only", .common = true},
          {.name = "verbose",
           .letter = 'v',
           .does = "print each request and decision",
           .common = true},
          {.name = "progress",
           .value = "auto|bar|plain|none",
           .does = "how to show how far it is (default auto: a bar on a terminal, else a "
                   "line every 10 s)"},
          {.name = "log", .value = "text|json", .does = "form of the messages"},
          {.name = "color",
           .value = "auto|always|never",
           .does = "colours (default auto: on a terminal, unless NO_COLOR is set)"},
          {.name = "config",
           .value = "FILE",
           .does = "read options from FILE (name = value a line; the command line wins)",
           .file = FileUse::reads},
      }};
}

MessageOptions read_message_options(const GivenOptions& given) {
  constexpr ColourWish kColours[] = {ColourWish::automatic, ColourWish::always,
                                     ColourWish::never};
  constexpr ProgressStyle kStyles[] = {ProgressStyle::automatic, ProgressStyle::bar,
                                       ProgressStyle::plain, ProgressStyle::none};
  MessageOptions out;
  out.verbosity = given.has("quiet")     ? Verbosity::quiet
                  : given.has("verbose") ? Verbosity::verbose
                                         : Verbosity::normal;
  out.log = given.word("log", {"text", "json"}) == 1 ? LogFormat::json : LogFormat::text;
  out.colour = kColours[given.word("color", {"auto", "always", "never"})];
  out.progress = kStyles[given.word("progress", {"auto", "bar", "plain", "none"})];
  if (given.has("config")) out.config = short_hash(read_file(given.text("config")));
  return out;
}

Console console_of(const MessageOptions& options) {
  return {options.verbosity, options.log, colours_of(options.colour, STDERR_FILENO),
          options.has_events};
}

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
      if (line.name == name &&
          (line.section.empty() || std::ranges::find(words, line.section) != words.end()))
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
