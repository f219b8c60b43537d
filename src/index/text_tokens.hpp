#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Cuts text into the words of an index, the same way for documents and for queries.
///
/// A word is a run of letters, digits and their marks (Unicode categories L, N, M). It is
/// folded: compatibility forms undone (NFKD), full case folding, without the accents of
/// Latin, Greek and Cyrillic, the points of Hebrew and the vowel signs of Arabic. Scripts
/// that put no spaces between words (Han, kana, Thai, Lao, Khmer, Burmese, Tibetan) give
/// a word for each letter, so that a phrase finds any part of such a text. Words longer
/// than 64 bytes are cut there. One thread.
class Tokenizer {
 public:
  /// Calls `take` for each word in order; the view is valid during the call.
  void cut(std::string_view text, const std::function<void(std::string_view)>& take);
  [[nodiscard]] std::vector<std::string> words(std::string_view text);

 private:
  /// What a character does to the word at hand.
  enum class Role : std::uint8_t { unknown, ends, joins, stands_alone, vanishes };
  struct Folded {
    Role role = Role::unknown;
    std::uint8_t size = 0;
    char bytes[14]{};
  };

  [[nodiscard]] static Folded fold(char32_t code_point);
  [[nodiscard]] const Folded& folded(char32_t code_point);

  std::vector<Folded> known_;  ///< of the lower code points, filled as they come
  Folded other_;
};

}  // namespace semsite
