#include "base/secrets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

constexpr std::string_view kMask = "***";
/// `code=NL` and `key=title` say what is asked for; what is longer is a secret perhaps.
constexpr std::size_t kShortestSecret = 6;
constexpr auto kSecretIfLong = std::to_array<std::string_view>({"code", "key", "pass"});
constexpr std::size_t kLongestName = 200;

/// Names that are secrets as a whole, or as a word of a longer one (`x-auth`, `api_sig`).
/// `se`, `sv` and the like beside a signature of Azure are none: they say what it is for.
constexpr auto kNames = std::to_array<std::string_view>(
    {"sig",    "pw",      "pwd",    "auth",      "session",   "sid",         "sess",
     "jwt",    "otp",     "bearer", "ticket",    "keypairid", "sas",         "wskey",
     "appkey", "userkey", "devkey", "clientkey", "wsse",      "consumerkey", "dpop",
     "hdnts",  "hdnea",   "hdntl",  "pin"});
/// What makes every name that it stands in one.
constexpr auto kParts = std::to_array<std::string_view>(
    {"token",      "secret",     "passw",        "passphrase",  "passcode",
     "apikey",     "signature",  "credential",   "sessid",      "sessionid",
     "authoriz",   "accesskey",  "privatekey",   "authkey",     "subscriptionkey",
     "licensekey", "licencekey", "masterkey",    "authcode",    "accesscode",
     "assertion",  "hmac",       "samlresponse", "samlrequest", "samlart",
     "macaroon",   "nonce",      "csrf",         "xsrf"});
/// A checksum says which file is meant, unless it is that of a link that ends in time:
/// then whoever has it may have the file till then.
constexpr auto kSecretIfItEnds =
    std::to_array<std::string_view>({"hash", "md5", "sha1", "sha256"});
constexpr auto kEnds =
    std::to_array<std::string_view>({"expires", "expire", "expiry", "expiration", "exp"});
/// What makes the name of a header one, beside these.
constexpr auto kHeaderNames = std::to_array<std::string_view>({"saml", "login", "code"});
constexpr auto kHeaderParts = std::to_array<std::string_view>(
    {"auth", "cookie", "key", "session", "pass", "credent", "sign"});

/// Of these, those that stand for who asks and never for what is asked for: a session or
/// a `code` may be all that tells two pages apart.
constexpr auto kAskerNames = std::to_array<std::string_view>(
    {"sig", "jwt", "bearer", "wskey", "appkey", "userkey", "devkey", "clientkey",
     "consumerkey", "hdnts", "hdnea", "hdntl", "otp", "keypairid"});
constexpr auto kAskerParts = std::to_array<std::string_view>(
    {"token", "secret", "passw", "passcode", "apikey", "signature", "credential",
     "accesskey", "privatekey", "authkey", "subscriptionkey", "licensekey", "licencekey",
     "masterkey", "assertion", "samlresponse", "macaroon", "authoriz"});

using Words = std::span<const std::string_view>;

bool is_in(const std::string& word, Words words) {
  return std::ranges::find(words, word) != words.end();
}

bool has_part(const std::string& word, Words parts) {
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return word.find(part) != std::string::npos; });
}

/// A name as names are compared: in small letters, without marks between its words.
struct PlainName {
  std::string whole;
  std::vector<std::string> segments;  ///< between signs other than `-`, `_` and `.`
  std::vector<std::string> words;     ///< between all signs
};

PlainName plain_name(std::string_view name) {
  // As deep as a URL may stand in another.
  constexpr int kMostTimes = 4;
  std::string text = percent_decode(name);
  for (int i = 1; i < kMostTimes && text.find('%') != std::string::npos; ++i)
    text = percent_decode(text);
  PlainName out;
  out.segments.emplace_back();
  out.words.emplace_back();
  for (const char c : lower_ascii(text)) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                           static_cast<unsigned char>(c) >= 0x80;
    if (is_letter) {
      for (std::string* one : {&out.whole, &out.segments.back(), &out.words.back()})
        *one += c;
      continue;
    }
    out.words.emplace_back();
    if (c != '-' && c != '_' && c != '.') out.segments.emplace_back();
  }
  return out;
}

bool is_one_of(const PlainName& name, Words names, Words parts) {
  return has_part(name.whole, parts) || is_in(name.whole, names) ||
         std::ranges::any_of(name.words,
                             [&](const std::string& one) { return is_in(one, names); }) ||
         std::ranges::any_of(name.segments,
                             [&](const std::string& one) { return is_in(one, names); });
}

bool is_secret_if_long(const PlainName& name) {
  return std::ranges::any_of(
      name.segments, [](const std::string& one) { return is_in(one, kSecretIfLong); });
}

/// How many bytes of the value of `name` are masked. `length()` gives all of them, and is
/// asked for only where they may be a secret: the other values of a text may each reach
/// to its end. `ends()`: does the text have a link that ends in time?
template <typename Length, typename Ends>
std::size_t masked_length(std::string_view name, SecretsOf of, const Length& length,
                          Ends& ends) {
  if (name.empty()) return 0;
  const PlainName plain = plain_name(name);
  if (is_in(plain.whole, kSecretIfItEnds)) return ends() ? length() : 0;
  if (of == SecretsOf::asker)
    return is_one_of(plain, kAskerNames, kAskerParts) ? length() : 0;
  if (is_one_of(plain, kNames, kParts)) return length();
  if (!is_secret_if_long(plain)) return 0;
  const std::size_t bytes = length();
  return bytes >= kShortestSecret ? bytes : 0;
}

/// A sign that stands for itself, or percent-encoded, as in a URL that is a parameter of
/// another, and so on.
struct Sign {
  std::size_t length = 0;  ///< 0: none
  std::size_t depth = 0;   ///< how often it is encoded
  /// Does it divide what is encoded as often as that?
  [[nodiscard]] bool divides(std::size_t other) const {
    return length > 0 && depth <= other;
  }
};

/// There are few of them: a call would take longer.
bool is_among(char c, std::string_view chars) {
  return std::ranges::any_of(chars, [c](char one) { return one == c; });
}

/// One of `chars` at the start of `text`.
Sign sign_at(std::string_view text, std::string_view chars) {
  if (text.empty()) return {};
  if (is_among(text.front(), chars)) return {1, 0};
  if (text.front() != '%') return {};
  Sign out{1, 1};
  while (text.substr(out.length).starts_with("25")) {
    out.length += 2;
    ++out.depth;
  }
  const std::string one = percent_decode("%" + std::string{text.substr(out.length, 2)});
  out.length += 2;
  return one.size() == 1 && chars.find(one) != std::string_view::npos ? out : Sign{};
}

/// Where every URL ends, in text, JSON, XML and Turtle alike.
bool ends_url(char c) {
  return static_cast<unsigned char>(c) <= 0x20 || c == '"' || c == '<' || c == '>' ||
         c == '\\';
}

/// The login of the URL whose `://`, encoded up to `depth` times, ends before `at`; 0 if
/// it has none.
std::size_t login_length(std::string_view text, std::size_t at, std::size_t depth) {
  std::size_t login = 0;
  for (std::size_t end = at; end < text.size() && !ends_url(text[end]);) {
    const std::string_view rest = text.substr(end);
    if (sign_at(rest, "/?#").divides(depth) || (depth > 0 && rest.front() == '&')) break;
    const Sign sign = sign_at(rest, "@");
    if (sign.divides(depth)) login = end - at;
    end += std::max<std::size_t>(sign.length, 1);
  }
  return login;
}

/// Does `text` begin with `;name=value`, a parameter of its own for some servers?
bool begins_parameter(std::string_view text) {
  if (text.empty() || text.front() != ';') return false;
  const std::size_t equals = text.find_first_of("=&;#?", 1);
  return equals != std::string_view::npos && equals > 1 && text[equals] == '=' &&
         equals + 1 < text.size() && !ends_url(text[equals + 1]) &&
         text[equals + 1] != '=';
}

/// How many bytes from `at` are the value of a parameter whose `=` is encoded `depth`
/// times. What closes a bracket or a sentence around it stands at its end only. In what
/// is told, what stands behind a `;` may be of the secret; in data it may tell two pages
/// apart.
std::size_t value_length(std::string_view text, std::size_t at, std::size_t depth,
                         SecretsOf of) {
  std::size_t end = at;
  while (end < text.size() && !ends_url(text[end])) {
    const std::string_view rest = text.substr(end);
    const Sign sign = sign_at(rest, "&#");
    if (sign.divides(depth) || (of == SecretsOf::asker && begins_parameter(rest))) break;
    end += std::max<std::size_t>(sign.length, 1);
  }
  constexpr std::string_view kClosing = ")]}',;`|";
  while (end > at && kClosing.find(text[end - 1]) != std::string_view::npos) --end;
  return end - at;
}

/// A name and where its value stands.
struct Parameter {
  std::string_view name;       ///< empty: none
  std::size_t value = 0;       ///< where it begins
  std::size_t depth = 0;       ///< how often what ends it is encoded at most
  std::string_view closing{};  ///< of a member: one of these ends it
};

/// The parameter whose name begins at `at`, and ends before the next mark.
Parameter parameter_at(std::string_view text, std::size_t at) {
  for (std::size_t end = at;
       end < text.size() && end - at < kLongestName && !ends_url(text[end]); ++end) {
    const std::string_view rest = text.substr(end);
    if (sign_at(rest, "?&;#").length > 0) break;
    if (const Sign tilde = sign_at(rest, "~");
        tilde.length > 0 && sign_at(rest.substr(tilde.length), "=").length == 0)
      break;
    const Sign equals = sign_at(rest, "=");
    if (equals.length == 0) continue;
    if (end == at) break;
    return {.name = text.substr(at, end - at),
            .value = end + equals.length,
            .depth = equals.depth};
  }
  return {};
}

/// Does a parameter say when a link ends?
bool has_end(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Sign mark = sign_at(text.substr(at), "?&;#~");
    at += std::max<std::size_t>(mark.length, 1);
    if (mark.length > 0 && is_in(plain_name(parameter_at(text, at).name).whole, kEnds))
      return true;
  }
  return false;
}

/// A member of JSON that is a parameter: `"name":"value"`, percent-encoded, at `at`. In
/// plain JSON a name stands for itself.
Parameter member_at(std::string_view text, std::size_t at) {
  const Sign open = sign_at(text.substr(at), "\"'");
  if (open.depth == 0) return {};
  const std::size_t begin = at + open.length;
  std::size_t end = begin;
  Sign close;
  while (end < text.size() && end - begin < kLongestName && !ends_url(text[end]) &&
         (close = sign_at(text.substr(end), "\"'")).length == 0)
    ++end;
  if (close.length == 0) return {};
  const auto pass = [&](std::size_t from, std::string_view signs) {
    for (Sign sign; (sign = sign_at(text.substr(from), signs)).length > 0;)
      from += sign.length;
    return from;
  };
  std::size_t value = pass(end + close.length, " +");
  const Sign colon = sign_at(text.substr(value), ":");
  if (colon.length == 0) return {};
  value = pass(value + colon.length, " +");
  const Sign quote = sign_at(text.substr(value), "\"'");
  return {.name = text.substr(begin, end - begin),
          .value = value + quote.length,
          .depth = open.depth,
          .closing = quote.length > 0 ? "\"'" : ",}]"};
}

/// How many bytes are the value of a member.
std::size_t member_length(std::string_view text, const Parameter& member) {
  std::size_t end = member.value;
  while (end < text.size() && !ends_url(text[end]) && text[end] != '&' &&
         !sign_at(text.substr(end), member.closing).divides(member.depth))
    ++end;
  return end - member.value;
}

}  // namespace

bool is_secret_parameter(std::string_view name) {
  const PlainName plain = plain_name(name);
  return is_one_of(plain, kNames, kParts) || is_secret_if_long(plain);
}

bool is_secret_header(std::string_view name) {
  return is_secret_parameter(name) ||
         is_one_of(plain_name(name), kHeaderNames, kHeaderParts);
}

std::string without_url_secrets(std::string_view text, SecretsOf of) {
  std::string out;
  out.reserve(text.size());
  std::size_t copied = 0;
  auto ends = [&, known = std::optional<bool>{}]() mutable {
    if (!known) known = has_end(text);
    return *known;
  };
  const auto mask = [&](std::size_t begin, std::size_t length) {
    out += text.substr(copied, begin - copied);
    out += kMask;
    copied = begin + length;
    return copied;
  };
  for (std::size_t at = 0; at < text.size();) {
    // Whatever begins something; the quotes of members are encoded.
    if (!is_among(text[at], ":%?&;#~")) {
      ++at;
      continue;
    }
    const std::string_view rest = text.substr(at);
    if (const Sign colon = sign_at(rest, ":"); colon.length > 0) {
      at += colon.length;
      const Sign first = sign_at(text.substr(at), "/");
      const Sign second = sign_at(text.substr(at + first.length), "/");
      if (first.length == 0 || second.length == 0) continue;
      at += first.length + second.length;
      // Some encode the slashes alone.
      const std::size_t login =
          login_length(text, at, std::max({colon.depth, first.depth, second.depth}));
      if (login > 0) at = mask(at, login);
      continue;
    }
    const Parameter member = member_at(text, at);
    if (const std::size_t length = masked_length(
            member.name, of, [&] { return member_length(text, member); }, ends);
        length > 0) {
      at = mask(member.value, length);
      continue;
    }
    // `;` stands before a name in `&amp;` and in old queries, `~` in signed values.
    const Sign mark = sign_at(rest, "?&;#~");
    at += std::max<std::size_t>(mark.length, 1);
    if (mark.length == 0) continue;
    const Parameter one = parameter_at(text, at);
    if (const std::size_t length = masked_length(
            one.name, of, [&] { return value_length(text, one.value, one.depth, of); },
            ends);
        length > 0)
      at = mask(one.value, length);
  }
  out += text.substr(copied);
  return out;
}

}  // namespace semsite
