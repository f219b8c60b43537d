#pragma once

#include <algorithm>
#include <string_view>

#include "semsite/term.hpp"

namespace semsite {

/// Calls `take` with each word of an attribute's value.
template <typename Take>
void each_word(std::string_view text, Take&& take) {
  constexpr std::string_view kSpace = " \t\n\f\r";
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return;
    const std::size_t end = std::min(text.find_first_of(kSpace, begin), text.size());
    take(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

/// No resource at all.
[[nodiscard]] inline bool is_none(const Term& term) {
  return term.kind == TermKind::none;
}

/// A resource that is named, but by no IRI: what is said of it is said of nothing else,
/// so the triples are left out.
inline constexpr Term kLostIri{.kind = TermKind::iri};
[[nodiscard]] inline bool is_lost(const Term& term) {
  return term.kind == TermKind::iri && term.value.empty();
}

}  // namespace semsite
