#pragma once

#include <string>
#include <vector>

namespace semsite {

/// IRIs of the graphs in which Virtuoso keeps what is its own.
[[nodiscard]] const std::vector<std::string>& virtuoso_graphs();

}  // namespace semsite
