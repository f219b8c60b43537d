#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_io.hpp"

namespace semsite {

/// Where a service is reached.
struct ListenAddress {
  std::string host = "127.0.0.1";  ///< IPv4 or IPv6 address (no brackets), or `localhost`
  std::uint16_t port = 7277;       ///< 0: any that is free

  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

/// Reads `ADDRESS:PORT`, `[ADDRESS]:PORT`, `:PORT` or `ADDRESS`, the value of `option`.
/// Throws UsageError.
[[nodiscard]] ListenAddress parse_listen_address(std::string_view text,
                                                 std::string_view option = "--listen");

/// Is that an address of `family`, AF_INET or AF_INET6 (no brackets)?
[[nodiscard]] bool is_ip_address(std::string_view host, int family);

/// Can only programs of this machine reach it?
[[nodiscard]] bool is_loopback(std::string_view host);

/// The URL of the start page.
[[nodiscard]] std::string start_url(const ListenAddress& address);

/// A socket that listens at `address`, whose port it puts in if that was 0. It does not
/// block. Throws RunError if the address is in use or not of this machine.
/// `option`: by which another is chosen.
[[nodiscard]] Descriptor listen_at(ListenAddress& address,
                                   std::string_view option = "--listen");

/// By what names a service is called. A page from elsewhere could read it with a name of
/// its own that it lets lead here (DNS rebinding); so only names that are known lead to
/// an answer, and they are compared as they were sent, nothing decoded or resolved.
class HostNames {
 public:
  /// Besides `names` (each from `parse_host_name`): `localhost`, and the addresses of
  /// loopback, or all addresses if the service listens beyond it: an address leads
  /// nowhere else than it says.
  HostNames(const ListenAddress& address, std::vector<std::string> names);

  /// Is that one of them? `host` is a Host field: `NAME` or `NAME:PORT`, of any port, as
  /// what is before a service may have another.
  [[nodiscard]] bool has(std::string_view host) const;

  /// A service that listens beyond loopback answers to every name from now on.
  void take_any() { any_ = !loopback_; }

  /// For people: "data.example, localhost and IP addresses".
  [[nodiscard]] std::string said() const;

 private:
  bool loopback_;
  bool any_ = false;
  std::vector<std::string> names_;
};

/// A name for `--host`, in lower case. Throws UsageError.
[[nodiscard]] std::string parse_host_name(std::string_view text);

}  // namespace semsite
