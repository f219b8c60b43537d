#pragma once

#include <string>
#include <vector>

#include "commands/options.hpp"
#include "semsite/errors.hpp"

namespace semsite::test {

using Texts = std::vector<std::string>;

inline const std::string kSite = "http://a.example/";

/// What is said against these words.
inline std::string refusal(Texts words) {
  try {
    (void)parse_options(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

/// The options of `fetch` of the site with these words.
inline Options fetch(Texts words) {
  words.insert(words.begin(), {"fetch", kSite});
  return parse_options(words);
}

}  // namespace semsite::test
