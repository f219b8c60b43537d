#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
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

/// The open sockets of libcurl's connections, which it keeps to itself. One thread at a
/// time; outlives the connections.
class SocketBook {
 public:
  /// Ends what is sent and received by all of them. From any thread.
  void break_off();
  /// A new socket of that kind, close-on-exec; -1 if there can be none.
  [[nodiscard]] int open(int family, int type, int protocol);
  /// As close(2).
  int close(int socket);
  /// The socket that is connected from and to these ports; -1 if none is.
  [[nodiscard]] int find(int local_port, int peer_port) const;

 private:
  mutable Mutex mutex_;
  std::vector<int> open_ SEMSITE_GUARDED_BY(mutex_);
};

/// Tells the peer now what has arrived, and for a while after each segment. Linux waits
/// 40 ms otherwise, and a peer that sends its last bytes only when all before have
/// arrived (RFC 896) waits with it.
void acknowledge_at_once(int socket);

}  // namespace semsite
