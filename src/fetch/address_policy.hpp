#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "fetch/transport.hpp"

namespace semsite {

/// Where the user sends the requests to some hosts: `--connect-to` and `--resolve`, as
/// curl reads them. Hosts are lower case and without brackets.
class HostMapping {
 public:
  /// `connect_to`: `HOST1:PORT1:HOST2:PORT2`, each part may be empty (any; unchanged).
  /// `resolve`: `[+]HOST:PORT:ADDRESS[,ADDRESS]…`, HOST may be `*`; `-HOST:PORT` is
  /// passed over. Throws UsageError for text that is neither.
  HostMapping(const std::vector<std::string>& connect_to,
              const std::vector<std::string>& resolve);

  /// The host or address that a request to `host` and `port` really goes to, if the user
  /// mapped it. `--connect-to` goes first, then `--resolve` on its result, as in curl.
  [[nodiscard]] std::optional<std::string> target(std::string_view host,
                                                  std::uint16_t port) const;

 private:
  struct Rule {
    std::string host;                   ///< empty: any
    std::optional<std::uint16_t> port;  ///< none: any
    std::string to;                     ///< empty: unchanged
    std::optional<std::uint16_t> to_port;
    [[nodiscard]] bool matches(std::string_view host, std::uint16_t port) const;
  };
  static const Rule* first_match(const std::vector<Rule>& rules, std::string_view host,
                                 std::uint16_t port);

  std::vector<Rule> connect_to_;
  std::vector<Rule> resolve_;
};

}  // namespace semsite

struct sockaddr;

namespace semsite {

/// An IPv4 or IPv6 address. IPv4 is kept as IPv4-mapped IPv6 (`::ffff:a.b.c.d`), so that
/// both spellings are the same address.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};

  [[nodiscard]] bool is_v4() const;
  [[nodiscard]] bool is_loopback() const;
  /// `192.0.2.1`, `2001:db8::1`.
  [[nodiscard]] std::string text() const;
  bool operator==(const IpAddress&) const = default;
};

/// The address in a socket address; nothing if it is neither IPv4 nor IPv6.
[[nodiscard]] std::optional<IpAddress> address_of(const sockaddr& socket_address);

/// The address that `host` spells, if it is a literal and no name: every form that
/// `inet_aton` takes (`127.1`, `2130706433`, `0x7f.0.0.1`, `0177.0.0.1`), IPv6 with or
/// without brackets and zone, `%HH` and a final dot undone.
[[nodiscard]] std::optional<IpAddress> literal_address(std::string_view host);

/// What makes `address` one that a stranger's document must not send us to, in words
/// ("loopback", "private network (RFC 1918)"); empty for an ordinary public address.
/// Addresses that embed an IPv4 one (mapped, NAT64, 6to4) count as that one.
/// Documentation ranges count as public: nobody answers there.
[[nodiscard]] std::string_view private_range(const IpAddress& address);

/// Is this name or literal the machine itself (`localhost`, `127.0.0.0/8`, `::1`)?
[[nodiscard]] bool is_loopback_host(std::string_view host);

/// Which hosts may have a private address: a sitemap must not make us probe an intranet.
/// Immutable, hence thread-safe.
class AddressPolicy {
 public:
  explicit AddressPolicy(const TransportOptions& options);

  /// May a connection for `host` go to any address? True with `allow_private`, for hosts
  /// that the user named, and for names that the user mapped to a place of their own.
  [[nodiscard]] bool trusts(std::string_view host, std::uint16_t port) const;

  /// Did the user name this host?
  [[nodiscard]] bool is_named(std::string_view host) const;

  /// Did the user name this very scheme, host and port? Only then do credentials go
  /// there.
  [[nodiscard]] bool may_log_in(std::string_view scheme, std::string_view host,
                                std::uint16_t port) const;

  /// May `host`, if it is a literal, be asked for at all? Checked before anything is
  /// sent, because behind a proxy we never see the address that is connected to.
  [[nodiscard]] bool allows_host(std::string_view host, std::uint16_t port) const;

  /// May a connection for `host` go to `address`? Checked for the very socket, so that no
  /// change of the name's address in between can get round it.
  [[nodiscard]] bool allows(std::string_view host, std::uint16_t port,
                            const IpAddress& address) const;

 private:
  bool allow_private_;
  std::unordered_set<std::string> named_, origins_;
  HostMapping mapping_;
};

/// The message for a refused address, with the way to allow it.
[[nodiscard]] std::string refusal_message(std::string_view url, std::string_view host,
                                          const IpAddress& address);

}  // namespace semsite
