#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fetch/address_policy.hpp"
#include "fetch/host_mapping.hpp"
#include "fetch/transport.hpp"

struct curl_slist;

namespace semsite {

/// Where a URL leads, as libcurl's own parser reads it, so that what is checked is what
/// is connected to.
struct HttpOrigin {
  std::string scheme;  ///< "http" or "https"
  std::string host;    ///< lower case, without brackets
  std::uint16_t port = 0;
};
/// Throws FetchError(protocol) if `url` is no HTTP URL.
[[nodiscard]] HttpOrigin http_origin_of(const std::string& url);

struct SlistDeleter {
  void operator()(curl_slist* list) const;
};
using Slist = std::unique_ptr<curl_slist, SlistDeleter>;
/// `list` with `text` at its end.
[[nodiscard]] Slist append(Slist list, const std::string& text);

/// What all exchanges of one transport share; immutable. Throws UsageError for options
/// that cannot be read.
struct ExchangeSetup {
  explicit ExchangeSetup(TransportOptions given);

  /// Key of the politeness queue: the host or address that is really asked.
  [[nodiscard]] std::string queue_of(const HttpOrigin& destination) const;
  /// The proxy for a request there, from the options or the environment; may be empty.
  [[nodiscard]] std::string proxy_for(const HttpOrigin& destination) const;

  TransportOptions options;
  AddressPolicy policy;
  HostMapping mapping;
  Slist connect_to;
  Slist resolve;
};

}  // namespace semsite
