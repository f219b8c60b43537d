#pragma once

#include <memory>
#include <stop_token>

#include "serve/connection.hpp"
#include "serve/listen_address.hpp"
#include "serve/served.hpp"

namespace semsite {

/// A web service of GET and HEAD (HTTP/1.1, RFC 9110, RFC 9112) within the bounds of
/// ConnectionLimits. Everything else it refuses by itself: other methods with 405, hosts
/// that may not be called (may_be_called) with 421, broken requests with 400, heads that
/// are too long with 431, too slow with 408, and with 503 what comes when all connections
/// are taken.
class HttpServer {
 public:
  /// Takes the address. Throws RunError if it is in use or not of this machine.
  HttpServer(const ListenAddress& address, ServedSite site, ConnectionLimits limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// With the port that was free, if any was asked for.
  [[nodiscard]] const ListenAddress& address() const;

  /// Answers until it is stopped; then requests that are being answered are finished.
  /// Once only. Throws RunError.
  void run(const std::stop_token& stop);

 private:
  class Listener;
  std::unique_ptr<Listener> listener_;
};

/// A time as HTTP writes it (RFC 9110 §5.6.7), of seconds since 1970.
[[nodiscard]] std::string http_date(std::int64_t seconds);

/// Does the Accept-Encoding field `accepted` take `gzip`?
[[nodiscard]] bool takes_gzip(std::string_view accepted);

}  // namespace semsite
