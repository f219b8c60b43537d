#include "serve/listen_address.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// A host and what stands behind it, brackets taken off; nothing if they do not close.
struct HostAndPort {
  std::string_view host;
  std::optional<std::string_view> port;
};
std::optional<HostAndPort> cut(std::string_view text) {
  HostAndPort out{text, std::nullopt};
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    out.host = text.substr(1, end - 1);
    if (!is_ip_address(out.host, AF_INET6)) return std::nullopt;
    const std::string_view rest = text.substr(end + 1);
    if (!rest.empty() && rest.front() != ':') return std::nullopt;
    if (!rest.empty()) out.port = rest.substr(1);
  } else if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    out = {text.substr(0, colon), text.substr(colon + 1)};
    if (out.host.find(':') != std::string_view::npos) return std::nullopt;
  }
  return out;
}

}  // namespace

ListenAddress parse_listen_address(std::string_view text, std::string_view option) {
  const auto wrong = [&](const char* why) {
    return UsageError{
        fmt::format("{} {}: {}; say ADDRESS:PORT, such as 127.0.0.1:7277, "
                    "[::1]:7277 or :0 for any free port",
                    option, excerpt(text), why)};
  };
  const auto parts = cut(text);
  if (!parts) throw wrong("no address and port");
  ListenAddress out;
  if (!parts->host.empty()) {
    out.host = lower_ascii(parts->host);
    if (out.host != "localhost" && !is_ip_address(out.host, AF_INET) &&
        !is_ip_address(out.host, AF_INET6))
      throw wrong("no IP address of this machine");
  } else if (!parts->port) {
    throw wrong("is empty");
  }
  if (parts->port) {
    const auto port = parse_uint(*parts->port);
    if (!port || *port > 65'535) throw wrong("no port from 0 to 65535");
    out.port = static_cast<std::uint16_t>(*port);
  }
  return out;
}

bool is_ip_address(std::string_view host, int family) {
  in6_addr room{};
  return host.find('\0') == std::string_view::npos &&
         ::inet_pton(family, std::string{host}.c_str(), &room) == 1;
}

bool is_loopback(std::string_view host) {
  if (equal_ignoring_case(host, "localhost")) return true;
  return is_ip_address(host, AF_INET) ? host.starts_with("127.")
                                      : is_ip_address(host, AF_INET6) && host == "::1";
}

std::string start_url(const ListenAddress& address) {
  const bool brackets = address.host.find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}/", brackets ? "[" : "", address.host,
                     brackets ? "]" : "", address.port);
}

namespace {

RunError cannot_listen(const ListenAddress& address, std::string_view option) {
  return RunError{fmt::format(
      "{}: cannot listen there: {}; choose another with {}, or any free port with "
      "{} :0",
      start_url(address), std::strerror(errno), option, option)};
}

}  // namespace

Descriptor listen_at(ListenAddress& address, std::string_view option) {
  sockaddr_storage place{};
  auto& v4 = reinterpret_cast<sockaddr_in&>(place);
  auto& v6 = reinterpret_cast<sockaddr_in6&>(place);
  const std::string host = address.host == "localhost" ? "127.0.0.1" : address.host;
  const bool is_v6 = ::inet_pton(AF_INET6, host.c_str(), &v6.sin6_addr) == 1;
  if (!is_v6) ::inet_pton(AF_INET, host.c_str(), &v4.sin_addr);
  place.ss_family = is_v6 ? AF_INET6 : AF_INET;
  (is_v6 ? v6.sin6_port : v4.sin_port) = htons(address.port);
  socklen_t size = is_v6 ? sizeof v6 : sizeof v4;
  Descriptor out{
      ::socket(place.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
  if (!out.valid()) throw cannot_listen(address, option);
  // Not SO_REUSEPORT, by which two services would share a port and its requests.
  const int yes = 1;
  const int no = 0;
  ::setsockopt(out.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (is_v6) ::setsockopt(out.get(), IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  if (::bind(out.get(), reinterpret_cast<const sockaddr*>(&place), size) != 0 ||
      ::listen(out.get(), SOMAXCONN) != 0 ||
      ::getsockname(out.get(), reinterpret_cast<sockaddr*>(&place), &size) != 0)
    throw cannot_listen(address, option);
  address.port = ntohs(is_v6 ? v6.sin6_port : v4.sin_port);
  return out;
}

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
  if (any_) return true;
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
