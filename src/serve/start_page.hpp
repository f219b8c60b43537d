#pragma once

#include <string>

#include "index/search.hpp"

namespace semsite {

/// The first page: the search box, what the index holds, and examples of what can be
/// asked, from the documents that were indexed last.
[[nodiscard]] std::string start_page(const IndexSummary& summary,
                                     const SearchResult& newest);

}  // namespace semsite
