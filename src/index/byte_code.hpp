#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "semsite/errors.hpp"

namespace semsite {

/// Appends `number` as LEB128: seven bits a byte, the lowest first.
inline void put_number(std::string& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7U) out += static_cast<char>(number | 0x80U);
  out += static_cast<char>(number);
}

/// Appends the length of `text` and `text`.
inline void put_text(std::string& out, std::string_view text) {
  put_number(out, text.size());
  out += text;
}

/// A number with a sign as one without: the sign goes into the lowest bit.
[[nodiscard]] constexpr std::uint64_t folded(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1U) ^
         static_cast<std::uint64_t>(number >> 63U);
}
[[nodiscard]] constexpr std::int64_t unfolded(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1U) ^
         -static_cast<std::int64_t>(number & 1U);
}

/// Reads what these write. Throws RunError where the bytes end too early.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  [[nodiscard]] bool done() const { return at_ == end_; }
  [[nodiscard]] std::uint64_t number() {
    std::uint64_t out = 0;
    for (unsigned shift = 0; at_ != end_ && shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      out |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return out;
    }
    damaged();
  }
  /// Valid as long as the bytes.
  [[nodiscard]] std::string_view bytes(std::uint64_t size) {
    if (size > static_cast<std::uint64_t>(end_ - at_)) damaged();
    const std::string_view out{at_, static_cast<std::size_t>(size)};
    at_ += size;
    return out;
  }
  [[nodiscard]] std::string_view text() { return bytes(number()); }
  /// All that has not been read.
  [[nodiscard]] std::string_view rest() {
    return bytes(static_cast<std::uint64_t>(end_ - at_));
  }

  [[noreturn]] static void damaged() {
    throw RunError{"the index is damaged; build it again"};
  }

 private:
  const char* at_;
  const char* end_;
};

}  // namespace semsite
