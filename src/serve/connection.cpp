#include "serve/connection.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <utility>
#include <variant>

#include "serve/response.hpp"

namespace semsite {
namespace {

/// For a client to read the last answer before its connection ends.
constexpr std::chrono::milliseconds kLastWait{500};
constexpr std::size_t kMostThrownAway = 1 << 20;
constexpr std::size_t kMostPut = 128 * 1024;
/// What a client takes in that time if it is not slow.
constexpr std::chrono::milliseconds kPaceTime{500};
constexpr std::size_t kPaceBytes = 64 * 1024;

}  // namespace

Connection::Connection(Descriptor socket, const ConnectionLimits& limits, Time now)
    : socket_(std::move(socket)), limits_(limits), since_(now) {}

void Connection::set(Phase phase, Time now) {
  phase_ = phase;
  since_ = now;
}

short Connection::events() const {
  switch (phase_) {
    case Phase::idle:
    case Phase::head:
    case Phase::lingering:
      return POLLIN;
    case Phase::writing:
      return POLLOUT;
    case Phase::asked:
    case Phase::answering:
    case Phase::ended:
      break;
  }
  return 0;
}

Connection::Time Connection::deadline() const {
  switch (phase_) {
    case Phase::idle:
      return since_ + limits_.idle;
    case Phase::head:
      return since_ + limits_.head;
    case Phase::asked:
      return since_ + limits_.turn;
    case Phase::writing:
      return std::min(progress_ + limits_.stall, since_ + limits_.answer);
    case Phase::lingering:
      return since_ + kLastWait;
    case Phase::answering:
    case Phase::ended:
      break;
  }
  return Time::max();
}

void Connection::on_time(Time now) {
  if (now < deadline()) return;
  if (phase_ == Phase::head)
    refuse(plain_answer(408, "The request came too slowly.\n"), now);
  else if (phase_ == Phase::asked) {
    SiteAnswer busy = plain_answer(503, "Too many requests at once.\n");
    busy.fields.emplace_back("Retry-After", "2");
    refuse(busy, now);
  } else
    end();
}

void Connection::on_ready(Time now) {
  if (phase_ == Phase::writing)
    write(now);
  else if (phase_ == Phase::lingering)
    linger();
  else if (phase_ == Phase::idle || phase_ == Phase::head)
    read(now);
}

void Connection::read(Time now) {
  std::array<char, 4096> piece{};
  const ssize_t got = ::recv(socket(), piece.data(), piece.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return end();
  received_.append(piece.data(), static_cast<std::size_t>(got));
  look_for_head(now);
}

void Connection::look_for_head(Time now) {
  if (phase_ == Phase::idle) {
    // Empty lines before a request are of a client that ended its content so.
    while (received_.starts_with("\r\n")) received_.erase(0, 2);
    if (received_.empty() || received_ == "\r") return;
    set(Phase::head, now);
    searched_ = 0;
  }
  const std::size_t end = end_of_head(received_, searched_);
  searched_ = received_.size();
  if (std::min(end, received_.size()) > limits_.head_bytes)
    return refuse(plain_answer(431, fmt::format("The request is longer than {} bytes.\n",
                                                limits_.head_bytes)),
                  now);
  if (end == std::string::npos) return;
  auto read = read_request_head(std::string_view{received_}.substr(0, end));
  received_.erase(0, end);
  if (const auto* const fault = std::get_if<HeadFault>(&read))
    return refuse(plain_answer(fault->status, fault->text), now);
  request_ = std::move(std::get<RequestHead>(read));
  ++requests_;
  if (request_.has_content || !request_.keeps_alive || requests_ >= limits_.requests)
    closes_ = true;
  set(Phase::asked, now);
}

void Connection::answer(std::string bytes, Time now) {
  answer_ = std::move(bytes);
  taken_ = pace_taken_ = 0;
  progress_ = pace_since_ = now;
  slow_ = false;
  set(Phase::writing, now);
  write(now);
}

void Connection::refuse(const SiteAnswer& answer, Time now) {
  closes_ = true;
  refused_ = answer.status;
  const bool to_head = phase_ == Phase::asked && request_.method == "HEAD";
  this->answer(
      response_text(answer,
                    {.head_only = to_head, .closes = true, .now = std::time(nullptr)}),
      now);
}

void Connection::write(Time now) {
  // Not all that a quick client takes: others are served by the same thread.
  for (int i = 0; i < 8 && taken_ < answer_.size(); ++i) {
    const std::size_t size = std::min(answer_.size() - taken_, kMostPut);
    const ssize_t put =
        ::send(socket(), answer_.data() + taken_, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0 && errno == EAGAIN) return;
    if (put < 0) return end();
    taken_ += static_cast<std::size_t>(put);
    progress_ = now;
  }
  if (taken_ == answer_.size()) after_answer(now);
}

void Connection::after_answer(Time now) {
  answer_ = {};
  if (!closes_) {
    set(Phase::idle, now);
    return look_for_head(now);
  }
  // The client could lose the answer if the connection ended with bytes that nobody read.
  ::shutdown(socket(), SHUT_WR);
  set(Phase::lingering, now);
}

void Connection::linger() {
  std::array<char, 16 * 1024> piece{};
  const ssize_t got = ::recv(socket(), piece.data(), piece.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  thrown_ += got > 0 ? static_cast<std::size_t>(got) : 0;
  if (got <= 0 || thrown_ > kMostThrownAway) end();
}

bool Connection::is_slow(Time now) {
  if (phase_ != Phase::writing) return false;
  const auto elapsed = now - pace_since_;
  if (elapsed < kPaceTime) return slow_;
  const double wanted = kPaceBytes * (std::chrono::duration<double>{elapsed} / kPaceTime);
  slow_ = static_cast<double>(taken_ - pace_taken_) < wanted;
  pace_since_ = now;
  pace_taken_ = taken_;
  return slow_;
}

}  // namespace semsite
