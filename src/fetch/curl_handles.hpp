#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fetch/request.hpp"

namespace semsite {

struct CurlHandleDeleter {
  void operator()(void* handle) const;
};
/// An easy handle of libcurl.
using CurlHandle = std::unique_ptr<void, CurlHandleDeleter>;

/// libcurl handles. Those that have answered a Digest challenge (RFC 7616 §3.3) are kept:
/// a request with one of them carries its answer at once, with the same nonce and the
/// next count, so that its body goes without a question first. For one thread.
class CurlHandles {
 public:
  /// One that has answered the challenge of this place, or a new one. Throws
  /// std::bad_alloc.
  [[nodiscard]] CurlHandle take(const Request& request);
  /// Keeps what a request was done with for later ones to the same place; forgets all
  /// that it points to.
  void keep(const Request& request, CurlHandle handle);

 private:
  /// By what the handle is set to besides what every request sets anew.
  std::vector<std::pair<std::string, CurlHandle>> kept_;
};

}  // namespace semsite
