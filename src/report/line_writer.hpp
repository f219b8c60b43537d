#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/shown_text.hpp"
#include "report/terminal.hpp"

namespace semsite {

/// Collects lines for people. What comes from outside is in them, so none of them can be
/// more than one line, or do anything to a terminal.
class LineWriter {
 public:
  explicit LineWriter(Colours colours = Colours::off) : colours_(colours) {}

  void line(std::string_view text) {
    out_ += shown_text(text);
    out_ += '\n';
  }
  /// A line that stands out, where there are colours.
  void line(std::string_view text, Emphasis emphasis) {
    out_ += emphasised(shown_text(text), emphasis, colours_);
    out_ += '\n';
  }
  [[nodiscard]] std::string text() && { return std::move(out_); }

 private:
  Colours colours_;
  std::string out_;
};

}  // namespace semsite
