#include "commands/message_options.hpp"

#include <unistd.h>

#include "base/file_io.hpp"
#include "base/hash.hpp"

namespace semsite {

OptionGroup message_rows() {
  return {
      .heading = "Messages",
      .rows = {
          {.name = "help", .letter = 'h', .does = "print this help"},
          {.name = "quiet", .letter = 'q', .does = "print errors only"},
          {.name = "verbose", .letter = 'v', .does = "print each request and decision"},
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
  return {options.verbosity, options.log, colours_of(options.colour, STDERR_FILENO)};
}

}  // namespace semsite
