#pragma once

#include <string>

#include "fetch/curl_setup.hpp"
#include "fetch/request.hpp"

namespace semsite {

/// Throws FetchError if `code` (a CURLcode) says that libcurl did not take `option` (a
/// CURLoption): it would be a libcurl without a feature that we count on.
void check_option(int option, int code);

/// Where a request goes and by which way.
struct Route {
  HttpOrigin destination;
  std::string proxy;  ///< may be empty
};

/// Header lines as libcurl wants them; must outlive the transfer.
struct HeaderLists {
  Slist request;
  Slist proxy;
};

/// Tells a libcurl handle what to ask for and how: method, header lines, logins,
/// certificates, time limits. Everything given must outlive the transfer, because libcurl
/// keeps pointers. Throws FetchError.
[[nodiscard]] HeaderLists set_request_options(void* handle, const Request& request,
                                              const Route& route,
                                              const ExchangeSetup& setup);

}  // namespace semsite
