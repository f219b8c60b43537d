#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "index/document_record.hpp"

namespace semsite {

/// Values that are longer are not listed in `pair`.
inline constexpr std::size_t kLongestPairValue = 512;
/// OpenSearch and Elasticsearch take no longer `_id`.
inline constexpr std::size_t kLongestBulkId = 512;

/// The `_id` of a document: its URL, or `sha256:` and the hash of it if that is too long.
[[nodiscard]] std::string bulk_id(const std::string& url);

/// A document as one line of JSON without its end (docs/feeds.md has the fields).
[[nodiscard]] std::string bulk_document(const DocumentRecord& record);

/// The mapping of these fields, as the body that creates an index has it.
[[nodiscard]] std::string_view bulk_mapping();

}  // namespace semsite
