#pragma once

#include <string_view>

namespace semsite {

/// True if there is a value list of this name in vocab/: the id of a TOOI list, such as
/// `scw_toplijst`.
[[nodiscard]] bool is_value_list(std::string_view list);

/// True if `iri` is in the value list `list`.
[[nodiscard]] bool is_listed(std::string_view list, std::string_view iri);

/// The information category of the Woo that DiWoo numbers `001` to `017` in file names;
/// empty for another number. Static.
[[nodiscard]] std::string_view information_category(std::string_view number);

}  // namespace semsite
