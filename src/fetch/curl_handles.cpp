#include "fetch/curl_handles.hpp"

#include <curl/curl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>

namespace semsite {
namespace {

constexpr std::size_t kMostKept = 64;

/// Requests of one key differ in nothing that would have to be taken back.
std::string key_of(const Request& request) {
  return fmt::format("{} {} {}", request.method, request.content_coding ? 1 : 0,
                     request.url.substr(0, request.url.find('?')));
}

void forget(void* handle, CURLoption option) {
  curl_easy_setopt(static_cast<CURL*>(handle), option, nullptr);
}

}  // namespace

void CurlHandleDeleter::operator()(void* handle) const {
  curl_easy_cleanup(static_cast<CURL*>(handle));
}

CurlHandle CurlHandles::take(const Request& request) {
  if (request.login == Login::digest && !request.new_challenge) {
    const auto found = std::ranges::find(kept_, key_of(request),
                                         &std::pair<std::string, CurlHandle>::first);
    if (found != kept_.end()) {
      CurlHandle out = std::move(found->second);
      kept_.erase(found);
      return out;
    }
  }
  CurlHandle out{curl_easy_init()};
  if (!out) throw std::bad_alloc{};
  return out;
}

void CurlHandles::keep(const Request& request, CurlHandle handle) {
  if (request.login != Login::digest || kept_.size() >= kMostKept) return;
  for (const CURLoption option :
       {CURLOPT_ERRORBUFFER, CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA,
        CURLOPT_PREREQFUNCTION, CURLOPT_PREREQDATA, CURLOPT_OPENSOCKETFUNCTION,
        CURLOPT_OPENSOCKETDATA, CURLOPT_HTTPHEADER, CURLOPT_PROXYHEADER, CURLOPT_QUOTE,
        CURLOPT_PREQUOTE, CURLOPT_POSTFIELDS})
    forget(handle.get(), option);
  kept_.emplace_back(key_of(request), std::move(handle));
}

namespace {

using NameOf = int (*)(int, sockaddr*, socklen_t*);

/// Of one end of a socket; 0 if it has none.
int port_of(int socket, NameOf name) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (name(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  // The port stands at one place in both families.
  in_port_t port = 0;
  static_assert(offsetof(sockaddr_in, sin_port) == offsetof(sockaddr_in6, sin6_port));
  if (address.ss_family == AF_INET || address.ss_family == AF_INET6)
    std::memcpy(&port,
                reinterpret_cast<const char*>(&address) + offsetof(sockaddr_in, sin_port),
                sizeof port);
  return ntohs(port);
}

}  // namespace

int SocketBook::open(int family, int type, int protocol) {
  const int socket = ::socket(family, type | SOCK_CLOEXEC, protocol);
  const MutexLock lock{mutex_};
  if (socket >= 0) open_.push_back(socket);
  return socket;
}

int SocketBook::close(int socket) {
  const MutexLock lock{mutex_};
  std::erase(open_, socket);
  return ::close(socket);
}

void SocketBook::break_off() {
  const MutexLock lock{mutex_};
  for (const int socket : open_) static_cast<void>(::shutdown(socket, SHUT_RDWR));
}

int SocketBook::find(int local_port, int peer_port) const {
  const MutexLock lock{mutex_};
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
