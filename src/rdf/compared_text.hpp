#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/text_hash.hpp"

namespace semsite {

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
