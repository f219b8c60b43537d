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
