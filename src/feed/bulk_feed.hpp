#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "feed/feed.hpp"
#include "feed/shards.hpp"
#include "index/document_record.hpp"

namespace semsite {

/// Bodies for the `_bulk` request of OpenSearch and Elasticsearch: two lines of JSON for
/// each document, `index` with its `_id` and the document, so that sending a body again
/// changes nothing; one line, `delete`, for one that is gone. A file is a body; beside
/// the files lies `mapping.json`.
class BulkFeed final : public Feed {
 public:
  struct Settings {
    std::string folder;      ///< or `-`
    std::string suffix;      ///< of a compression, such as `.gz`, or nothing
    std::string index_name;  ///< `_index` of each action; empty: the request's URL tells
    std::uint64_t shard_bytes = 0;
  };
  explicit BulkFeed(const Settings& settings);

  void put(const DocumentRecord& record) override;
  void remove(const std::string& url) override;
  void finish() override;
  [[nodiscard]] FeedCounts counts() const override;

 private:
  [[nodiscard]] std::string action(std::string_view name, const std::string& url) const;

  std::string folder_, index_name_;
  Shards shards_;
  FeedCounts counts_;
};

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
