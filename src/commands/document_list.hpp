#pragma once

#include <cstdint>

#include "crawl/document_folder.hpp"
#include "store/database.hpp"

namespace semsite {

/// Writes `index.jsonl` into the folder: what stands in it after run `run`, a document a
/// line (docs/fetch.md). Throws RunError.
void list_documents(const DocumentFolder& folder, Database& database, std::int64_t run);

}  // namespace semsite
