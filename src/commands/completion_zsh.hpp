#pragma once

#include <string>

namespace semsite {

/// The function `_semsite` for zsh's completion system.
[[nodiscard]] std::string zsh_completion();

}  // namespace semsite
