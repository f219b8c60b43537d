#include "semsite/syntaxes.hpp"

#include <algorithm>

#include "documents/quad_output.hpp"
#include "parse/syntax.hpp"

namespace semsite {

std::vector<SyntaxFacts> known_syntaxes() {
  std::vector<SyntaxFacts> out;
  for (const Syntax& syntax : syntaxes())
    out.push_back({.name = syntax.name,
                   .media_types = {syntax.media_types.begin(), syntax.media_types.end()},
                   .suffixes = {syntax.suffixes.begin(), syntax.suffixes.end()},
                   .is_read = true});
  for (const OutputForm& form : output_forms()) {
    const auto known = std::ranges::find(out, form.name, &SyntaxFacts::name);
    if (known != out.end()) {
      known->is_written = true;
    } else {
      out.push_back({.name = form.name,
                     .suffixes = {form.suffixes.begin(), form.suffixes.end()},
                     .is_written = true});
    }
  }
  return out;
}

}  // namespace semsite
