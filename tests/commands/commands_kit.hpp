#pragma once

#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/convert.hpp"
#include "commands/fetch_options.hpp"
#include "semsite/errors.hpp"

namespace semsite::test {

using Texts = std::vector<std::string>;

inline const std::string kSite = "http://a.example/";

/// What is said against these words.
inline std::string refusal(const Texts& words) {
  try {
    (void)read_command(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

/// The options of `fetch` of the site with these words.
inline FetchCommandOptions fetch(Texts words) {
  words.insert(words.begin(), {"fetch", kSite});
  return read_fetch(command_line(words));
}

/// The options of `convert` with these words.
inline ConvertOptions convert(Texts words) {
  words.insert(words.begin(), "convert");
  return read_convert(command_line(words));
}

}  // namespace semsite::test
