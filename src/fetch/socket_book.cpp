#include "fetch/socket_book.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace semsite {
namespace {

using NameOf = int (*)(int, sockaddr*, socklen_t*);

/// Of one end of a socket; 0 if it has none.
int port_of(int socket, NameOf name) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (name(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    return 0;  // NOLINT
  // The port stands at one place in both families.
  in_port_t port = 0;
  static_assert(offsetof(sockaddr_in, sin_port) == offsetof(sockaddr_in6, sin6_port));
  if (address.ss_family == AF_INET || address.ss_family == AF_INET6)
    std::memcpy(&port,
                reinterpret_cast<const char*>(&address) +  // NOLINT
                    offsetof(sockaddr_in, sin_port),
                sizeof port);
  return ntohs(port);
}

}  // namespace

int SocketBook::open(int family, int type, int protocol) {
  const int socket = ::socket(family, type | SOCK_CLOEXEC, protocol);
  if (socket >= 0) open_.push_back(socket);
  return socket;
}

int SocketBook::close(int socket) {
  std::erase(open_, socket);
  return ::close(socket);
}

int SocketBook::find(int local_port, int peer_port) const {
  const auto found = std::ranges::find_if(open_, [&](int socket) {
    return port_of(socket, &::getsockname) == local_port &&
           port_of(socket, &::getpeername) == peer_port;
  });
  return found == open_.end() ? -1 : *found;
}

void acknowledge_at_once([[maybe_unused]] int socket) {
#ifdef TCP_QUICKACK
  const int yes = 1;
  static_cast<void>(::setsockopt(socket, IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes));
#endif
}

}  // namespace semsite
