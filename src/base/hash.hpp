#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// A short name for `text`, the same in every run and on every machine: 16 characters of
/// `a-z2-7` (80 bits of FNV-1a over 128). Not for security.
[[nodiscard]] std::string short_hash(std::string_view text);

}  // namespace semsite
