#include "report/console.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "base/clock.hpp"
#include "base/json_writer.hpp"

namespace semsite {
namespace {
constexpr std::string_view kClearLine = "\r\x1b[K";
}

void Console::error(std::string_view message) { print("error", message); }

void Console::warning(std::string_view message) {
  if (verbosity_ != Verbosity::quiet) print("warning", message);
}

void Console::info(std::string_view message) {
  if (verbosity_ != Verbosity::quiet) print("info", message);
}

void Console::detail(std::string_view message) {
  if (verbosity_ == Verbosity::verbose) print("detail", message);
}

void Console::status(std::string line) {
  const std::scoped_lock lock{mutex_};
  if (line.empty() && status_.empty()) return;
  status_ = std::move(line);
  fmt::print(stderr, "{}{}", kClearLine, status_);
  std::fflush(stderr);
}

void Console::print(std::string_view level, std::string_view message) {
  std::string line;
  if (format_ == LogFormat::json) {
    JsonWriter json;
    json.object()
        .member("time", utc_timestamp(std::chrono::system_clock::now()))
        .member("level", level)
        .member("message", message)
        .end();
    line = json.text();
  } else {
    line = level == "info" || level == "detail"
               ? fmt::format("semsite: {}", message)
               : fmt::format("semsite: {}: {}", level, message);
  }
  const std::scoped_lock lock{mutex_};
  if (!status_.empty()) fmt::print(stderr, "{}", kClearLine);
  fmt::print(stderr, "{}\n", line);
  if (!status_.empty()) fmt::print(stderr, "{}", status_);
  std::fflush(stderr);
}

}  // namespace semsite
