#pragma once

#include <string_view>
#include <vector>

namespace semsite {

/// A line of a file of vocab/ as words, with the indented lines that continue it.
using TableLine = std::vector<std::string_view>;

/// The lines of `text` without comments and empty lines. The views point into `text`.
[[nodiscard]] std::vector<TableLine> table_lines(std::string_view text);

}  // namespace semsite
