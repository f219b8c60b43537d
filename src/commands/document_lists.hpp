#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "crawl/document_folder.hpp"
#include "store/database.hpp"

namespace semsite {

/// The documents of a run of `fetch --documents`, at its end.
struct DocumentsOfRun {
  const DocumentFolder& folder;
  Database& database;
  std::int64_t run = 0;
  std::vector<std::string> dropped{};  ///< crawls that are no part of the site any more
  std::set<std::string> unwanted{};    ///< those of them whose site is named no more
  /// May a document that is not there be removed from the site? Else nobody has looked.
  enum class Removed : std::uint8_t { known, unknown } removed = Removed::unknown;
};

/// Writes the lists of the folder (docs/fetch.md), a document a line: `index.jsonl` has
/// those that are kept. The files of those that the site has no more are moved aside, and
/// `removed.jsonl` has them. Gives how many were moved. Throws RunError.
std::uint64_t list_documents(const DocumentsOfRun& documents);

}  // namespace semsite
