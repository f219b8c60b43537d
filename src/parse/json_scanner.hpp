#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

/// Brings the bytes of a JSON text to UTF-8 while they come: takes off a byte order mark
/// and decodes UTF-16, told by its mark or by the zero bytes of its first characters.
/// What is no character there becomes a byte that is not UTF-8.
class JsonDecoder {
 public:
  enum class Found : std::uint8_t { open, plain, byte_order_mark, utf16, utf32 };

  /// Appends what `bytes` say to `out`.
  void add(std::string_view bytes, std::string& out);
  /// Appends what is left at the end of the input.
  void finish(std::string& out);
  /// What the text begins with; `open` until some bytes have come.
  [[nodiscard]] Found found() const { return found_; }

 private:
  void begin();
  void decode(std::string& out);

  Found found_ = Found::open;
  bool is_big_endian_ = false;
  std::string rest_;  ///< not decoded yet
};

}  // namespace semsite
