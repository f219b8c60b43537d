#include "fetch/ip_address.hpp"

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

using Bytes = std::array<std::uint8_t, 16>;

constexpr Bytes kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

IpAddress from_v4(const std::uint8_t* four) {
  IpAddress address{kMapped};
  std::copy(four, four + 4, address.bytes.begin() + 12);
  return address;
}

bool in_prefix(const std::uint8_t* bytes, std::initializer_list<std::uint8_t> prefix,
               unsigned bits) {
  unsigned at = 0;
  for (const std::uint8_t want : prefix) {
    const unsigned here = std::min(8U, bits - at * 8);
    const auto mask = static_cast<std::uint8_t>(0xFF << (8 - here));
    if ((bytes[at] & mask) != (want & mask)) return false;
    ++at;
  }
  return true;
}

// The special-purpose registries of RFC 6890.
std::string_view private_v4(const std::uint8_t* ip) {
  if (in_prefix(ip, {0}, 8)) return "this network (0.0.0.0/8)";
  if (in_prefix(ip, {127}, 8)) return "loopback";
  if (in_prefix(ip, {10}, 8) || in_prefix(ip, {172, 16}, 12) ||
      in_prefix(ip, {192, 168}, 16))
    return "private network (RFC 1918)";
  if (in_prefix(ip, {169, 254}, 16)) return "link-local";
  if (in_prefix(ip, {100, 64}, 10)) return "carrier's shared network (100.64.0.0/10)";
  if (in_prefix(ip, {192, 0, 0}, 24)) return "protocol assignments (192.0.0.0/24)";
  if (in_prefix(ip, {198, 18}, 15)) return "benchmark network (198.18.0.0/15)";
  if (in_prefix(ip, {224}, 4)) return "multicast";
  if (in_prefix(ip, {255, 255, 255, 255}, 32)) return "broadcast";
  if (in_prefix(ip, {240}, 4)) return "reserved (240.0.0.0/4)";
  return {};
}

std::string_view private_v6(const std::uint8_t* ip) {
  static constexpr Bytes kAny{};
  static constexpr Bytes kLoopback{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  if (std::equal(kAny.begin(), kAny.end(), ip)) return "unspecified address (::)";
  if (std::equal(kLoopback.begin(), kLoopback.end(), ip)) return "loopback";
  if (in_prefix(ip, {0xFE, 0x80}, 10)) return "link-local";
  if (in_prefix(ip, {0xFE, 0xC0}, 10)) return "site-local";
  if (in_prefix(ip, {0xFC}, 7)) return "private network (fc00::/7)";
  if (in_prefix(ip, {0xFF}, 8)) return "multicast";
  // NAT64 (RFC 6052, RFC 8215), 6to4 (RFC 3056) and the old IPv4-compatible form lead on
  // to an IPv4 address.
  if (in_prefix(ip, {0, 0x64, 0xFF, 0x9B, 0, 1}, 48)) return "local NAT64 network";
  if (in_prefix(ip, {0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0}, 96))
    return private_v4(ip + 12);
  if (in_prefix(ip, {0x20, 0x02}, 16)) return private_v4(ip + 2);
  if (in_prefix(ip, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 96)) return private_v4(ip + 12);
  return {};
}

}  // namespace

bool IpAddress::is_v4() const {
  return std::equal(kMapped.begin(), kMapped.begin() + 12, bytes.begin());
}

bool IpAddress::is_loopback() const { return private_range(*this) == "loopback"; }

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> buffer{};
  const char* out =
      is_v4() ? inet_ntop(AF_INET, bytes.data() + 12, buffer.data(), buffer.size())
              : inet_ntop(AF_INET6, bytes.data(), buffer.data(), buffer.size());
  return out != nullptr ? out : "";
}

std::optional<IpAddress> address_of(const sockaddr& socket_address) {
  if (socket_address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &socket_address, sizeof v4);
    std::array<std::uint8_t, 4> four{};
    std::memcpy(four.data(), &v4.sin_addr, four.size());
    return from_v4(four.data());
  }
  if (socket_address.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &socket_address, sizeof v6);
    IpAddress address;
    std::memcpy(address.bytes.data(), &v6.sin6_addr, address.bytes.size());
    return address;
  }
  return std::nullopt;
}

std::optional<IpAddress> literal_address(std::string_view host) {
  std::string text = percent_decode(host);
  if (text.starts_with('[') && text.ends_with(']'))
    text = text.substr(1, text.size() - 2);
  if (text.find(':') != std::string::npos) {
    text.resize(std::min(text.find('%'), text.size()));  // zone
    IpAddress address;
    if (inet_pton(AF_INET6, text.c_str(), address.bytes.data()) != 1) return std::nullopt;
    return address;
  }
  if (text.ends_with('.')) text.pop_back();
  // inet_aton stops at white space and takes what stands before it.
  if (text.empty() || text.find_first_of(" \t\r\n") != std::string::npos)
    return std::nullopt;
  in_addr v4{};
  if (inet_aton(text.c_str(), &v4) == 0) return std::nullopt;
  std::array<std::uint8_t, 4> four{};
  std::memcpy(four.data(), &v4, four.size());
  return from_v4(four.data());
}

std::string_view private_range(const IpAddress& address) {
  return address.is_v4() ? private_v4(address.bytes.data() + 12)
                         : private_v6(address.bytes.data());
}

bool AddressRange::contains(const IpAddress& address) const {
  for (unsigned at = 0; at < bits; at += 8) {
    const unsigned here = std::min(8U, bits - at);
    const unsigned differ = first.bytes[at / 8] ^ address.bytes[at / 8];
    if ((differ >> (8 - here)) != 0) return false;
  }
  return true;
}

std::optional<AddressRange> parse_range(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = literal_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  AddressRange out{.first = *address};
  if (slash == std::string_view::npos) return out;
  const auto bits = parse_uint(text.substr(slash + 1));
  const unsigned mapped = address->is_v4() ? 96 : 0;
  if (!bits || *bits > 128 - mapped) return std::nullopt;
  out.bits = mapped + static_cast<unsigned>(*bits);
  return out;
}

std::vector<AddressRange> read_ranges(std::string_view lines) {
  std::vector<AddressRange> out;
  std::size_t number = 0;
  for (const std::string_view whole : split(lines, '\n')) {
    ++number;
    const std::string_view line = trim(whole);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string_view text = line.substr(0, line.find_first_of(" \t"));
    const auto range = parse_range(text);
    if (!range)
      throw UsageError{
          fmt::format("line {}: \"{}\" is no range of addresses "
                      "(192.0.2.0/24, 2001:db8::/32)",
                      number, excerpt(text))};
    out.push_back(*range);
  }
  return out;
}

std::string canonical_host(std::string_view host) {
  if (const auto address = literal_address(host)) return address->text();
  if (host.ends_with('.')) host.remove_suffix(1);
  return lower_ascii(host);
}

bool is_loopback_host(std::string_view host) {
  if (const auto address = literal_address(host)) return address->is_loopback();
  const std::string name = canonical_host(host);
  return name == "localhost" || name.ends_with(".localhost");
}

}  // namespace semsite
