#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serve/listen_address.hpp"

namespace semsite {

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

  /// For people: "data.example, localhost and IP addresses".
  [[nodiscard]] std::string said() const;

 private:
  bool loopback_;
  std::vector<std::string> names_;
};

/// A name for `--host`, in lower case. Throws UsageError.
[[nodiscard]] std::string parse_host_name(std::string_view text);

}  // namespace semsite
