#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// "1 file", "1,234 files". `several`: the words for any other number; empty: `one` with
/// an s.
[[nodiscard]] std::string count_of(std::uint64_t count, std::string_view one,
                                   std::string_view several = {});

}  // namespace semsite
