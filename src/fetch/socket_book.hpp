#pragma once

#include <vector>

namespace semsite {

/// The open sockets of libcurl's connections, which it keeps to itself. One thread at a
/// time; outlives the connections.
class SocketBook {
 public:
  /// A new socket of that kind, close-on-exec; -1 if there can be none.
  [[nodiscard]] int open(int family, int type, int protocol);
  /// As close(2).
  int close(int socket);
  /// The socket that is connected from and to these ports; -1 if none is.
  [[nodiscard]] int find(int local_port, int peer_port) const;

 private:
  std::vector<int> open_;
};

/// Tells the peer now what has arrived, and for a while after each segment. Linux waits
/// 40 ms otherwise, and a peer that sends its last bytes only when all before have
/// arrived (RFC 896) waits with it.
void acknowledge_at_once(int socket);

}  // namespace semsite
