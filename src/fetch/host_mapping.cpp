#include "fetch/host_mapping.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
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

}  // namespace semsite
