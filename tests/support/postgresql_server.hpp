#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace semsite::test {

/// A PostgreSQL on loopback (tests/support/postgresql.py), which ends with the object.
class PostgreSqlServer {
 public:
  PostgreSqlServer() {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) return;
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      ::execlp("python3", "python3", SEMSITE_TEST_DATA "/../support/postgresql.py",
               nullptr);
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    hold_ = in[1];
    char one = 0;
    while (::read(out[0], &one, 1) == 1 && one != '\n') url_ += one;
    ::close(out[0]);
    if (!url_.empty()) return;
    int status = 0;
    if (::waitpid(process_, &status, 0) == process_ && status == 0) is_missing_ = true;
    process_ = -1;
  }
  PostgreSqlServer(const PostgreSqlServer&) = delete;
  PostgreSqlServer& operator=(const PostgreSqlServer&) = delete;
  ~PostgreSqlServer() {
    if (hold_ >= 0) ::close(hold_);
    if (process_ > 0) ::waitpid(process_, nullptr, 0);
  }

  /// Is PostgreSQL not installed? Else no URL is a failure.
  [[nodiscard]] bool is_missing() const { return is_missing_; }
  [[nodiscard]] const std::string& url() const { return url_; }

 private:
  pid_t process_ = -1;
  int hold_ = -1;
  bool is_missing_ = false;
  std::string url_;
};

}  // namespace semsite::test
