#pragma once

#include <cstdint>
#include <string_view>

namespace semsite {

/// A number of 64 bits for `text`, by keys drawn anew in every process: nobody outside
/// can choose texts whose numbers meet. `lane`: 0 or 1, two that know nothing of each
/// other.
[[nodiscard]] std::uint64_t keyed_hash(std::string_view text, int lane = 0);

/// The same of a number and what was hashed before.
[[nodiscard]] std::uint64_t keyed_hash(std::uint64_t before, std::uint64_t number);

}  // namespace semsite
