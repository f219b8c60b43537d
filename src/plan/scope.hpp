#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Does `url` match one of `include` (or is that empty) and none of `exclude`? Globs with
/// `*` and `?` over the whole URL.
[[nodiscard]] bool in_scope(std::string_view url, const std::vector<std::string>& include,
                            const std::vector<std::string>& exclude);

}  // namespace semsite
