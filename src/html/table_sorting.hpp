#pragma once

#include <string_view>

namespace semsite {

/// A script for pages that have tables with many rows in the section `#sites`: a click on
/// the heading of a column, or Enter or the space bar on it, sorts their rows by it,
/// once more the other way round, and a third time gives back the groups that the page
/// began with. Without scripts the page is the same, and does not sort. It reads nothing
/// but the cells of the table, as text.
[[nodiscard]] std::string_view sort_script();

/// The style of these headings, as CSS; the tables keep them on narrow screens.
[[nodiscard]] std::string_view sort_style();

}  // namespace semsite
