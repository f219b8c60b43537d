#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "feed/entity_triples.hpp"
#include "feed/feed.hpp"
#include "feed/shards.hpp"
#include "feed/tar_stream.hpp"
#include "io/sorter.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

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
