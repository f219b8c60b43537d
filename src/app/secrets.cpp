#include "app/secrets.hpp"

#include <cstddef>
#include <string_view>

#include "base/secrets.hpp"

namespace semsite {
namespace {

constexpr std::string_view kMask = "***";

/// Masks all of `text` behind the first colon at or after `from`; all of it if none is
/// there.
void mask_behind_colon(std::string& text, std::size_t from) {
  const std::size_t colon = text.find(':', from);
  text.resize(colon == std::string::npos ? from : colon + 1);
  text += kMask;
}

}  // namespace

std::vector<std::string> without_secrets(std::vector<std::string> words) {
  bool is_value = false;
  for (std::string& word : words) {
    const std::string_view seen = word;
    if (is_value) {
      is_value = false;
      mask_behind_colon(word, 0);
    } else if (seen == "--user" || seen == "-u" || seen == "--header" || seen == "-H" ||
               seen == "--load-user") {
      is_value = true;
    } else if (seen.starts_with("--user=") || seen.starts_with("--header=") ||
               seen.starts_with("--load-user=")) {
      mask_behind_colon(word, word.find('=') + 1);
    } else if (seen.starts_with("-u") || seen.starts_with("-H")) {
      mask_behind_colon(word, 2);
    } else {
      word = without_url_secrets(word);
    }
  }
  return words;
}

}  // namespace semsite
