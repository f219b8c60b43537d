#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/file_io.hpp"
#include "serve/request_head.hpp"
#include "serve/response.hpp"

namespace semsite {

/// What clients may take of a service's time and memory.
struct ConnectionLimits {
  std::size_t head_bytes = 16 * 1024;       ///< request line and fields
  std::chrono::milliseconds idle{15'000};   ///< between two requests
  std::chrono::milliseconds head{10'000};   ///< from the first byte of a head to its end
  std::chrono::milliseconds turn{3'000};    ///< for a request to wait for its turn
  std::chrono::milliseconds stall{10'000};  ///< without a byte of the answer taken
  std::chrono::milliseconds answer{600'000};  ///< for a whole answer
  std::size_t requests = 1'000;               ///< on one connection
  std::size_t answers = 64;                   ///< made at once
  std::size_t answer_bytes = 128 << 20;       ///< of answers that are being taken
  std::size_t connections = 512;              ///< open at once
  std::chrono::milliseconds last{2'000};  ///< for the rest of answers when all is to end
};

/// One client of a service: what comes from it and goes to it, without ever waiting for
/// it. Content of requests is never read. One thread; the caller waits, and says what
/// time it is.
class Connection {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Phase {
    idle,       ///< waits for a request
    head,       ///< has the beginning of one
    asked,      ///< has a whole one, which waits for its turn
    answering,  ///< the answer is being made
    writing,    ///< the answer is being taken
    lingering,  ///< the client is to read the last answer before the connection ends
    ended,
  };

  /// `socket` does not block.
  Connection(Descriptor socket, const ConnectionLimits& limits, Time now);

  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] Time since() const { return since_; }  ///< when the phase began
  [[nodiscard]] int socket() const { return socket_.get(); }
  /// What poll(2) is to wait for; 0: nothing, neither will the client end it.
  [[nodiscard]] short events() const;
  /// When `on_time` has something to do, if nothing comes before.
  [[nodiscard]] Time deadline() const;

  void on_ready(Time now);
  void on_time(Time now);

  /// The last whole request.
  [[nodiscard]] const RequestHead& request() const { return request_; }
  /// In phase `asked`: its answer is made from now on.
  void start(Time now) { set(Phase::answering, now); }
  /// Is the answer that is being made the last one here?
  [[nodiscard]] bool closes() const { return closes_; }
  /// All bytes of the answer.
  void answer(std::string bytes, Time now);
  /// An answer in place of one, the last.
  void refuse(const SiteAnswer& answer, Time now);
  /// The status of the answer that took the place of one since the last call; 0: none.
  [[nodiscard]] int take_refusal() { return std::exchange(refused_, 0); }

  /// Of the answer that is being taken.
  [[nodiscard]] std::size_t answer_bytes() const { return answer_.size(); }
  /// While others wait for their turn: does this client take its answer slowly? To be
  /// asked again and again; each answer is about the half second before it, or more.
  [[nodiscard]] bool is_slow(Time now);

  /// No other request is taken.
  void close_after_answer() { closes_ = true; }
  void end() { set(Phase::ended, since_); }

 private:
  void set(Phase phase, Time now);
  void read(Time now);
  void look_for_head(Time now);
  void write(Time now);
  void after_answer(Time now);
  void linger();

  Descriptor socket_;
  const ConnectionLimits& limits_;
  Phase phase_ = Phase::idle;
  Time since_;
  std::string received_;
  std::size_t searched_ = 0;  ///< of `received_`, without an end of a head
  RequestHead request_;
  std::size_t requests_ = 0;
  bool closes_ = false;
  int refused_ = 0;
  std::size_t thrown_ = 0;  ///< bytes read only to be forgotten
  std::string answer_;
  std::size_t taken_ = 0;  ///< of `answer_`
  Time progress_;          ///< when the client took bytes last
  Time pace_since_;        ///< for `is_slow`
  std::size_t pace_taken_ = 0;
  bool slow_ = false;
};

}  // namespace semsite
