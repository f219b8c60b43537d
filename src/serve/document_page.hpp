#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "index/document_record.hpp"

namespace semsite {

/// How many statements a page of a document shows.
inline constexpr std::uint64_t kStatementsOnPage = 500;

/// A document with its statements, those about its own URL first, then grouped by
/// subject; from the `page`-th kStatementsOnPage on. Long literals are cut.
[[nodiscard]] std::string document_page(const DocumentRecord& record, std::uint64_t page);

}  // namespace semsite
