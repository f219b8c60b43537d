#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/file_io.hpp"

namespace semsite {

/// A request as the loopback server read it; method "TLS" for a handshake, which it does
/// not speak.
struct ServedRequest {
  std::string method;
  std::string target;
  std::vector<std::pair<std::string, std::string>> headers;  ///< names in lower case
  std::string body;

  /// First value of a field (name in lower case), empty if absent.
  [[nodiscard]] std::string header(std::string_view name) const;
};

/// The server's end of one connection, for answers and for misbehaviour.
class ServedConnection {
 public:
  ServedConnection(int socket, const std::atomic<bool>& stopping,
                   std::atomic<std::uint64_t>& sent)
      : socket_(socket), stopping_(stopping), sent_(sent) {}

  /// Sends raw bytes. False when the client has gone or the server stops.
  bool send(std::string_view bytes);
  /// A whole answer with its Content-Length; further header lines end in CRLF.
  bool reply(int status, std::string_view body, std::string_view header_lines = {});
  /// From now on the system sends a last short segment only when all before it have
  /// arrived (RFC 896), as it does for servers that do not care.
  void hold_short_segments();
  /// Says nothing until the client goes away or the server stops.
  void stall();
  /// Ends the connection after this answer: in order, or with a TCP reset.
  void close() { open_ = false; }
  void reset();
  [[nodiscard]] bool open() const { return open_; }

 private:
  int socket_;
  const std::atomic<bool>& stopping_;
  std::atomic<std::uint64_t>& sent_;
  bool open_ = true;
};

/// A small HTTP/1.1 server on 127.0.0.1 and a free port, for tests; a thread for each
/// connection. Lives from construction to destruction.
class LoopbackServer {
 public:
  /// Called on the connection's thread, several at once.
  using Handler = std::function<void(const ServedRequest&, ServedConnection&)>;

  explicit LoopbackServer(Handler handler);
  ~LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::string url(std::string_view path) const;
  [[nodiscard]] unsigned connections() const { return connections_; }
  [[nodiscard]] unsigned requests() const { return requests_; }
  /// Largest number of requests that were answered at the same time.
  [[nodiscard]] unsigned most_at_once() const { return most_at_once_; }
  [[nodiscard]] std::uint64_t bytes_sent() const { return sent_; }
  /// Connections that are open now.
  [[nodiscard]] unsigned open_connections() const { return open_; }

 private:
  void accept_all();
  void serve(int socket);
  void answer(const ServedRequest& request, ServedConnection& connection);

  Handler handler_;
  Descriptor listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopping_{false};
  std::atomic<unsigned> connections_{0};
  std::atomic<unsigned> requests_{0};
  std::atomic<unsigned> at_once_{0};
  std::atomic<unsigned> most_at_once_{0};
  std::atomic<unsigned> open_{0};
  std::atomic<std::uint64_t> sent_{0};
  std::mutex mutex_;
  std::list<std::jthread> workers_;
  std::jthread acceptor_;
};

}  // namespace semsite
