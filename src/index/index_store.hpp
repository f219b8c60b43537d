#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "index/document_columns.hpp"
#include "index/document_record.hpp"
#include "io/packed_text.hpp"
#include "store/database.hpp"

namespace semsite {

/// A document of an index: its segment, by place in `IndexStore::segments`, and its
/// number there.
struct DocumentPlace {
  std::size_t segment = 0;
  std::uint32_t document = 0;
};

/// The documents of one key in one segment.
struct PostingList {
  std::uint32_t count = 0;
  std::uint32_t first = 0;
  std::string bytes;            ///< as PostingPiece has them
  std::uint32_t documents = 0;  ///< of the segment, those that are gone included
};

/// A row of postings: its first key, and all its keys (PostingBlockReader).
struct PostingBlock {
  std::string key, data;
};

/// One part of an index, written at once and never changed but for documents that go.
struct SegmentInfo {
  std::int64_t id = 0;
  std::uint32_t documents = 0;  ///< those that are gone included
  std::uint32_t gone = 0;
  std::uint64_t words = 0;  ///< sum of the lengths
  std::string gone_bits;    ///< bit `d & 7` of byte `d >> 3`; may be shorter
  // For each document; read when first wanted.
  std::string lengths, links;
  std::vector<std::int64_t> dates;
  std::vector<DatasetSpan> datasets;

  [[nodiscard]] bool is_gone(std::uint32_t document) const {
    const std::size_t byte = document >> 3U;
    return byte < gone_bits.size() &&
           ((static_cast<unsigned char>(gone_bits[byte]) >> (document & 7U)) & 1U) != 0;
  }
};

/// The SQLite file of an index (docs/index.md says what is in it), and what both who
/// writes and who asks do with it. One thread. Throws RunError if it is no index, of a
/// newer version, or damaged.
class IndexStore {
 public:
  /// Makes the file if it is not there, takes away what a killed run left, and keeps
  /// other writers out.
  [[nodiscard]] static std::unique_ptr<IndexStore> open_to_write(const std::string& path);
  /// Others may write meanwhile: see `refresh`.
  [[nodiscard]] static std::unique_ptr<IndexStore> open_to_read(const std::string& path);
  IndexStore(const IndexStore&) = delete;
  IndexStore& operator=(const IndexStore&) = delete;
  ~IndexStore();

  [[nodiscard]] UnsharedDatabase& database() { return database_; }
  [[nodiscard]] const std::string& path() const { return database_.path(); }
  [[nodiscard]] const std::vector<SegmentInfo>& segments() const { return segments_; }

  /// Reads the list of segments again if it has changed. Within a transaction what is
  /// read afterwards belongs together.
  void refresh();

  /// The documents of a key (index_key.hpp).
  [[nodiscard]] std::optional<PostingList> find(std::size_t segment,
                                                std::string_view key);
  /// Calls `take` for each key that begins with `prefix`, in order, until it returns
  /// false.
  void each_key(
      std::size_t segment, std::string_view prefix,
      const std::function<bool(std::string_view key, const PostingList&)>& take);

  /// The last row of postings that begins with `key` or before it; the first that begins
  /// behind it.
  [[nodiscard]] std::optional<PostingBlock> block_at(std::size_t segment,
                                                     std::string_view key);
  [[nodiscard]] std::optional<PostingBlock> block_behind(std::size_t segment,
                                                         std::string_view key);

  /// Where the document of that URL is, if there is one that is not gone.
  [[nodiscard]] std::optional<DocumentPlace> find_document(std::string_view url);
  /// Without its statements.
  [[nodiscard]] DocumentRecord record(const DocumentPlace& place);
  [[nodiscard]] DocumentRecord whole_record(const DocumentPlace& place);
  [[nodiscard]] std::string checksum(const DocumentPlace& place);

  /// For each document a byte: its length (step_byte).
  [[nodiscard]] const std::string& lengths(std::size_t segment);
  /// What is known of its documents beforehand; until `rank_index` has seen the segment,
  /// nothing.
  [[nodiscard]] StaticRanks static_ranks(std::size_t segment);
  /// When each document was indexed, in seconds since 1970.
  [[nodiscard]] const std::vector<std::int64_t>& dates(std::size_t segment);

  /// Says that the list of segments has changed. Within a transaction.
  void note_change();
  /// Takes segments away. Within a transaction, before `note_change`.
  void drop_segments(const std::vector<std::int64_t>& ids);
  /// The name of the content (`ContentName`) that lists of changes have led the index to;
  /// empty: unknown.
  [[nodiscard]] std::string followed();
  void note_followed(std::string_view content);
  /// Which share of the documents it has, "3/8", as its first run said; empty: all.
  [[nodiscard]] std::string share();
  void note_share(std::string_view share);
  /// Puts everything into the one file, if nobody is reading, so that it can be copied.
  void settle();

 private:
  IndexStore(const std::string& path, DatabaseUse use, Descriptor lock);
  enum class Expected { index, index_or_nothing };
  void check_version(Expected expected);
  [[noreturn]] void damaged() const;
  void make_tables();
  void read_segments();
  /// The block that holds document `place`, and its first document.
  [[nodiscard]] std::string_view block_of(const DocumentPlace& place,
                                          std::uint32_t& first);
  [[nodiscard]] std::string statements_of(const DocumentPlace& place, std::uint32_t first,
                                          std::uint64_t at, std::uint64_t size);
  [[nodiscard]] std::optional<PostingBlock> block_by(const char* sql, std::size_t segment,
                                                     std::string_view key);

  Descriptor lock_;  ///< of who writes; before the database, whose locks it would end
  UnsharedDatabase database_;
  std::vector<SegmentInfo> segments_;
  std::int64_t generation_ = -1;
  TextUnpacker unpacker_, content_unpacker_;
  DocumentPlace block_place_;  ///< of the block that `unpacker_` holds
  std::optional<std::uint32_t> block_first_;
  std::string_view block_;
  std::optional<std::pair<std::int64_t, std::uint32_t>> content_key_;
  std::string_view content_;  ///< what `content_unpacker_` holds
};

}  // namespace semsite
