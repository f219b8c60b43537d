#include "serve/listen_address.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <optional>

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

ListenAddress parse_listen_address(std::string_view text) {
  const auto wrong = [&](const char* why) {
    return UsageError{
        fmt::format("--listen {}: {}; say ADDRESS:PORT, such as 127.0.0.1:7277, "
                    "[::1]:7277 or :0 for any free port",
                    excerpt(text), why)};
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

}  // namespace semsite
