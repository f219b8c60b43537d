#include "base/holder.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {

std::string holder_of(std::string_view iri) {
  const auto parts = split_url(iri);
  if (!parts || parts->host.empty()) return {};
  const bool v6 = parts->host.find(':') != std::string_view::npos;
  std::string out =
      fmt::format("{}{}{}", v6 ? "[" : "", lower_ascii(parts->host), v6 ? "]" : "");
  UrlParts bare = *parts;
  bare.port_text = {};
  const std::uint16_t port = port_of(*parts);
  // What is no port is nobody's but its own.
  if (port == 0 && !parts->port_text.empty()) {
    out += fmt::format(":{}", lower_ascii(parts->port_text));
  } else if (port != port_of(bare)) {
    out += fmt::format(":{}", port);
  }
  // Another protocol is another server.
  return is_http(iri) ? out : fmt::format("{}://{}", lower_ascii(parts->scheme), out);
}

std::string trust_word(std::string_view iri) {
  std::string holder = holder_of(iri);
  return holder.empty() ? std::string{iri.substr(0, iri.find(':') + 1)} : holder;
}

bool is_held_by(std::string_view iri, std::string_view word) {
  if (word.ends_with(':')) return starts_with_ignoring_case(iri, word);
  const std::string holder = holder_of(iri);
  if (holder.empty()) return false;
  return word == holder || word == host_of(iri) ||
         word == fmt::format("{}:{}", host_of(iri), port_of(*split_url(iri)));
}

std::string closed_prefix(std::string_view prefix) {
  std::string out{prefix};
  const std::size_t host = prefix.find("://");
  if (is_http(prefix) && prefix.find_first_of("/?#", host + 3) == std::string_view::npos)
    out += '/';
  return out;
}

}  // namespace semsite
