#include "fetch/address_policy.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>

#include "base/text.hpp"
#include "base/url.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view text,
                         std::string_view form) {
  throw UsageError{fmt::format("{} {}: not of the form {}", option, text, form)};
}

/// Splits at colons that are not inside `[…]`.
std::vector<std::string> colon_parts(std::string_view text) {
  std::vector<std::string> parts(1);
  bool in_brackets = false;
  for (const char c : text) {
    if (c == '[' || c == ']') {
      in_brackets = c == '[';
    } else if (c == ':' && !in_brackets) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::optional<std::uint16_t> port_number(const std::string& text) {
  const auto number = parse_uint(text);
  if (!number || *number > 65535) return std::nullopt;
  return static_cast<std::uint16_t>(*number);
}

}  // namespace

HostMapping::HostMapping(const std::vector<std::string>& connect_to,
                         const std::vector<std::string>& resolve) {
  for (const std::string& text : connect_to) {
    const auto parts = colon_parts(text);
    Rule rule;
    if (parts.size() == 4) {
      rule = {.host = lower_ascii(parts[0]),
              .port = port_number(parts[1]),
              .to = lower_ascii(parts[2]),
              .to_port = port_number(parts[3])};
    }
    if (parts.size() != 4 || (!parts[1].empty() && !rule.port) ||
        (!parts[3].empty() && !rule.to_port))
      refuse("--connect-to", text, "HOST:PORT:HOST:PORT");
    connect_to_.push_back(std::move(rule));
  }
  for (const std::string& text : resolve) {
    std::string_view rest = text;
    if (rest.starts_with('-')) continue;
    if (rest.starts_with('+')) rest.remove_prefix(1);
    const auto parts = colon_parts(rest);
    const auto port =
        parts.size() >= 3 ? port_number(parts[1]) : std::optional<std::uint16_t>{};
    if (!port || parts[0].empty() || parts[2].empty())
      refuse("--resolve", text, "HOST:PORT:ADDRESS");
    // An IPv6 address need not stand in brackets here: the rest is the address.
    std::string address = parts[2];
    for (std::size_t i = 3; i < parts.size(); ++i) address += ":" + parts[i];
    resolve_.push_back({.host = parts[0] == "*" ? "" : lower_ascii(parts[0]),
                        .port = port,
                        .to = lower_ascii(address.substr(0, address.find(','))),
                        .to_port = {}});
  }
}

bool HostMapping::Rule::matches(std::string_view asked, std::uint16_t asked_port) const {
  return (host.empty() || host == asked) && (!port || *port == asked_port);
}

const HostMapping::Rule* HostMapping::first_match(const std::vector<Rule>& rules,
                                                  std::string_view host,
                                                  std::uint16_t port) {
  for (const Rule& rule : rules)
    if (rule.matches(host, port)) return &rule;
  return nullptr;
}

std::optional<std::string> HostMapping::target(std::string_view host,
                                               std::uint16_t port) const {
  std::optional<std::string> out;
  if (const Rule* rule = first_match(connect_to_, host, port)) {
    out = rule->to.empty() ? std::string{host} : rule->to;
    port = rule->to_port.value_or(port);
  }
  if (const Rule* rule = first_match(resolve_, out ? *out : host, port)) out = rule->to;
  return out;
}

namespace {

using Bytes = std::array<std::uint8_t, 16>;

constexpr Bytes kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

IpAddress from_v4(const std::uint8_t* four) {
  IpAddress address{kMapped};
  std::copy(four, four + 4, address.bytes.begin() + 12);
  return address;
}

bool in_prefix(const std::uint8_t* bytes, std::initializer_list<std::uint8_t> prefix,
               unsigned bits) {
  unsigned at = 0;
  for (const std::uint8_t want : prefix) {
    const unsigned here = std::min(8U, bits - at * 8);
    const auto mask = static_cast<std::uint8_t>(0xFF << (8 - here));
    if ((bytes[at] & mask) != (want & mask)) return false;
    ++at;
  }
  return true;
}

// The special-purpose registries of RFC 6890.
std::string_view private_v4(const std::uint8_t* ip) {
  if (in_prefix(ip, {0}, 8)) return "this network (0.0.0.0/8)";
  if (in_prefix(ip, {127}, 8)) return "loopback";
  if (in_prefix(ip, {10}, 8) || in_prefix(ip, {172, 16}, 12) ||
      in_prefix(ip, {192, 168}, 16))
    return "private network (RFC 1918)";
  if (in_prefix(ip, {169, 254}, 16)) return "link-local";
  if (in_prefix(ip, {100, 64}, 10)) return "carrier's shared network (100.64.0.0/10)";
  if (in_prefix(ip, {192, 0, 0}, 24)) return "protocol assignments (192.0.0.0/24)";
  if (in_prefix(ip, {198, 18}, 15)) return "benchmark network (198.18.0.0/15)";
  if (in_prefix(ip, {224}, 4)) return "multicast";
  if (in_prefix(ip, {255, 255, 255, 255}, 32)) return "broadcast";
  if (in_prefix(ip, {240}, 4)) return "reserved (240.0.0.0/4)";
  return {};
}

std::string_view private_v6(const std::uint8_t* ip) {
  static constexpr Bytes kAny{};
  static constexpr Bytes kLoopback{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  if (std::equal(kAny.begin(), kAny.end(), ip)) return "unspecified address (::)";
  if (std::equal(kLoopback.begin(), kLoopback.end(), ip)) return "loopback";
  if (in_prefix(ip, {0xFE, 0x80}, 10)) return "link-local";
  if (in_prefix(ip, {0xFE, 0xC0}, 10)) return "site-local";
  if (in_prefix(ip, {0xFC}, 7)) return "private network (fc00::/7)";
  if (in_prefix(ip, {0xFF}, 8)) return "multicast";
  // NAT64 (RFC 6052, RFC 8215), 6to4 (RFC 3056) and the old IPv4-compatible form lead on
  // to an IPv4 address.
  if (in_prefix(ip, {0, 0x64, 0xFF, 0x9B, 0, 1}, 48)) return "local NAT64 network";
  if (in_prefix(ip, {0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0}, 96))
    return private_v4(ip + 12);
  if (in_prefix(ip, {0x20, 0x02}, 16)) return private_v4(ip + 2);
  if (in_prefix(ip, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 96)) return private_v4(ip + 12);
  return {};
}

/// One spelling per host: literals as addresses, names in lower case without final dot.
std::string canonical_host(std::string_view host) {
  if (const auto address = literal_address(host)) return address->text();
  if (host.ends_with('.')) host.remove_suffix(1);
  return lower_ascii(host);
}

}  // namespace

bool IpAddress::is_v4() const {
  return std::equal(kMapped.begin(), kMapped.begin() + 12, bytes.begin());
}

bool IpAddress::is_loopback() const { return private_range(*this) == "loopback"; }

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> buffer{};
  const char* out =
      is_v4() ? inet_ntop(AF_INET, bytes.data() + 12, buffer.data(), buffer.size())
              : inet_ntop(AF_INET6, bytes.data(), buffer.data(), buffer.size());
  return out != nullptr ? out : "";
}

std::optional<IpAddress> address_of(const sockaddr& socket_address) {
  if (socket_address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &socket_address, sizeof v4);
    std::array<std::uint8_t, 4> four{};
    std::memcpy(four.data(), &v4.sin_addr, four.size());
    return from_v4(four.data());
  }
  if (socket_address.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &socket_address, sizeof v6);
    IpAddress address;
    std::memcpy(address.bytes.data(), &v6.sin6_addr, address.bytes.size());
    return address;
  }
  return std::nullopt;
}

std::optional<IpAddress> literal_address(std::string_view host) {
  std::string text = percent_decode(host);
  if (text.starts_with('[') && text.ends_with(']'))
    text = text.substr(1, text.size() - 2);
  if (text.find(':') != std::string::npos) {
    text.resize(std::min(text.find('%'), text.size()));  // zone
    IpAddress address;
    if (inet_pton(AF_INET6, text.c_str(), address.bytes.data()) != 1) return std::nullopt;
    return address;
  }
  if (text.ends_with('.')) text.pop_back();
  // inet_aton stops at white space and takes what stands before it.
  if (text.empty() || text.find_first_of(" \t\r\n") != std::string::npos)
    return std::nullopt;
  in_addr v4{};
  if (inet_aton(text.c_str(), &v4) == 0) return std::nullopt;
  std::array<std::uint8_t, 4> four{};
  std::memcpy(four.data(), &v4, four.size());
  return from_v4(four.data());
}

std::string_view private_range(const IpAddress& address) {
  return address.is_v4() ? private_v4(address.bytes.data() + 12)
                         : private_v6(address.bytes.data());
}

bool is_loopback_host(std::string_view host) {
  if (const auto address = literal_address(host)) return address->is_loopback();
  const std::string name = canonical_host(host);
  return name == "localhost" || name.ends_with(".localhost");
}

namespace {

std::string origin_text(std::string_view scheme, std::string_view host,
                        std::uint16_t port) {
  return fmt::format("{} {} {}", lower_ascii(scheme), canonical_host(host), port);
}

}  // namespace

AddressPolicy::AddressPolicy(const TransportOptions& options)
    : allow_private_(options.allow_private),
      mapping_(options.connect_to, options.resolve) {
  for (const std::string& host : options.named_hosts) named_.insert(canonical_host(host));
  for (const std::string& origin : options.named_origins)
    if (const auto parts = split_url(origin); parts && !parts->host.empty())
      origins_.insert(origin_text(parts->scheme, parts->host, port_of(*parts)));
}

bool AddressPolicy::may_log_in(std::string_view scheme, std::string_view host,
                               std::uint16_t port) const {
  return origins_.contains(origin_text(scheme, host, port));
}

bool AddressPolicy::is_named(std::string_view host) const {
  return named_.contains(canonical_host(host));
}

bool AddressPolicy::trusts(std::string_view host, std::uint16_t port) const {
  if (allow_private_ || is_named(host)) return true;
  // A rule for "any host" is about names; it does not open an intranet's addresses.
  return !literal_address(host) &&
         mapping_.target(canonical_host(host), port).has_value();
}

bool AddressPolicy::allows_host(std::string_view host, std::uint16_t port) const {
  const auto address = literal_address(host);
  return !address || allows(host, port, *address);
}

bool AddressPolicy::allows(std::string_view host, std::uint16_t port,
                           const IpAddress& address) const {
  return private_range(address).empty() || trusts(host, port);
}

std::string refusal_message(std::string_view url, std::string_view host,
                            const IpAddress& address) {
  const std::string ip = address.text();
  return fmt::format(
      "{}: {}{} is a private address ({}), where documents may not send us; "
      "to allow it, name the host {} on the command line or give --allow-private",
      url, ip, ip == host ? "" : fmt::format(" (of {})", host), private_range(address),
      host);
}

}  // namespace semsite
