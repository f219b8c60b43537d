#pragma once

#include <cstdint>
#include <string_view>

namespace semsite {

/// Goes on with a checksum of bytes, which begins as 0: CRC-64 of ECMA-182. It tells
/// whether the same came twice, not whether somebody wanted it to seem so.
[[nodiscard]] std::uint64_t byte_sum(std::uint64_t sum, std::string_view bytes);

}  // namespace semsite
