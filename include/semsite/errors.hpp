#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "semsite/export.hpp"

namespace semsite {

/// What every exception of the library is. What is wrong with a document of the web is
/// no exception, but told in the result of what read it.
class SEMSITE_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One document cannot be read further; every other document goes on.
class SEMSITE_API DocumentError : public Error {
 public:
  /// `code` is stable text such as "unpack.truncated"; `message` says what, where and
  /// why.
  DocumentError(std::string code, const std::string& message)
      : Error(message), code_(std::move(code)) {}
  [[nodiscard]] const std::string& code() const { return code_; }

 private:
  std::string code_;
};

/// The run cannot go on: output not writable, disk full, a bad mapping. Exit status 3.
class SEMSITE_API RunError : public Error {
 public:
  using Error::Error;
};

/// The reader of our output has gone (`| head`): no failure worth a message.
class SEMSITE_API ClosedPipe : public RunError {
 public:
  using RunError::RunError;
};

/// The command line, the configuration or an option is wrong. Exit status 2.
class SEMSITE_API UsageError : public Error {
 public:
  using Error::Error;
};

}  // namespace semsite
