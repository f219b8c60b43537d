#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fetch/address_policy.hpp"
#include "fetch/transport.hpp"
#include "queue/work_queue.hpp"

namespace semsite {

/// Where a host stands, as the queue names it.
struct HostPlace {
  /// The host, then its addresses; only the host on a platform of many, or if it has no
  /// address now.
  std::vector<std::string> names;
  bool is_loopback = false;
};

/// Tells which hosts one process would put into one queue (fetch/politeness): those with
/// an address in common, but for platforms on which the hosts of many stand. Asks the
/// resolver of the machine. Thread-safe.
class HostPlaces {
 public:
  /// Of `options`, the shared addresses and what the user maps. Throws UsageError.
  explicit HostPlaces(const TransportOptions& options);

  /// `host`: of a URL; `target`: the host or address that is connected to.
  [[nodiscard]] HostPlace place(const std::string& host, const std::string& target) const;
  /// The same of the server of a site. Throws FetchError.
  [[nodiscard]] HostPlace place_of(const std::string& url) const;

  /// Sites in their groups, each in one; asks for many names at once.
  [[nodiscard]] std::vector<GroupWish> groups(const std::vector<std::string>& urls) const;

 private:
  [[nodiscard]] bool is_shared(const IpAddress& address) const;

  HostMapping mapping_;
  std::vector<AddressRange> shared_;
};

/// `places[i]` of `urls[i]`: those with a name in common together, in the order of their
/// first URLs.
[[nodiscard]] std::vector<GroupWish> gather_groups(
    const std::vector<std::string>& urls,
    const std::vector<std::vector<std::string>>& places);

}  // namespace semsite
