#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace semsite {

/// Collects lines.
class LineWriter {
 public:
  void line(std::string_view text) {
    out_ += text;
    out_ += '\n';
  }
  [[nodiscard]] std::string text() && { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace semsite
