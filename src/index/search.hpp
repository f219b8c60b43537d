#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/document_record.hpp"
#include "index/index_store.hpp"
#include "index/query.hpp"

namespace semsite {

/// One document that was found.
struct SearchHit {
  DocumentRecord record;  ///< without its statements
  double score = 0;       ///< how well it matches, times the factor of its rank
  StaticRank rank{};
};

/// One page of what was found.
struct SearchResult {
  std::uint64_t total = 0;  ///< on all pages
  std::uint32_t page = 1;
  std::uint32_t limit = 10;
  std::vector<SearchHit> hits;
  double seconds = 0;
};

/// What an index holds.
struct IndexSummary {
  std::uint64_t documents = 0;
  std::uint64_t segments = 0;
};

/// An index that is asked. Each answer is of one state of it, also while another process
/// writes. One thread; several threads have one each.
class IndexReader {
 public:
  /// Throws RunError if there is no index that this program knows.
  explicit IndexReader(const std::string& path);

  /// Throws UsageError for a request that asks too much (check_request), QueryTooLong,
  /// RunError.
  [[nodiscard]] SearchResult search(const SearchRequest& request);
  /// The document of that URL with its statements.
  [[nodiscard]] std::optional<DocumentRecord> document(std::string_view url);
  [[nodiscard]] IndexSummary summary();

 private:
  std::unique_ptr<IndexStore> store_;
};

/// The time that a request allows has gone by.
class QueryTooLong : public RunError {
 public:
  using RunError::RunError;
};

}  // namespace semsite
