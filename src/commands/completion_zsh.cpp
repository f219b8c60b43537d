#include "commands/completion_zsh.hpp"

#include <fmt/format.h>

#include <string_view>

#include "commands/commands.hpp"
#include "commands/option_row.hpp"
#include "commands/value_forms.hpp"

namespace semsite {
namespace {

/// For single quotes, with a backslash before each of `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\'') {
      out += "'\\''";
      continue;
    }
    if (special.find(letter) != std::string_view::npos) out += '\\';
    out += letter;
  }
  return out;
}

/// What completes a value: `_files`, words, or nothing.
std::string action(const ValueForms& forms) {
  if (forms.files) return "_files";
  if (forms.folders) return "_files -/";
  if (!forms.words.empty()) return fmt::format("({})", fmt::join(forms.words, " "));
  return " ";  // a value that cannot be completed
}

/// One argument of `_arguments`: `{-o+,--output=}[does]:FILE:_files`.
std::string option_spec(const OptionRow& option) {
  const std::string equals = option.is_switch() ? "" : "=";
  const std::string plus = option.is_switch() ? "" : "+";
  const std::string does = fmt::format("[{}]", escaped(option.does, "[]\\"));
  const std::string value = option.is_switch()
                                ? ""
                                : fmt::format(":{}:{}", escaped(option.value, ":\\"),
                                              escaped(action(value_forms(option)), ""));
  const std::string star = option.repeatable ? "*" : "";
  if (option.letter == 0)
    return fmt::format("        '{}--{}{}{}{}'", star, option.name, equals, does, value);
  const std::string others =
      option.repeatable ? "'*'" : fmt::format("'(-{} --{})'", option.letter, option.name);
  return fmt::format("        {}{{-{}{},--{}{}}}'{}{}'", others, option.letter, plus,
                     option.name, equals, does, value);
}

}  // namespace

std::string zsh_completion() {
  std::string names;
  std::string cases;
  for (const Command& command : commands()) {
    const std::string name{command.name};
    names += fmt::format("    '{}:{}'\n", name, escaped(command.does, ":\\"));
    std::string specs;
    for (const OptionGroup& group : command.options())
      for (const OptionRow& option : group.rows) specs += option_spec(option) + " \\\n";
    const ValueForms forms = value_forms(std::string{command.arguments});
    const std::string arguments =
        forms.words.empty() ? "_files" : fmt::format("({})", fmt::join(forms.words, " "));
    cases +=
        fmt::format("    {})\n      _arguments -s -S \\\n{}        '*:{}:{}'\n      ;;\n",
                    name, specs, escaped(command.arguments, ":\\"), arguments);
  }
  return fmt::format(
      R"(#compdef semsite
# Completion of semsite for zsh; made by: semsite completion zsh
_semsite() {{
  local -a commands
  commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    _arguments '--help[list the commands]' '--version[print the version]'
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{}  esac
}}
if [[ $funcstack[1] == _semsite ]]; then
  _semsite "$@"
else
  compdef _semsite semsite
fi
)",
      names, cases);
}

}  // namespace semsite
