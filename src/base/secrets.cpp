#include "base/secrets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

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
    {"key",    "sig",     "pw",     "pwd",       "pass",       "auth",
     "code",   "session", "sid",    "sess",      "jwt",        "hmac",
     "otp",    "bearer",  "ticket", "keypairid", "sas",        "wskey",
     "appkey", "userkey", "devkey", "clientkey", "consumerkey"});
/// What makes every name that it stands in one.
constexpr auto kParts = std::to_array<std::string_view>(
    {"token", "secret", "passw", "passphrase", "apikey", "signature", "credential",
     "sessid", "sessionid", "authoriz", "accesskey", "privatekey", "authkey",
     "subscriptionkey"});

/// Of these, those that stand for who asks and never for what is asked for: a session or
/// a `code` may be all that tells two pages apart.
constexpr auto kAskerNames =
    std::to_array<std::string_view>({"sig", "jwt", "bearer", "wskey", "appkey", "userkey",
                                     "devkey", "clientkey", "consumerkey"});
constexpr auto kAskerParts = std::to_array<std::string_view>(
    {"token", "secret", "passw", "apikey", "signature", "credential", "accesskey",
     "privatekey", "authkey", "subscriptionkey"});

/// As names are compared: in small letters, without marks between their words.
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : percent_decode(name))
    if (c != '-' && c != '_' && c != '.' && c != '[' && c != ']') plain += c;
  return lower_ascii(plain);
}

bool is_one_of(const std::string& plain, std::span<const std::string_view> names,
               std::span<const std::string_view> parts) {
  return std::ranges::find(names, plain) != names.end() ||
         std::ranges::any_of(parts, [&](std::string_view part) {
           return plain.find(part) != std::string::npos;
         });
}

/// How many bytes at the start of `text` stand for one of `chars`: for itself, or
/// percent-encoded, as in a URL that is a parameter of another, and so on. 0: none.
std::size_t length_of(std::string_view text, std::string_view chars) {
  if (text.empty()) return 0;
  if (chars.find(text.front()) != std::string_view::npos) return 1;
  if (text.front() != '%') return 0;
  std::size_t at = 1;
  while (text.substr(at).starts_with("25")) at += 2;
  const std::string one = percent_decode("%" + std::string{text.substr(at, 2)});
  return one.size() == 1 && chars.find(one) != std::string_view::npos ? at + 2 : 0;
}

/// Does `text` begin with what ends a parameter's value, in text, JSON, XML and Turtle
/// alike? A comma does at the end of a word only.
bool ends_value(std::string_view text) {
  const char c = text.front();
  if (c == ',') return text.size() == 1 || static_cast<unsigned char>(text[1]) <= 0x20;
  return static_cast<unsigned char>(c) <= 0x20 ||
         std::string_view{"&;#\"'<>()[]{}|\\^`"}.find(c) != std::string_view::npos;
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
  return is_one_of(plain_name(name), kNames, kParts);
}

std::string without_url_secrets(std::string_view text, SecretsOf of) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    // `;` stands before a name in `&amp;` and in old queries.
    const std::size_t mark = length_of(text.substr(at), "?&;#");
    out += text.substr(at, std::max<std::size_t>(mark, 1));
    at += std::max<std::size_t>(mark, 1);
    if (mark == 0) {
      if (out.ends_with("://"))
        if (const std::size_t login = login_length(text, at); login > 0) {
          out += kMask;
          at += login;
        }
      continue;
    }
    std::size_t end = at;
    std::size_t equals = 0;
    while (end < text.size() && (equals = length_of(text.substr(end), "=")) == 0 &&
           is_name_byte(text[end]))
      ++end;
    if (end == at || equals == 0 || !is_secret_parameter(text.substr(at, end - at)))
      continue;
    if (of == SecretsOf::asker &&
        !is_one_of(plain_name(text.substr(at, end - at)), kAskerNames, kAskerParts))
      continue;
    const std::string_view name = text.substr(at, end - at);
    const bool is_always_secret = !equal_ignoring_case(name, "code") &&
                                  !equal_ignoring_case(name, "key") &&
                                  !equal_ignoring_case(name, "pass");
    out += text.substr(at, end + equals - at);
    at = end + equals;
    std::size_t last = at;
    while (last < text.size() && !ends_value(text.substr(last)) &&
           (equals == 1 || length_of(text.substr(last), "&;#") == 0))
      ++last;
    const bool is_masked = is_always_secret || last - at >= kShortestSecret;
    out += is_masked && last > at ? kMask : text.substr(at, last - at);
    at = last;
  }
  return out;
}

}  // namespace semsite
