#pragma once

#include <string>

#include "parse/jsonld_expanded.hpp"

namespace semsite {

/// Expanded JSON-LD as JSON text: always an array.
[[nodiscard]] std::string write_expanded(ItemList items);

}  // namespace semsite
