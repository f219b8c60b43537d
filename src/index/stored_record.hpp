#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "index/document_record.hpp"

namespace semsite {

/// Appends all of `record` but its statements, and where these stand in the text of their
/// block.
void append_stored(std::string& out, const DocumentRecord& record, std::uint64_t at);

/// What was stored of one document.
struct StoredRecord {
  DocumentRecord record;  ///< without statements
  std::uint64_t at = 0;   ///< where the statements begin in the text of their block
  std::uint64_t size = 0;
};

/// Reads document `index` of those appended one after another. Throws RunError if they
/// are damaged.
[[nodiscard]] StoredRecord read_stored(std::string_view bytes, std::uint32_t index);

/// Only what tells whether a document has changed.
[[nodiscard]] std::string stored_checksum(std::string_view bytes, std::uint32_t index);

}  // namespace semsite
