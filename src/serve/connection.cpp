#include "serve/connection.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace semsite {
namespace {

using Clock = std::chrono::steady_clock;
/// For a client to read an answer before its connection ends.
constexpr std::chrono::milliseconds kLastWait{500};
/// For the rest of an answer when all is to end.
constexpr std::chrono::milliseconds kLastAnswer{2'000};
constexpr std::string_view kHeadEnd = "\r\n\r\n";

int left_until(Clock::time_point until) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

}  // namespace

Connection::Connection(int socket, int wake, const ConnectionLimits& limits)
    : socket_(socket), wake_(wake), limits_(limits) {}

Connection::~Connection() {
  if (expects_more_) linger();
  ::close(socket_);
}

Connection::Ready Connection::wait(short events, Time until) const {
  std::array<pollfd, 2> both{pollfd{socket_, events, 0}, pollfd{wake_, POLLIN, 0}};
  while (true) {
    const int count = ::poll(both.data(), both.size(), left_until(until));
    if (count < 0 && errno == EINTR) continue;
    // A client that goes on asking does not keep the service from its end.
    if (count > 0 && both[1].revents != 0 && events == POLLIN) return Ready::stopped;
    if (count > 0 && both[0].revents != 0) return Ready::yes;
    if (count > 0) return Ready::stopped;
    return Ready::timed_out;
  }
}

Connection::Head Connection::read_head(std::chrono::milliseconds idle) {
  received_.erase(0, head_end_);
  head_end_ = taken_ = 0;
  Time until = Clock::now() + idle;
  bool begun = false;
  std::size_t searched = 0;
  while (true) {
    // Empty lines before a request are of a client that ended its content so.
    if (!begun) received_.erase(0, received_.find_first_not_of("\r\n"));
    if (!begun && !received_.empty()) {
      begun = true;
      until = Clock::now() + limits_.head;
    }
    const std::size_t end = received_.find(kHeadEnd, searched);
    if (end != std::string::npos && end + kHeadEnd.size() <= limits_.head_bytes) {
      head_end_ = end + kHeadEnd.size();
      answer_end_ = Clock::now() + limits_.answer;
      return Head::complete;
    }
    if (received_.size() >= limits_.head_bytes) return Head::too_long;
    searched = received_.size() < kHeadEnd.size() ? 0 : received_.size() - 3;
    const Ready ready = wait(POLLIN, until);
    if (ready == Ready::timed_out) return begun ? Head::too_slow : Head::ended;
    if (ready == Ready::stopped) return Head::ended;
    std::array<char, 4096> piece{};
    const ssize_t got = ::recv(socket_, piece.data(), piece.size(), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) return Head::ended;
    received_.append(piece.data(), static_cast<std::size_t>(got));
  }
}

ssize_t Connection::read(char* to, std::size_t size) {
  const std::size_t count = std::min(size, head_end_ - taken_);
  std::memcpy(to, received_.data() + taken_, count);
  taken_ += count;
  return static_cast<ssize_t>(count);
}

bool Connection::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put =
        ::send(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (put > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
      continue;
    }
    if (put < 0 && errno == EINTR) continue;
    if (put < 0 && errno != EAGAIN) return false;
    const Time until = std::min(answer_end_, Clock::now() + limits_.stall);
    Ready ready = wait(POLLOUT, until);
    if (ready == Ready::stopped) {
      answer_end_ = std::min(answer_end_, Clock::now() + kLastAnswer);
      pollfd one{socket_, POLLOUT, 0};
      const int count = ::poll(&one, 1, left_until(answer_end_));
      ready = count > 0 ? Ready::yes : Ready::timed_out;
    }
    if (ready != Ready::yes || Clock::now() >= answer_end_) return false;
  }
  return true;
}

void Connection::linger() {
  constexpr std::size_t kMostThrownAway = 1 << 20;
  ::shutdown(socket_, SHUT_WR);
  const Time until = Clock::now() + kLastWait;
  std::array<char, 4096> piece{};
  for (std::size_t thrown = 0; thrown < kMostThrownAway;) {
    if (wait(POLLIN, until) != Ready::yes) return;
    const ssize_t got = ::recv(socket_, piece.data(), piece.size(), MSG_DONTWAIT);
    if (got <= 0) return;
    thrown += static_cast<std::size_t>(got);
  }
}

}  // namespace semsite
