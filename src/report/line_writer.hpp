#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/shown_text.hpp"

namespace semsite {

/// Collects lines for people. What comes from outside is in them, so none of them can be
/// more than one line, or do anything to a terminal.
class LineWriter {
 public:
  void line(std::string_view text) {
    out_ += shown_text(text);
    out_ += '\n';
  }
  [[nodiscard]] std::string text() && { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace semsite
