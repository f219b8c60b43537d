#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace semsite {

/// What a client may take of a service's time and memory.
struct ConnectionLimits {
  std::size_t head_bytes = 16 * 1024;       ///< request line and fields
  std::chrono::milliseconds idle{15'000};   ///< between two requests
  std::chrono::milliseconds head{10'000};   ///< from the first byte of a head to its end
  std::chrono::milliseconds stall{10'000};  ///< without a byte of the answer taken
  std::chrono::milliseconds answer{600'000};  ///< for a whole answer
  std::size_t requests = 1'000;               ///< on one connection
  std::size_t connections = 64;               ///< at once; others are refused
};

/// One client of a service that reads heads of requests and writes answers, neither
/// without bounds of time and size (a client that sends a byte now and then is no reason
/// to wait). Content of requests is never read. One thread.
class Connection {
 public:
  /// Takes over `socket`. `wake` is a descriptor that becomes readable when all is to
  /// end.
  Connection(int socket, int wake, const ConnectionLimits& limits);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  enum class Head { complete, ended, too_long, too_slow };
  /// Waits `idle` for the next request and reads its head.
  [[nodiscard]] Head read_head(std::chrono::milliseconds idle);

  /// Bytes of the head, to be taken from its start to its end; 0 behind it.
  ssize_t read(char* to, std::size_t size);
  /// All of `bytes`. False if the client does not take them in time.
  [[nodiscard]] bool write(std::string_view bytes);

  /// Content may follow that nobody reads: the end waits a little for the client to read
  /// the answer, which it would lose otherwise.
  void expect_more() { expects_more_ = true; }

  [[nodiscard]] int socket() const { return socket_; }

 private:
  using Time = std::chrono::steady_clock::time_point;
  enum class Ready { yes, timed_out, stopped };
  [[nodiscard]] Ready wait(short events, Time until) const;
  void linger();

  int socket_, wake_;
  const ConnectionLimits& limits_;
  std::string received_;
  std::size_t head_end_ = 0;  ///< of the head in `received_`
  std::size_t taken_ = 0;     ///< of the head
  Time answer_end_{};
  bool expects_more_ = false;
};

}  // namespace semsite
