#include "serve/listen_socket.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

RunError cannot_listen(const ListenAddress& address) {
  return RunError{fmt::format(
      "{}: cannot listen there: {}; choose another with --listen, or any free port with "
      "--listen :0",
      start_url(address), std::strerror(errno))};
}

}  // namespace

Descriptor listen_at(ListenAddress& address) {
  sockaddr_storage place{};
  auto& v4 = reinterpret_cast<sockaddr_in&>(place);
  auto& v6 = reinterpret_cast<sockaddr_in6&>(place);
  const std::string host = address.host == "localhost" ? "127.0.0.1" : address.host;
  const bool is_v6 = ::inet_pton(AF_INET6, host.c_str(), &v6.sin6_addr) == 1;
  if (!is_v6) ::inet_pton(AF_INET, host.c_str(), &v4.sin_addr);
  place.ss_family = is_v6 ? AF_INET6 : AF_INET;
  (is_v6 ? v6.sin6_port : v4.sin_port) = htons(address.port);
  socklen_t size = is_v6 ? sizeof v6 : sizeof v4;
  Descriptor out{
      ::socket(place.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
  if (!out.valid()) throw cannot_listen(address);
  // Not SO_REUSEPORT, by which two services would share a port and its requests.
  const int yes = 1;
  const int no = 0;
  ::setsockopt(out.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (is_v6) ::setsockopt(out.get(), IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  if (::bind(out.get(), reinterpret_cast<const sockaddr*>(&place), size) != 0 ||
      ::listen(out.get(), SOMAXCONN) != 0 ||
      ::getsockname(out.get(), reinterpret_cast<sockaddr*>(&place), &size) != 0)
    throw cannot_listen(address);
  address.port = ntohs(is_v6 ? v6.sin6_port : v4.sin_port);
  return out;
}

}  // namespace semsite
