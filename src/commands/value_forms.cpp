#include "commands/value_forms.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "commands/commands.hpp"
#include "parse/syntax.hpp"

namespace semsite {
namespace {

/// Capitals stand for something else: `FILE`, `N`.
bool begins_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

/// Words that are too many for the help, by what it says instead.
void add_words(std::string_view name, ValueForms& out) {
  if (name == "METHOD") {
    for (const char* const method : {"subject", "subject-object", "cbd", "scbd", "msg"})
      out.words.emplace_back(method);
  } else if (name == "COMMAND") {
    for (const Command& command : commands()) out.words.emplace_back(command.name);
  } else {
    out.free = true;
  }
}

}  // namespace

ValueForms value_forms(std::string shape) {
  ValueForms out;
  std::erase_if(shape, [](char letter) { return letter == '[' || letter == ']'; });
  if (const std::size_t end = shape.find("…"); end != std::string::npos)
    shape.resize(end);
  for (const std::string_view form : split(shape, '|')) {
    if (form.empty() || form == "-") continue;
    if (begins_word(form[0])) {
      out.words.emplace_back(form);
    } else if (form.starts_with("FILE")) {
      out.files = true;
    } else if (form == "DIR") {
      out.folders = true;
    } else {
      add_words(form, out);
    }
  }
  return out;
}

ValueForms value_forms(const OptionRow& option) {
  ValueForms out = value_forms(std::string{option.value});
  switch (option.words) {
    case WordList::none:
      break;
    case WordList::syntaxes:
      for (const Syntax& syntax : syntaxes()) out.words.emplace_back(syntax.name);
      break;
    case WordList::ways:
      for (const char* const way : {"dump", "fragments", "sparql", "crawl"})
        out.words.emplace_back(way);
  }
  return out;
}

}  // namespace semsite
