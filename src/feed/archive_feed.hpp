#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/c_guard.hpp"
#include "feed/feed.hpp"
#include "feed/shards.hpp"
#include "io/output_file.hpp"
#include "io/sorter.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// What one document says of one entity, as N-Triples in ASCII.
struct EntityTriples {
  std::string_view entity;  ///< its IRI
  std::string outgoing;     ///< it is the subject
  std::string incoming;     ///< it is the object; may be empty
};

/// Cuts a document (canonical N-Triples, sorted) into its entities: the IRIs that are
/// subjects in it. A triple is given twice if its object is an entity, too. Returns the
/// triples that no entity has: their subject is a blank node, and their object no entity.
std::uint64_t each_entity(std::string_view statements,
                          const std::function<void(const EntityTriples&)>& take);

/// Appends `line` with `\uXXXX` and `\UXXXXXXXX` for what is not ASCII (N-Triples UCHAR).
void append_as_ascii(std::string& out, std::string_view line);

}  // namespace semsite

struct archive;

namespace semsite {

/// Writes a tar archive (ustar) into an open file, over libarchive. The same files give
/// the same bytes: no time, no owner. Throws RunError.
class TarStream {
 public:
  /// `out` outlives it; `name` is for messages.
  TarStream(OutputFile& out, std::string name);
  TarStream(const TarStream&) = delete;
  TarStream& operator=(const TarStream&) = delete;
  /// Gives up what is not finished.
  ~TarStream();

  void add(const std::string& path, std::string_view content);
  /// Writes the end of the archive; the file stays open.
  void finish();

  /// What a file of so many bytes takes in an archive.
  [[nodiscard]] static std::uint64_t size_of(std::uint64_t bytes) {
    return 512 + (bytes + 511) / 512 * 512;
  }

 private:
  struct Free {
    void operator()(archive* stream) const;
  };
  struct Callbacks;
  void check(int result);

  OutputFile& out_;
  std::string name_;
  CGuard guard_;
  bool giving_up_ = false;
  std::unique_ptr<archive, Free> stream_;
};

/// The archives of the Sindice-2011 collection (docs/feeds.md has their layout):
/// `DE-00001.tar.gz` with the entities of each document, `ED-00001.tar.gz` with the
/// documents of each entity, which are sorted on disk. Memory is that of the sorter and
/// one document.
class ArchiveFeed final : public Feed {
 public:
  struct Settings {
    std::string folder;
    std::uint64_t shard_bytes = 0;  ///< of an archive before compression
    std::size_t memory_bytes = 0;   ///< for sorting
  };
  /// `files` outlives it.
  ArchiveFeed(const Settings& settings, const TemporaryFiles& files);

  void put(const DocumentRecord& record) override;
  void remove(const std::string& url) override;
  void finish() override;
  [[nodiscard]] FeedCounts counts() const override;

 private:
  /// One of the two kinds of archives.
  struct Series {
    Shards shards;
    std::string name;
    std::optional<TarStream> tar{};

    /// Three files, in the order that readers count on.
    void add(const std::string& place, const std::string& metadata,
             const EntityTriples& triples);
    void finish();
  };
  void write_entities();

  std::size_t memory_bytes_;
  Series by_document_, by_entity_;
  Sorter sorter_;
  FeedCounts counts_;
};

}  // namespace semsite
