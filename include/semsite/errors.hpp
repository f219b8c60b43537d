#pragma once

#include <stdexcept>
#include <string>

namespace semsite {

/// One document cannot be read further; every other document goes on.
class DocumentError : public std::runtime_error {
 public:
  /// `code` is stable text such as "unpack.truncated"; `message` says what, where and
  /// why.
  DocumentError(std::string code, const std::string& message)
      : std::runtime_error(message), code_(std::move(code)) {}
  [[nodiscard]] const std::string& code() const { return code_; }

 private:
  std::string code_;
};

/// The run cannot go on: output not writable, disk full, a bad mapping. Exit status 3.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The reader of our output has gone (`| head`): no failure worth a message.
class ClosedPipe : public RunError {
 public:
  using RunError::RunError;
};

/// The command line or the configuration is wrong. Exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace semsite
