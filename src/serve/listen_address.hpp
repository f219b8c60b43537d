#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// Where a service is reached.
struct ListenAddress {
  std::string host = "127.0.0.1";  ///< IPv4 or IPv6 address (no brackets), or `localhost`
  std::uint16_t port = 7277;       ///< 0: any that is free

  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

/// Reads `ADDRESS:PORT`, `[ADDRESS]:PORT`, `:PORT` or `ADDRESS`. Throws UsageError.
[[nodiscard]] ListenAddress parse_listen_address(std::string_view text);

/// Is that an address of `family`, AF_INET or AF_INET6 (no brackets)?
[[nodiscard]] bool is_ip_address(std::string_view host, int family);

/// Can only programs of this machine reach it?
[[nodiscard]] bool is_loopback(std::string_view host);

/// The URL of the start page.
[[nodiscard]] std::string start_url(const ListenAddress& address);

}  // namespace semsite
