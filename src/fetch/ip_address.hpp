#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// The addresses that share their first bits.
struct AddressRange {
  IpAddress first;
  unsigned bits = 128;  ///< of IPv4 with the 96 of the mapping

  [[nodiscard]] bool contains(const IpAddress& address) const;
};
/// `192.0.2.0/24`, `2001:db8::/32`, or one address; nothing if it is none.
[[nodiscard]] std::optional<AddressRange> parse_range(std::string_view text);
/// A range at the begin of each line; `#` begins a remark line. Throws UsageError with
/// the number of a line that has none.
[[nodiscard]] std::vector<AddressRange> read_ranges(std::string_view lines);

/// The host as it is compared: in lower case, without a final dot, an address in its one
/// spelling.
[[nodiscard]] std::string canonical_host(std::string_view host);

/// Is this name or literal the machine itself (`localhost`, `127.0.0.0/8`, `::1`)?
[[nodiscard]] bool is_loopback_host(std::string_view host);

}  // namespace semsite
