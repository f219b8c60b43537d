#include "fetch/proxy_choice.hpp"

#include "base/text.hpp"
#include "fetch/address_policy.hpp"

namespace semsite {
namespace {

/// `no_proxy`: names and domains between commas or spaces, `*` for all.
bool is_excepted(std::string_view host, std::string list) {
  for (char& c : list)
    if (c == ' ') c = ',';
  for (std::string_view entry : split(list, ',')) {
    if (entry == "*") return true;
    if (entry.starts_with('.')) entry.remove_prefix(1);
    if (entry.starts_with('[') && entry.ends_with(']'))
      entry = entry.substr(1, entry.size() - 2);
    if (entry.empty()) continue;
    if (equal_ignoring_case(host, entry)) return true;
    if (host.size() > entry.size() && host[host.size() - entry.size() - 1] == '.' &&
        ends_with_ignoring_case(host, entry) && !literal_address(host))
      return true;
  }
  return false;
}

std::string first_set(std::initializer_list<const char*> names,
                      const Environment& environment) {
  for (const char* name : names)
    if (std::string value = environment(name); !value.empty()) return value;
  return {};
}

}  // namespace

std::string environment_proxy(std::string_view scheme, std::string_view host,
                              const Environment& environment) {
  if (is_loopback_host(host)) return {};
  // HTTP_PROXY in capitals can be set by a client of a CGI program, hence is not read.
  const std::string proxy =
      equal_ignoring_case(scheme, "https")
          ? first_set({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"},
                      environment)
          : first_set({"http_proxy", "all_proxy", "ALL_PROXY"}, environment);
  if (proxy.empty()) return {};
  return is_excepted(host, first_set({"no_proxy", "NO_PROXY"}, environment))
             ? std::string{}
             : proxy;
}

}  // namespace semsite
