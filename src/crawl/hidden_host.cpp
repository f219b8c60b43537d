#include "crawl/hidden_host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

/// Codings within codings.
constexpr int kDeepest = 3;
constexpr std::size_t kShortestCoded = 4;

/// Labels of `host` with something between them that is no letter and no digit.
bool has_labels(std::string_view text, std::string_view host) {
  const std::vector<std::string_view> labels = split(host, '.');
  const std::string_view first = labels.front();
  for (std::size_t at = text.find(first); at != std::string_view::npos;
       at = text.find(first, at + 1)) {
    std::string_view rest = text.substr(at + first.size());
    const bool all =
        std::all_of(labels.begin() + 1, labels.end(), [&](std::string_view label) {
          std::size_t gap = 0;
          while (gap < rest.size() && !is_ascii_alnum(rest[gap])) ++gap;
          if (gap == 0 || !rest.substr(gap).starts_with(label)) return false;
          rest.remove_prefix(gap + label.size());
          return true;
        });
    // `a.example` is not in `data.examples`.
    const bool begins = at == 0 || !is_ascii_alnum(text[at - 1]);
    const bool ends = rest.empty() || !is_ascii_alnum(rest.front());
    if (all && begins && ends) return true;
  }
  return false;
}

std::optional<unsigned> value_of(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a') + 26;
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0') + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return std::nullopt;
}

std::string from_base64(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    bits = (bits << 6U) | value_of(c).value_or(0);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xFFU);
  }
  return out;
}

std::string from_hex(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at + 1 < text.size(); at += 2)
    out += static_cast<char>(hex_value(text[at]) * 16 + hex_value(text[at + 1]));
  return out;
}

/// The longest runs in `text` of which `is_of` is true of every letter.
template <typename IsOf>
std::vector<std::string_view> runs_of(std::string_view text, IsOf is_of) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of(text[end])) ++end;
    if (end - at >= kShortestCoded) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// The number that an IPv4 address is.
std::optional<std::uint32_t> number_of(std::string_view host) {
  const std::vector<std::string_view> parts = split(host, '.');
  if (parts.size() != 4) return std::nullopt;
  std::uint32_t out = 0;
  for (const std::string_view part : parts) {
    const auto byte = parse_uint(part);
    if (!byte || *byte > 255) return std::nullopt;
    out = out << 8U | static_cast<std::uint32_t>(*byte);
  }
  return out;
}

bool is_named(std::string_view text, std::string_view host, int depth) {
  const std::string plain = lower_ascii(text);
  if (plain.find(host) != std::string::npos || has_labels(plain, host)) return true;
  if (depth == kDeepest) return false;
  if (text.find('%') != std::string_view::npos)
    if (std::string decoded = percent_decode(text);
        decoded != text && is_named(decoded, host, depth + 1))
      return true;
  const auto is_base64 = [](char c) { return value_of(c).has_value(); };
  // A slash is of base64, or ends a part of the path.
  const auto is_base64url = [](char c) { return c != '/' && value_of(c).has_value(); };
  for (const auto& runs : {runs_of(text, is_base64), runs_of(text, is_base64url)})
    for (const std::string_view run : runs)
      for (std::size_t skip = 0; skip < 4 && skip + kShortestCoded <= run.size(); ++skip)
        if (is_named(from_base64(run.substr(skip)), host, depth + 1)) return true;
  for (const std::string_view run : runs_of(text, is_hex))
    for (std::size_t skip = 0; skip < 2; ++skip)
      if (is_named(from_hex(run.substr(skip)), host, depth + 1)) return true;
  return false;
}

}  // namespace

bool names_host(std::string_view text, std::string_view host) {
  constexpr std::size_t kLongest = 4096;
  if (host.empty()) return false;
  if (text.size() > kLongest) return true;  // whatever is in it
  const std::string name = lower_ascii(host);
  if (is_named(text, name, 0)) return true;
  const auto number = number_of(name);
  return number && (is_named(text, fmt::format("{}", *number), 0) ||
                    is_named(text, fmt::format("{:x}", *number), 0));
}

std::string why_led(std::string_view name, const std::string& target,
                    std::span<const std::string> hops) {
  const auto parts = split_url(name);
  if (!parts || name.find('?') != std::string_view::npos)
    return "it has a query, so that it may lead wherever that says";
  if (name.substr(0, name.find('/', name.find("//") + 2)).find('@') !=
      std::string_view::npos)
    return "it has a login, so that it may lead wherever that says";
  const std::string own = lower_ascii(parts->host);
  const std::string path = path_and_query(without_fragment(name));
  constexpr std::string_view kPlain = "-._~/:,;=+!$&'()*@";
  if (!std::ranges::all_of(path, [&](char c) {
        return is_ascii_alnum(c) || kPlain.find(c) != std::string_view::npos;
      }))
    return "its path is encoded, so that it may hold where it is to lead";
  // It may have been told the host of a hop, which leads on.
  std::vector<std::string> hosts{host_of(target)};
  for (const std::string& hop : hops) hosts.push_back(host_of(hop));
  for (const std::string& host : hosts) {
    const bool is_below = own.ends_with("." + host) || own == host;
    // `/go/example.org` may well be led to www.example.org.
    const bool is_www =
        host.starts_with("www.") && host.find('.', 4) != std::string::npos;
    const std::string_view bare = std::string_view{host}.substr(is_www ? 4 : 0);
    if (names_host(path, bare) || (!is_below && names_host(own, host)))
      return fmt::format("it has {} in it, so that it may lead wherever it says", bare);
  }
  return {};
}

}  // namespace semsite
