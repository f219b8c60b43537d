#pragma once

#include <functional>
#include <string_view>

#include "store/database.hpp"

namespace semsite {

/// URLs of all pages of a state, and those that they led to, of pages that no sitemap
/// lists any more too; some may come twice.
void for_each_document(Database& database,
                       const std::function<void(std::string_view url)>& take);

}  // namespace semsite
