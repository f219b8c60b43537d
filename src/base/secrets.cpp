#include "base/secrets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

constexpr std::string_view kMask = "***";
/// `code=NL` and `key=title` say what is asked for; what is longer is a secret perhaps.
constexpr std::size_t kShortestSecret = 6;

/// Names that are secrets as a whole. `se`, `sv` and the like beside a signature of Azure
/// are none: they say what it is for.
constexpr auto kNames = std::to_array<std::string_view>(
    {"key", "sig", "pw", "pwd", "pass", "auth", "code", "session", "sid", "sess", "jwt",
     "hmac", "otp", "bearer", "ticket", "keypairid", "sas"});
/// What makes every name that it stands in one.
constexpr auto kParts = std::to_array<std::string_view>(
    {"token", "secret", "passw", "apikey", "signature", "credential", "sessid",
     "sessionid", "authoriz", "accesskey", "privatekey", "authkey", "subscriptionkey"});

/// A byte that ends a parameter's value, in text, JSON, XML and Turtle alike.
bool ends_value(char c) {
  return static_cast<unsigned char>(c) <= 0x20 ||
         std::string_view{"&;#\"'<>()[]{}|\\^`,"}.find(c) != std::string_view::npos;
}

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '_' || c == '-' || c == '.' || c == '%' || c == '[' || c == ']';
}

/// The login of the URL whose `://` ends before `at`; 0 if it has none.
std::size_t login_length(std::string_view text, std::size_t at) {
  std::size_t end = at;
  std::size_t login = 0;
  while (end < text.size() && static_cast<unsigned char>(text[end]) > 0x20 &&
         std::string_view{"/?#\"'<>\\`"}.find(text[end]) == std::string_view::npos) {
    if (text[end] == '@') login = end - at;
    ++end;
  }
  return login;
}

}  // namespace

bool is_secret_parameter(std::string_view name) {
  std::string plain;
  for (const char c : percent_decode(name))
    if (c != '-' && c != '_' && c != '.' && c != '[' && c != ']') plain += c;
  plain = lower_ascii(plain);
  return std::ranges::find(kNames, plain) != kNames.end() ||
         std::ranges::any_of(kParts, [&](std::string_view part) {
           return plain.find(part) != std::string::npos;
         });
}

std::string without_url_secrets(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    out += c;
    ++at;
    if (c == '/' && out.ends_with("://")) {
      if (const std::size_t login = login_length(text, at); login > 0) {
        out += kMask;
        at += login;
      }
      continue;
    }
    // `;` stands before a name in `&amp;` and in old queries.
    if (c != '?' && c != '&' && c != ';' && c != '#') continue;
    std::size_t end = at;
    while (end < text.size() && is_name_byte(text[end])) ++end;
    if (end == at || end == text.size() || text[end] != '=' ||
        !is_secret_parameter(text.substr(at, end - at)))
      continue;
    const std::string_view name = text.substr(at, end - at);
    const bool is_always_secret = !equal_ignoring_case(name, "code") &&
                                  !equal_ignoring_case(name, "key") &&
                                  !equal_ignoring_case(name, "pass");
    out += text.substr(at, end + 1 - at);
    at = end + 1;
    std::size_t last = at;
    while (last < text.size() && !ends_value(text[last])) ++last;
    const bool is_masked = is_always_secret || last - at >= kShortestSecret;
    out += is_masked && last > at ? kMask : text.substr(at, last - at);
    at = last;
  }
  return out;
}

}  // namespace semsite
