#pragma once

#include <cstdint>
#include <string_view>

namespace semsite {

/// The CRC-32 of zip and gzip, of `bytes` behind what gave `before` (0 at the start).
[[nodiscard]] std::uint32_t zip_checksum(std::uint32_t before, std::string_view bytes);

}  // namespace semsite
