#include "commands/secrets.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/secrets.hpp"

namespace semsite {
namespace {

constexpr std::string_view kMask = "***";

/// Letters of options without a value, which may share a dash with one that has one, and
/// letters of those whose value is a secret behind its first colon.
constexpr std::string_view kSwitches = "hqv";
constexpr std::string_view kSecrets = "uH";

/// Masks all of `text` behind the first colon at or after `from`; all of it if none is
/// there.
void mask_behind_colon(std::string& text, std::size_t from) {
  const std::size_t colon = text.find(':', from);
  text.resize(colon == std::string::npos ? from : colon + 1);
  text += kMask;
}

/// Masks the login of a proxy, which need not begin with a scheme.
void mask_login(std::string& text, std::size_t from) {
  const std::size_t scheme = text.find("://", from);
  if (scheme != std::string::npos) from = scheme + 3;
  const std::size_t at = text.rfind('@');
  if (at != std::string::npos && at >= from) text.replace(from, at - from, kMask);
}

/// Where the value of a secret begins in `-ume:pw` or `-vume:pw`; the end of the word if
/// the next one is the value.
std::optional<std::size_t> secret_value(std::string_view word) {
  if (!word.starts_with('-')) return std::nullopt;
  const std::size_t letter = word.find_first_not_of(kSwitches, 1);
  if (letter == std::string_view::npos ||
      kSecrets.find(word[letter]) == std::string_view::npos)
    return std::nullopt;
  return letter + 1;
}

}  // namespace

std::vector<std::string> without_secrets(std::vector<std::string> words) {
  using Mask = void (*)(std::string&, std::size_t);
  Mask next = nullptr;  // for the value of the word before
  for (std::string& word : words) {
    const std::string_view seen = word;
    if (next != nullptr) {
      next(word, 0);
      next = nullptr;
    } else if (seen == "--user" || seen == "--header" || seen == "--load-user") {
      next = mask_behind_colon;
    } else if (seen == "--proxy") {
      next = mask_login;
    } else if (seen.starts_with("--user=") || seen.starts_with("--header=") ||
               seen.starts_with("--load-user=")) {
      mask_behind_colon(word, word.find('=') + 1);
    } else if (seen.starts_with("--proxy=")) {
      mask_login(word, word.find('=') + 1);
    } else if (const auto value = secret_value(seen); !value) {
      word = without_url_secrets(word);
    } else if (*value == word.size()) {
      next = mask_behind_colon;
    } else {
      mask_behind_colon(word, *value);
    }
  }
  return words;
}

}  // namespace semsite
