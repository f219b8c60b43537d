#include "feed/archive_feed.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "index/statement_text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Between entity, document and triple in what is sorted: no IRI has it.
constexpr char kEnd = '\x01';
// Outgoing triples come first.
constexpr char kOutgoing = '1';
constexpr char kIncoming = '2';

/// Document and entity; no newline at the end.
std::string metadata_of(std::string_view document, std::string_view entity) {
  std::string out;
  append_as_ascii(out, document);
  out += '\n';
  append_as_ascii(out, entity);
  return out;
}

}  // namespace

ArchiveFeed::ArchiveFeed(const Settings& settings, const TemporaryFiles& files)
    : memory_bytes_(settings.memory_bytes),
      by_document_{
          .shards = {{.folder = settings.folder, .name = "DE-", .suffix = ".tar.gz"},
                     settings.shard_bytes},
          .name = "DE"},
      by_entity_{
          .shards = {{.folder = settings.folder, .name = "ED-", .suffix = ".tar.gz"},
                     settings.shard_bytes},
          .name = "ED"},
      sorter_(files, "entities", settings.memory_bytes) {}

void ArchiveFeed::Series::add(const std::string& place, const std::string& metadata,
                              const EntityTriples& triples) {
  const std::uint64_t bytes = TarStream::size_of(metadata.size()) +
                              TarStream::size_of(triples.outgoing.size()) +
                              TarStream::size_of(triples.incoming.size());
  if (shards.begins_with(bytes) && tar) {
    tar->finish();
    tar.reset();
  }
  OutputFile& file = shards.file_for(bytes);
  if (!tar) tar.emplace(file, name);
  tar->add(place + "/metadata", metadata);
  tar->add(place + "/outgoing-triples.nt", triples.outgoing);
  tar->add(place + "/incoming-triples.nt", triples.incoming);
}

void ArchiveFeed::Series::finish() {
  if (tar) tar->finish();
  tar.reset();
  shards.finish();
}

void ArchiveFeed::put(const DocumentRecord& record) {
  const std::string& url = record.text.url;
  const std::string document = fmt::format("docID{:09}", ++counts_.documents);
  std::uint64_t number = 0;
  std::string entry;
  counts_.left_out +=
      each_entity(record.text.statements, [&](const EntityTriples& triples) {
        ++counts_.entities;
        by_document_.add(fmt::format("{}/entityID{:08}", document, ++number),
                         metadata_of(url, triples.entity), triples);
        const auto keep = [&](char kind, std::string_view lines) {
          each_line(lines, [&](std::string_view line) {
            entry.assign(triples.entity).append(1, kEnd).append(url).append(1, kEnd);
            entry += kind;
            sorter_.add(entry.append(line));
          });
        };
        keep(kOutgoing, triples.outgoing);
        keep(kIncoming, triples.incoming);
      });
}

void ArchiveFeed::remove(const std::string&) {
  throw UsageError{"the archives of --feed sindice cannot say that a document is gone"};
}

void ArchiveFeed::finish() {
  by_document_.finish();
  write_entities();
  by_entity_.finish();
}

void ArchiveFeed::write_entities() {
  if (sorter_.empty()) return;
  RunMerge merge = sorter_.merge();
  std::string entity, document;
  EntityTriples triples;
  std::uint64_t entities = 0;
  std::uint64_t documents = 0;
  const auto flush = [&] {
    if (documents == 0) return;
    triples.entity = entity;
    by_entity_.add(fmt::format("entityID{:08}/docID{:08}", entities, documents),
                   metadata_of(document, entity), triples);
    triples = {};
  };
  while (merge.next()) {
    const std::string_view record = merge.record();
    const std::size_t entity_end = record.find(kEnd);
    const std::size_t document_end = record.find(kEnd, entity_end + 1);
    const std::string_view its_entity = record.substr(0, entity_end);
    const std::string_view its_document =
        record.substr(entity_end + 1, document_end - entity_end - 1);
    const bool same_entity = entities > 0 && its_entity == entity;
    if (!same_entity || its_document != document) {
      flush();
      if (!same_entity) {
        entity = its_entity;
        ++entities;
        documents = 0;
      }
      document = its_document;
      ++documents;
    }
    std::string& to =
        record[document_end + 1] == kOutgoing ? triples.outgoing : triples.incoming;
    to.append(record.substr(document_end + 2)) += '\n';
  }
  flush();
}

FeedCounts ArchiveFeed::counts() const {
  FeedCounts out = counts_;
  out.files = by_document_.shards.files() + by_entity_.shards.files();
  out.bytes = by_document_.shards.bytes() + by_entity_.shards.bytes();
  return out;
}

}  // namespace semsite
