#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// "64MiB", "1.5G", "200k", "1000": k M G T are powers of 1000, Ki Mi Gi Ti of 1024; a
/// trailing B is allowed. Throws UsageError naming `option`.
[[nodiscard]] std::uint64_t parse_size(std::string_view text, std::string_view option);

/// The same with "/s" after it or not: bytes a second.
[[nodiscard]] std::uint64_t parse_rate(std::string_view text, std::string_view option);

/// "90", "1.5", "30s", "10m", "2h", "1d", in seconds. Throws UsageError naming `option`.
[[nodiscard]] double parse_duration(std::string_view text, std::string_view option);

/// The same in milliseconds, at least one.
[[nodiscard]] std::chrono::milliseconds at_least_a_millisecond(double seconds);

/// Throws UsageError: `text` is none of `words`; names the one that may be meant.
[[noreturn]] void refuse_word(std::string_view option, std::string_view text,
                              const std::vector<std::string>& words);

[[nodiscard]] std::uint64_t parse_count(std::string_view text, std::string_view option);

}  // namespace semsite
