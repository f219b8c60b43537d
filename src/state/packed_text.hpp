#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// `text` compressed, for the state: N-Quads of a page take a fifth of their room.
[[nodiscard]] std::string pack_text(std::string_view text);

/// The reverse. Throws RunError if `packed` is damaged.
[[nodiscard]] std::string unpack_text(std::string_view packed);

}  // namespace semsite
