#pragma once

#include <span>
#include <string>
#include <string_view>

namespace semsite {

[[nodiscard]] constexpr bool is_ascii_alnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Does `text` (ASCII) have `host` in it, as a redirector may be told where to lead: in
/// any case, with other signs between its labels, in base64, base64url or hex, or as the
/// number that an IPv4 address is?
[[nodiscard]] bool names_host(std::string_view text, std::string_view host);

/// `http://b.example/go?to=http://a.example/`: whoever can be sent anywhere has said
/// nothing by it. Why the IRI `name`, which redirects to `target` by way of `hops`, could
/// be such a one; empty: it leads there by itself.
[[nodiscard]] std::string why_led(std::string_view name, const std::string& target,
                                  std::span<const std::string> hops = {});

}  // namespace semsite
