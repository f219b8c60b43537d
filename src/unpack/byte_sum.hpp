#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace semsite {

/// Goes on with a checksum of bytes, which begins as 0: CRC-64 of ECMA-182. It tells
/// whether the same came twice, not whether somebody wanted it to seem so.
[[nodiscard]] std::uint64_t byte_sum(std::uint64_t sum, std::string_view bytes);

/// The number that at most eight bytes are, the least first.
[[nodiscard]] inline std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i > 0; --i)
    number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
  return number;
}

}  // namespace semsite
