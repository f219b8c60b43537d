#include "support/loopback_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr int kTickMilliseconds = 20;

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error{fmt::format("{}: {}", what, std::strerror(errno))};
}

/// Reads from one connection, keeping what came too early.
class RequestReader {
 public:
  RequestReader(int socket, const std::atomic<bool>& stopping)
      : socket_(socket), stopping_(stopping) {}

  /// The next request, or nothing when the client has gone or the server stops.
  std::optional<ServedRequest> read() {
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
      if (buffer_.starts_with('\x16')) {  // a TLS handshake
        ServedRequest hello;
        hello.method = "TLS";
        hello.body = std::exchange(buffer_, {});
        return hello;
      } else if (!more()) {
        return std::nullopt;
      }
    const std::string head = buffer_.substr(0, end);
    buffer_.erase(0, end + 4);
    ServedRequest request;
    bool first = true;
    for (const std::string_view line : split(head, '\n')) {
      if (first) {
        const auto words = split(trim(line), ' ');
        if (words.size() != 3) return std::nullopt;
        request.method = words[0];
        request.target = words[1];
      } else if (const std::size_t colon = line.find(':'); colon != line.npos) {
        request.headers.emplace_back(lower_ascii(line.substr(0, colon)),
                                     trim(line.substr(colon + 1)));
      }
      first = false;
    }
    const auto length = parse_uint(request.header("content-length")).value_or(0);
    while (buffer_.size() < length)
      if (!more()) return std::nullopt;
    request.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    return request;
  }

 private:
  bool more() {
    while (!stopping_) {
      pollfd wait{.fd = socket_, .events = POLLIN, .revents = 0};
      const int ready = ::poll(&wait, 1, kTickMilliseconds);
      if (ready == 0) continue;
      std::array<char, 16384> chunk{};
      const ssize_t got = ::recv(socket_, chunk.data(), chunk.size(), 0);
      if (got <= 0) return false;
      buffer_.append(chunk.data(), static_cast<std::size_t>(got));
      return true;
    }
    return false;
  }

  int socket_;
  const std::atomic<bool>& stopping_;
  std::string buffer_;
};

}  // namespace

std::string ServedRequest::header(std::string_view name) const {
  for (const auto& [field, value] : headers)
    if (field == name) return value;
  return {};
}

bool ServedConnection::send(std::string_view bytes) {
  while (!bytes.empty() && open_) {
    if (stopping_) open_ = false;
    pollfd wait{.fd = socket_, .events = POLLOUT, .revents = 0};
    if (::poll(&wait, 1, kTickMilliseconds) <= 0) continue;
    const ssize_t put =
        ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (put < 0) {
      open_ = false;
      break;
    }
    sent_ += static_cast<std::uint64_t>(put);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return open_;
}

bool ServedConnection::reply(int status, std::string_view body,
                             std::string_view header_lines) {
  return send(fmt::format("HTTP/1.1 {} X\r\nContent-Length: {}\r\n{}\r\n{}", status,
                          body.size(), header_lines, body));
}

void ServedConnection::hold_short_segments() {
  const int off = 0;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &off, sizeof off);
}

void ServedConnection::stall() {
  while (open_ && !stopping_) {
    pollfd wait{.fd = socket_, .events = POLLRDHUP, .revents = 0};
    if (::poll(&wait, 1, kTickMilliseconds) != 0) open_ = false;
  }
}

void ServedConnection::reset() {
  const linger now{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  open_ = false;
}

LoopbackServer::LoopbackServer(Handler handler)
    : handler_(std::move(handler)),
      listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  require(listener_.valid(), "socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  require(::bind(listener_.get(), generic, size) == 0, "bind");
  require(::listen(listener_.get(), 128) == 0, "listen");
  require(::getsockname(listener_.get(), generic, &size) == 0, "getsockname");
  port_ = ntohs(address.sin_port);
  acceptor_ = std::jthread{[this] { accept_all(); }};
}

LoopbackServer::~LoopbackServer() {
  stopping_ = true;
  acceptor_.join();
  workers_.clear();
}

std::string LoopbackServer::url(std::string_view path) const {
  return fmt::format("http://127.0.0.1:{}{}", port_, path);
}

void LoopbackServer::accept_all() {
  while (!stopping_) {
    pollfd wait{.fd = listener_.get(), .events = POLLIN, .revents = 0};
    if (::poll(&wait, 1, kTickMilliseconds) <= 0) continue;
    const int socket = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;
    ++connections_;
    ++open_;
    const std::scoped_lock lock{mutex_};
    workers_.emplace_back([this, socket] { serve(socket); });
  }
}

void LoopbackServer::serve(int socket) {
  const Descriptor owner{socket};
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ServedConnection connection{socket, stopping_, sent_};
  RequestReader reader{socket, stopping_};
  while (connection.open() && !stopping_) {
    const auto request = reader.read();
    if (!request) break;
    answer(*request, connection);
  }
  --open_;
}

void LoopbackServer::answer(const ServedRequest& request, ServedConnection& connection) {
  ++requests_;
  const unsigned now = ++at_once_;
  unsigned most = most_at_once_;
  while (now > most && !most_at_once_.compare_exchange_weak(most, now)) {
  }
  handler_(request, connection);
  --at_once_;
}

}  // namespace semsite
