#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace semsite {

/// Finds where JSON values end, without reading them: follows strings and brackets only.
/// Goes on where it stopped when more text has come. What it finds in a text that is no
/// JSON may be wrong, which the reader of the piece will notice.
class JsonScanner {
 public:
  enum class Stop : std::uint8_t {
    end_of_text,  ///< more is needed
    value_end,    ///< behind the bracket that closes an outermost value
    comma,        ///< at a comma outside all brackets
    closing,      ///< at a closing bracket that was not opened
    line_end,     ///< at a line feed outside all brackets
    too_deep,     ///< at the bracket that is one too many
  };

  explicit JsonScanner(std::uint32_t most_depth) : most_depth_(most_depth) {}

  /// Reads on from `at()` to the next stop. The text before `at()` is not looked at
  /// again.
  [[nodiscard]] Stop next(std::string_view text);

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::uint32_t depth() const { return depth_; }
  /// Passes over the byte it stopped at.
  void step() { ++at_; }
  /// The first `size` bytes of the text were taken off.
  void forget(std::size_t size) { at_ -= size; }
  /// Starts anew at `at`, outside all brackets.
  void restart(std::size_t at) {
    at_ = at;
    depth_ = 0;
    in_string_ = false;
  }

 private:
  std::uint32_t most_depth_;
  std::uint32_t depth_ = 0;
  std::size_t at_ = 0;
  bool in_string_ = false;
};

}  // namespace semsite
