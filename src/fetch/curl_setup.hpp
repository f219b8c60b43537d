#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "fetch/address_policy.hpp"
#include "fetch/request.hpp"
#include "fetch/transport.hpp"

struct curl_slist;

namespace semsite {

/// Where a URL leads, as libcurl's own parser reads it, so that what is checked is what
/// is connected to.
struct ServerOrigin {
  std::string scheme;  ///< "http", "https" or "ftp"
  std::string host;    ///< lower case, without brackets
  std::uint16_t port = 0;
};
/// Throws FetchError(protocol) if `url` is none of those.
[[nodiscard]] ServerOrigin server_origin_of(const std::string& url);

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

  /// The host or address that is really asked.
  [[nodiscard]] std::string target_of(const ServerOrigin& destination) const;
  /// The proxy for a request there, from the options or the environment; may be empty.
  [[nodiscard]] std::string proxy_for(const ServerOrigin& destination) const;

  TransportOptions options;
  AddressPolicy policy;
  HostMapping mapping;
  Slist connect_to;
  Slist resolve;
};

/// Throws FetchError if `code` (a CURLcode) says that libcurl did not take `option` (a
/// CURLoption): it would be a libcurl without a feature that we count on.
void check_option(int option, int code);

/// Where a request goes and by which way.
struct Route {
  ServerOrigin destination;
  std::string proxy;  ///< may be empty

  /// Does the server itself answer, in FTP? A proxy for HTTP answers in HTTP.
  [[nodiscard]] bool speaks_ftp() const {
    return destination.scheme == "ftp" && (proxy.empty() || proxy.starts_with("socks"));
  }
};

/// Header lines as libcurl wants them; must outlive the transfer.
struct HeaderLists {
  Slist request;
  Slist proxy;
  Slist ftp_first{};  ///< commands before all others
  Slist ftp{};        ///< commands before a transfer
};

/// Tells a libcurl handle what to ask for and how: method, header lines, logins,
/// certificates, time limits. Everything given must outlive the transfer, because libcurl
/// keeps pointers. Throws FetchError.
[[nodiscard]] HeaderLists set_request_options(void* handle, const Request& request,
                                              const Route& route,
                                              const ExchangeSetup& setup);

/// Value of an environment variable, empty if it is not set.
using Environment = std::function<std::string(const char* name)>;

/// The proxy that the environment names for a request to `host`, as curl reads it:
/// `http_proxy` (lower case only), `https_proxy`, `HTTPS_PROXY`, `all_proxy`,
/// `ALL_PROXY`, unless `no_proxy` or `NO_PROXY` excepts the host. Never one for loopback.
/// Empty: none.
[[nodiscard]] std::string environment_proxy(std::string_view scheme,
                                            std::string_view host,
                                            const Environment& environment);

}  // namespace semsite
