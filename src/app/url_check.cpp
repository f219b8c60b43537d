#include "app/url_check.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "base/url.hpp"

namespace semsite {

std::string url_problem(std::string_view url) {
  const auto parts = split_url(url);
  if (!parts) return "there is a [ in front of the host, but no ] behind it";
  if (parts->host.empty()) return "a URL with no host";
  const std::size_t slashes = url.find("//");
  const std::string_view rest = url.substr(slashes + 2);
  std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos)
    authority.remove_prefix(at + 1);
  std::string_view behind = authority;  // the host: nothing, or a colon and the port
  if (authority.starts_with('[')) {
    behind.remove_prefix(authority.find(']') + 1);
    const bool is_address =
        parts->host.find(':') != std::string_view::npos &&
        parts->host.substr(0, parts->host.find('%'))
                .find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
    if (!is_address) return fmt::format("[{}] is no IPv6 address", parts->host);
    if (!behind.empty() && !behind.starts_with(':'))
      return fmt::format("what stands behind ] is no port: {}", behind);
  } else if (parts->host.find(':') != std::string_view::npos) {
    return fmt::format("\"{}\" is no host with a port (an IPv6 address stands in [])",
                       authority);
  } else if (parts->host.find_first_of(" \t\r\n<>\"{}|\\^`%[]") !=
             std::string_view::npos) {
    return fmt::format("\"{}\" cannot be the name of a host", parts->host);
  }
  if (!parts->port_text.empty() && port_of(*parts) == 0)
    return fmt::format("\"{}\" is no port: that is a number from 1 to 65535",
                       parts->port_text);
  return {};
}

}  // namespace semsite
