#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/html_writer.hpp"
#include "index/document_record.hpp"

namespace semsite {

/// How many statements a page of a document shows.
inline constexpr std::uint64_t kStatementsOnPage = 500;

/// A document with its statements, those about its own URL first, then grouped by
/// subject; from the `page`-th kStatementsOnPage on. Long literals are cut.
[[nodiscard]] std::string document_page(const DocumentRecord& record, std::uint64_t page);

/// Lines of N-Triples in the order in which a page shows them: those whose subject is the
/// URL of the document first. From line `first` on, `most` of them; views into `record`.
[[nodiscard]] std::vector<std::string_view> shown_statements(const DocumentRecord& record,
                                                             std::uint64_t first,
                                                             std::uint64_t most);

/// Writes statements, each subject's under it: properties by their prefixed names, IRIs
/// as links to what mentions them, literals with language or datatype.
void write_statements(HtmlWriter& html, const std::vector<std::string_view>& lines);

}  // namespace semsite
