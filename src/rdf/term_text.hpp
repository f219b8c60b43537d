#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/hash.hpp"

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

/// Language tags are compared without case (RDF 1.2 Concepts §3.4): `"x"@EN` and `"x"@en`
/// are one literal. What is written stays as it was read; what is compared is decided
/// here, and nowhere else.

/// `statement` as it is compared: itself or, in `room`, with its language tag in lower
/// case. Terms are as the writer of N-Quads wrote them, with what stands between and
/// around them; at most one is a literal, in a triple term or not.
[[nodiscard]] std::string_view compared_text(std::string_view statement,
                                             std::string& room);

/// Among statements that come in the order of their bytes, finds those that are the same
/// as one before. Memory is that of the tags of one text.
class SortedRepeats {
 public:
  [[nodiscard]] bool is_repeated(std::string_view statement);

 private:
  std::string begin_;  ///< up to the tag, once one with a capital has come
  std::unordered_set<std::string, KeyedHash, std::equal_to<>> rests_;
  std::string room_;
};

}  // namespace semsite
