#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

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
