#include "feed/archive_feed.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/utf8.hpp"
#include "index/statement_text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

void append_line(std::string& out, std::string_view line) {
  append_as_ascii(out, line);
  out += '\n';
}

struct Lines {
  std::string_view text;  ///< those with it as their subject, which stand together
  std::vector<std::string_view> incoming;
};

}  // namespace

void append_as_ascii(std::string& out, std::string_view line) {
  while (!line.empty()) {
    const auto* const end = std::ranges::find_if(
        line, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    const auto plain = static_cast<std::size_t>(end - line.begin());
    out += line.substr(0, plain);
    line.remove_prefix(plain);
    if (line.empty()) return;
    const Utf8Char one = decode_utf8(line);
    const auto code = static_cast<std::uint32_t>(one.code_point);
    if (one.length == 0) {  // statements are UTF-8; never lose a byte of what is not
      out += line.front();
      line.remove_prefix(1);
      continue;
    }
    if (code > 0xFFFF) {
      fmt::format_to(std::back_inserter(out), "\\U{:08X}", code);
    } else {
      fmt::format_to(std::back_inserter(out), "\\u{:04X}", code);
    }
    line.remove_prefix(one.length);
  }
}

std::uint64_t each_entity(std::string_view statements,
                          const std::function<void(const EntityTriples&)>& take) {
  std::vector<std::string_view> entities;
  std::unordered_map<std::string_view, Lines, KeyedHash, std::equal_to<>> lines;
  each_line(statements, [&](std::string_view line) {
    const std::string_view subject = cut_statement(line).subject;
    if (!is_iri_text(subject)) return;
    Lines& own = lines[iri_in(subject)];
    if (own.text.empty()) {
      entities.push_back(iri_in(subject));
      own.text = line;
    } else {
      own.text = {own.text.data(),
                  static_cast<std::size_t>(line.data() + line.size() - own.text.data())};
    }
  });
  std::uint64_t homeless = 0;
  each_line(statements, [&](std::string_view line) {
    const StatementText parts = cut_statement(line);
    const auto at =
        is_iri_text(parts.object) ? lines.find(iri_in(parts.object)) : lines.end();
    if (at != lines.end()) {
      at->second.incoming.push_back(line);
    } else if (!is_iri_text(parts.subject)) {
      ++homeless;
    }
  });
  for (const std::string_view entity : entities) {
    const Lines& own = lines.at(entity);
    EntityTriples out{.entity = entity, .outgoing = {}, .incoming = {}};
    each_line(own.text, [&](std::string_view line) { append_line(out.outgoing, line); });
    for (const std::string_view line : own.incoming) append_line(out.incoming, line);
    take(out);
  }
  return homeless;
}

/// What libarchive calls back: no exception leaves it.
struct TarStream::Callbacks {
  static la_ssize_t take(archive* stream, void* self, const void* bytes, size_t size) {
    auto& tar = *static_cast<TarStream*>(self);
    if (tar.giving_up_) return static_cast<la_ssize_t>(size);
    const auto written = tar.guard_.run(
        [&] {
          tar.out_.append({static_cast<const char*>(bytes), size});
          return static_cast<la_ssize_t>(size);
        },
        la_ssize_t{-1});
    if (written < 0) archive_set_error(stream, EIO, "the output failed");
    return written;
  }
};

void TarStream::Free::operator()(archive* stream) const { archive_write_free(stream); }

TarStream::TarStream(OutputFile& out, std::string name)
    : out_(out), name_(std::move(name)), stream_(archive_write_new()) {
  if (!stream_) throw RunError{name_ + ": no memory for an archive"};
  check(archive_write_set_format_ustar(stream_.get()));
  check(archive_write_open(stream_.get(), this, nullptr, &Callbacks::take, nullptr));
}

TarStream::~TarStream() {
  giving_up_ = true;
  stream_.reset();
}

void TarStream::add(const std::string& path, std::string_view content) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry{
      archive_entry_new(), archive_entry_free};
  archive_entry_set_pathname(entry.get(), path.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), 0, 0);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
  check(archive_write_header(stream_.get(), entry.get()));
  while (!content.empty()) {
    const la_ssize_t taken =
        archive_write_data(stream_.get(), content.data(), content.size());
    check(taken <= 0 ? ARCHIVE_FATAL : ARCHIVE_OK);
    content.remove_prefix(static_cast<std::size_t>(taken));
  }
}

void TarStream::finish() { check(archive_write_close(stream_.get())); }

void TarStream::check(int result) {
  guard_.rethrow();
  if (result == ARCHIVE_OK) return;
  const char* const reason = archive_error_string(stream_.get());
  throw RunError{fmt::format("{}: cannot write the archive: {}", name_,
                             reason == nullptr ? "unknown reason" : reason)};
}

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
