#pragma once

#include <cstdint>
#include <string_view>

#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// So much may the head of packed data ask a decoder to hold: a dictionary, a window, a
/// model, or the table of contents of an archive.
///
/// The most that encoders write unless told otherwise: 64 MiB by `xz -9`, 128 MiB by
/// `zstd --long`, 256 MiB by `7z -mx=9`; PPMd in zip and rar cannot ask for more, and RAR
/// 5 is read up to 64 MiB.
inline constexpr std::uint64_t kMostCoderBytes = 256 * kMiB;

/// The window of Zstandard data: what libzstd takes unless told otherwise.
inline constexpr std::uint64_t kMostWindowBytes = 128 * kMiB;

/// "unpack.memory": `what` of `place` asks for `wanted` bytes (unknown: 0), and `most`
/// may be had.
[[nodiscard]] DocumentError asks_for_too_much(std::string_view place,
                                              std::string_view what, std::uint64_t wanted,
                                              std::uint64_t most = kMostCoderBytes);

}  // namespace semsite
