#include "commands/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "commands/arguments.hpp"
#include "commands/commands.hpp"
#include "commands/exit_status.hpp"
#include "commands/option_table.hpp"
#include "commands/values.hpp"
#include "io/output_file.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

std::string words_of(const OptionRow& option) {
  std::string out = fmt::format("--{}", option.name);
  if (option.letter != 0) out += fmt::format(" -{}", option.letter);
  return out;
}

/// One branch of the `case` that says what stands behind an option.
std::string bash_branch(const OptionRow& option) {
  std::string names = fmt::format("--{}", option.name);
  if (option.letter != 0) names += fmt::format("|-{}", option.letter);
  const ValueForms forms = value_forms(option);
  const char* const paths = forms.files ? "files" : forms.folders ? "folders" : "nothing";
  return fmt::format("        {}) kind={} words='{}' ;;\n", names, paths,
                     fmt::join(forms.words, " "));
}

std::string bash_script() {
  std::string cases;
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    const std::string name{command.name};
    names.push_back(name);
    std::string options;
    std::string branches;
    for (const OptionGroup& group : command.options())
      for (const OptionRow& option : group.rows) {
        options += (options.empty() ? "" : " ") + words_of(option);
        if (!option.is_switch()) branches += bash_branch(option);
      }
    const ValueForms forms = value_forms(std::string{command.arguments});
    cases += fmt::format(
        "    {})\n      options='{}'\n      arguments='{}'\n      case $option in\n{}"
        "        *) kind= ;;\n      esac\n      ;;\n",
        name, options, fmt::join(forms.words, " "), branches);
  }
  return fmt::format(
      R"(# Completion of semsite for bash; made by: semsite completion bash
_semsite() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} option= kind= words= options= arguments=
  local before=${{COMP_WORDS[COMP_CWORD-1]}}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$cur"))
    return
  fi
  # --option=value is three words: bash breaks at the equals sign.
  if [[ $cur == '=' ]]; then
    cur= option=$before
  elif [[ $before == '=' ]]; then
    option=${{COMP_WORDS[COMP_CWORD-2]}}
  else
    option=$before
  fi
  case ${{COMP_WORDS[1]}} in
{}    *) return ;;
  esac
  if [[ -n $kind ]]; then
    [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$cur"))
    case $kind in
      folders) compopt +o default +o bashdefault -o dirnames 2>/dev/null ;;
      nothing) compopt +o default +o bashdefault 2>/dev/null ;;
    esac
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    compopt +o default +o bashdefault 2>/dev/null
  elif [[ -n $arguments ]]; then
    COMPREPLY=($(compgen -W "$arguments" -- "$cur"))
    compopt +o default +o bashdefault 2>/dev/null
  fi
}} &&
complete -o bashdefault -o default -F _semsite semsite
)",
      fmt::join(names, " "), cases);
}

/// `text` in single quotes of fish.
std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') out += '\\';
    out += letter;
  }
  return out + "'";
}

std::string fish_option(const std::string& command, const OptionRow& option) {
  std::string out = fmt::format("complete -c semsite -n '__semsite_command {}' -l {}",
                                command, option.name);
  if (option.letter != 0) out += fmt::format(" -s {}", option.letter);
  if (!option.is_switch()) {
    const ValueForms forms = value_forms(option);
    out += forms.files ? " -r -F" : " -x";
    std::string values = fmt::format("{}", fmt::join(forms.words, " "));
    if (forms.folders && !forms.files) values += " (__fish_complete_directories)";
    if (!values.empty()) out += " -a " + fish_quoted(values);
  }
  return fmt::format("{} -d {}\n", out, fish_quoted(option.does));
}

std::string fish_script() {
  std::string out =
      R"(# Completion of semsite for fish; made by: semsite completion fish
function __semsite_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]
end
function __semsite_no_command
    test (count (commandline -opc)) -eq 1
end
complete -c semsite -n __semsite_no_command -f
complete -c semsite -n __semsite_no_command -l help -d 'list the commands'
complete -c semsite -n __semsite_no_command -l version -d 'print the version'
)";
  for (const Command& command : commands()) {
    const std::string name{command.name};
    out += fmt::format("complete -c semsite -n __semsite_no_command -a {} -d {}\n", name,
                       fish_quoted(command.does));
    const ValueForms forms = value_forms(std::string{command.arguments});
    if (!forms.words.empty())
      out += fmt::format("complete -c semsite -n '__semsite_command {}' -f -a {}\n", name,
                         fish_quoted(fmt::format("{}", fmt::join(forms.words, " "))));
    for (const OptionGroup& group : command.options())
      for (const OptionRow& option : group.rows) out += fish_option(name, option);
  }
  return out;
}

}  // namespace

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_completion();
  if (shell == "fish") return fish_script();
  refuse_word("completion", shell, {"bash", "zsh", "fish"});
}

OptionTable completion_table() {
  return {{.name = "output", .heading = "Output", .rows = {}},
          with_idle(message_rows(), {"progress"})};
}

CompletionOptions read_completion(const CommandLine& line) {
  CompletionOptions out;
  out.messages = read_message_options(line.options);
  if (line.arguments.empty())
    throw UsageError{"completion needs a shell: bash, zsh or fish"};
  out.script = completion_script(only_argument(line));
  return out;
}

int run_completion(const CompletionOptions& options, const std::stop_token& /*stop*/) {
  OutputFile out{"-"};
  out.append(options.script);
  out.finish();
  return kComplete;
}

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
