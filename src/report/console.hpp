#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace semsite {

enum class Verbosity { quiet, normal, verbose };
enum class LogFormat { text, json };

/// Messages for people, on standard error, one line each. Thread-safe.
class Console {
 public:
  Console(Verbosity verbosity, LogFormat format)
      : verbosity_(verbosity), format_(format) {}

  void error(std::string_view message);    ///< always shown
  void warning(std::string_view message);  ///< not with `-q`
  void info(std::string_view message);     ///< not with `-q`
  void detail(std::string_view message);   ///< only with `-v`

  /// Shows `line` as the last line of a terminal until the next call; empty takes it
  /// away.
  void status(std::string line);

  [[nodiscard]] Verbosity verbosity() const { return verbosity_; }

 private:
  void print(std::string_view level, std::string_view message);

  Verbosity verbosity_;
  LogFormat format_;
  std::mutex mutex_;
  std::string status_;
};

}  // namespace semsite
