#include "commands/output_form.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "commands/values.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// ".foo" of "x.foo"; nothing of "x" and ".profile".
std::string_view suffix_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view{}
                                                   : name.substr(dot);
}

}  // namespace

WantedForm wanted_form(std::string_view path, std::string_view word) {
  const OutputForm* by_word = nullptr;
  if (!word.empty()) {
    by_word = form_of_word(word);
    if (by_word == nullptr) {
      std::vector<std::string> words;
      for (const OutputForm& form : output_forms()) words.emplace_back(form.name);
      for (const OutputForm& form : output_forms())
        if (form.short_name != form.name) words.emplace_back(form.short_name);
      refuse_word("--format", word, words);
    }
  }
  const std::string_view name = form_name(path);
  const UnwritableSuffix* const other = unwritable(name);
  if (other != nullptr && (other->packs || by_word == nullptr))
    throw UsageError{fmt::format(
        "-o {}: {} is not written here: {}{}", path, other->what, other->remedy,
        other->packs ? "" : " (--format NAME writes that form under any name)")};
  if (by_word != nullptr) return {.format = by_word->format};
  if (const OutputForm* const form = form_of_name(name)) return {.format = form->format};
  const std::string_view suffix = suffix_of(name);
  if (suffix.empty()) return {};
  std::string known;
  for (const OutputForm& form : output_forms())
    known += fmt::format("{}{}", known.empty() ? "" : " ", form.suffixes.front());
  return {.format = OutputFormat::nquads,
          .note = fmt::format("-o {}: {} says no form that semsite writes ({}): it will "
                              "be N-Quads (--format NAME chooses)",
                              path, suffix, known)};
}

}  // namespace semsite
