#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "fetch/ip_address.hpp"
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
