#include "queue/host_places.hpp"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/url.hpp"
#include "fetch/curl_setup.hpp"
#include "fetch/ip_address.hpp"

namespace semsite {
namespace {

/// Names that are looked up at once.
constexpr std::size_t kLookUps = 32;

struct AddressesDeleter {
  void operator()(addrinfo* first) const { ::freeaddrinfo(first); }
};

/// Empty: it has none, or nobody knows now.
std::vector<IpAddress> addresses_of(const std::string& name) {
  if (const auto literal = literal_address(name)) return {*literal};
  addrinfo wish{};
  wish.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(name.c_str(), nullptr, &wish, &found) != 0) return {};
  const std::unique_ptr<addrinfo, AddressesDeleter> all{found};
  std::vector<IpAddress> out;
  for (const addrinfo* one = all.get(); one != nullptr; one = one->ai_next)
    if (const auto address = address_of(*one->ai_addr))
      if (std::ranges::find(out, *address) == out.end()) out.push_back(*address);
  return out;
}

}  // namespace

HostPlaces::HostPlaces(const TransportOptions& options)
    : mapping_(options.connect_to, options.resolve),
      shared_(options.more_shared_addresses) {
  if (options.shared_addresses)
    shared_.insert(shared_.end(), options.shared_addresses->begin(),
                   options.shared_addresses->end());
}

bool HostPlaces::is_shared(const IpAddress& address) const {
  return std::ranges::any_of(
      shared_, [&](const AddressRange& range) { return range.contains(address); });
}

HostPlace HostPlaces::place(const std::string& host, const std::string& target) const {
  HostPlace out{.names = {canonical_host(host)}, .is_loopback = is_loopback_host(target)};
  const std::vector<IpAddress> addresses = addresses_of(target);
  for (const IpAddress& address : addresses)
    out.is_loopback = out.is_loopback || address.is_loopback();
  // Of a platform, the host alone counts.
  if (std::ranges::any_of(addresses, [&](const auto& one) { return is_shared(one); }))
    return out;
  for (const IpAddress& address : addresses)
    if (std::string text = address.text(); text != out.names.front())
      out.names.push_back(std::move(text));
  return out;
}

HostPlace HostPlaces::place_of(const std::string& url) const {
  const ServerOrigin origin = server_origin_of(url);
  return place(origin.host,
               mapping_.target(origin.host, origin.port).value_or(origin.host));
}

std::vector<GroupWish> HostPlaces::groups(const std::vector<std::string>& urls) const {
  std::vector<std::vector<std::string>> places(urls.size());
  std::atomic<std::size_t> next = 0;
  const auto look_up = [&] {
    for (std::size_t i = next++; i < urls.size(); i = next++) {
      try {
        places[i] = place_of(urls[i]).names;
      } catch (const DocumentError&) {
        places[i] = {host_of(urls[i])};  // whoever asks there will be told why not
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min(kLookUps, urls.size()); ++i)
      helpers.emplace_back(look_up);
    look_up();
  }
  return gather_groups(urls, places);
}

std::vector<GroupWish> gather_groups(
    const std::vector<std::string>& urls,
    const std::vector<std::vector<std::string>>& places) {
  std::vector<std::size_t> leader(urls.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto leader_of = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  std::map<std::string, std::size_t, std::less<>> first;
  for (std::size_t i = 0; i < urls.size(); ++i)
    for (const std::string& name : places[i]) {
      const auto [known, fresh] = first.try_emplace(name, i);
      if (fresh) continue;
      const std::size_t a = leader_of(known->second);
      const std::size_t b = leader_of(i);
      leader[std::max(a, b)] = std::min(a, b);
    }
  std::vector<GroupWish> out;
  std::map<std::size_t, std::size_t> place_in_out;
  for (std::size_t i = 0; i < urls.size(); ++i) {
    const auto [at, fresh] = place_in_out.try_emplace(leader_of(i), out.size());
    if (fresh) out.emplace_back();
    GroupWish& group = out[at->second];
    group.urls.push_back(urls[i]);
    for (const std::string& name : places[i])
      if (std::ranges::find(group.places, name) == group.places.end())
        group.places.push_back(name);
  }
  // Names of hosts first: addresses have the last word.
  for (GroupWish& group : out)
    std::stable_partition(
        group.places.begin(), group.places.end(),
        [](const std::string& name) { return !literal_address(name).has_value(); });
  return out;
}

}  // namespace semsite
