#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace semsite {

/// Collects formatted lines.
class LineWriter {
 public:
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  [[nodiscard]] std::string text() && { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace semsite
