#include "serve/host_names.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// What stands behind a host: nothing, or `:` and a port, which may be empty.
bool is_port_part(std::string_view text) {
  if (text.empty() || text == ":") return true;
  const auto port = text.front() == ':' ? parse_uint(text.substr(1)) : std::nullopt;
  return port && *port <= 65'535;
}

}  // namespace

HostNames::HostNames(const ListenAddress& address, std::vector<std::string> names)
    : loopback_(is_loopback(address.host)), names_(std::move(names)) {}

bool HostNames::has(std::string_view host) const {
  const bool brackets = host.starts_with('[');
  const std::size_t end =
      brackets ? host.find(']') : std::min(host.find(':'), host.size());
  if (end == std::string_view::npos) return false;
  const std::string_view name = brackets ? host.substr(1, end - 1) : host.substr(0, end);
  if (!is_port_part(host.substr(brackets ? end + 1 : end))) return false;
  if (is_ip_address(name, brackets ? AF_INET6 : AF_INET))
    return !loopback_ || is_loopback(name);
  if (brackets) return false;
  return equal_ignoring_case(name, "localhost") ||
         std::ranges::any_of(names_, [&](const std::string& one) {
           return equal_ignoring_case(name, one);
         });
}

std::string HostNames::said() const {
  std::string out;
  for (const std::string& name : names_) out += name + ", ";
  return out +
         (loopback_ ? "localhost and loopback addresses" : "localhost and IP addresses");
}

std::string parse_host_name(std::string_view text) {
  const auto is_part_of_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '.' || c == '-' || c == '_';
  };
  if (text.empty() || text.size() > 253 || !std::ranges::all_of(text, is_part_of_name))
    throw UsageError{
        fmt::format("--host {}: not a host's name; say it as browsers send it, such as "
                    "data.example.org: no port, no wildcard, and letters beyond ASCII "
                    "in their xn-- form",
                    excerpt(text))};
  return lower_ascii(text);
}

}  // namespace semsite
