#pragma once

#include <random>
#include <string>
#include <string_view>

namespace semsite::test {

struct Mutation {
  unsigned most_edits = 4;        ///< at least one is made
  std::size_t longest = 16;       ///< bytes that one edit takes out or writes again
  std::string_view favourites{};  ///< bytes that are put in more often than others
};

/// `text` with a few bytes changed, taken out, put in or repeated: what no parser may
/// fall over.
inline std::string mutated(std::string text, std::mt19937& random,
                           const Mutation& mutation = {}) {
  const auto below = [&](std::size_t bound) { return random() % bound; };
  for (std::size_t edits = 1 + below(mutation.most_edits); edits > 0 && !text.empty();
       --edits) {
    const std::size_t at = below(text.size());
    switch (below(mutation.favourites.empty() ? 3 : 4)) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, 1 + below(mutation.longest));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), 1 + below(mutation.longest)));
        break;
      default:
        text.insert(at, 1, mutation.favourites[below(mutation.favourites.size())]);
    }
  }
  return text;
}

}  // namespace semsite::test
