#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace semsite {

/// Terms as the writer of N-Quads wrote them: canonical, with spaces in literals and in
/// triple terms only. Nothing is checked.

[[nodiscard]] inline bool is_triple_text(std::string_view term) {
  return term.starts_with("<<(");
}

/// The length of the term that `text` begins with, up to the space behind it; that of
/// `text` if none ends it.
[[nodiscard]] std::size_t term_text_length(std::string_view text);

/// Gives `use` each term that `term` is made of: itself or, of a triple term, all that
/// are in it and none of those that hold others.
void each_term_text(std::string_view term,
                    const std::function<void(std::string_view)>& use);

/// Gives `use` each label in `term`, with its `_:`.
void each_label_text(std::string_view term,
                     const std::function<void(std::string_view)>& use);

/// Is `term` a blank node, or is one in it?
[[nodiscard]] bool has_label_text(std::string_view term);

}  // namespace semsite
