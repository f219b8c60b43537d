#include "index/index_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file_claim.hpp"
#include "index/document_columns.hpp"
#include "index/document_record.hpp"
#include "index/index_key.hpp"
#include "index/postings.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// "ssix", and the version of the tables and of what is in their blobs.
constexpr std::int64_t kApplication = 0x73736978;
constexpr std::int64_t kVersion = 2;

DatabaseUse index_use(DatabaseUse::Sharing sharing) {
  return {.sharing = sharing,
          .name = "index",
          .remedy = "name another place, or build it again"};
}

void check_place(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0)
    throw RunError{fmt::format(
        "{}: there is no index; semsite index FILE --index {} builds one", path, path)};
  if (!S_ISREG(info.st_mode))
    throw RunError{fmt::format("{}: is no file, so no index", path)};
}

/// One writes at a time, from its first statement to its last.
Descriptor lock_file(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    throw RunError{fmt::format("{}: is no file, so no place for an index", path)};
  if (is_claimed_by_another(path + ".part"))
    throw RunError{
        fmt::format("{}: another process is writing this file; wait for its end, or "
                    "write to another one",
                    path)};
  Descriptor out{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)};
  if (!out.valid())
    throw RunError{
        fmt::format("{}: cannot write the index: {}", path, std::strerror(errno))};
  if (::flock(out.get(), LOCK_EX | LOCK_NB) != 0)
    throw RunError{
        fmt::format("{}: another run is writing this index; wait for its end", path)};
  return out;
}

}  // namespace

IndexStore::IndexStore(const std::string& path, DatabaseUse use, Descriptor lock)
    : lock_(std::move(lock)), database_(path, use) {}
IndexStore::~IndexStore() = default;

std::unique_ptr<IndexStore> IndexStore::open_to_write(const std::string& path) {
  std::unique_ptr<IndexStore> out{
      new IndexStore{path, index_use(DatabaseUse::Sharing::written), lock_file(path)}};
  out->check_version(Expected::index_or_nothing);
  out->make_tables();
  out->read_segments();
  return out;
}

std::unique_ptr<IndexStore> IndexStore::open_to_read(const std::string& path) {
  check_place(path);
  std::unique_ptr<IndexStore> out{
      new IndexStore{path, index_use(DatabaseUse::Sharing::read), Descriptor{}}};
  out->check_version(Expected::index);
  out->read_segments();
  return out;
}

void IndexStore::check_version(Expected expected) {
  const std::int64_t tables = database_.number("SELECT count(*) FROM sqlite_schema");
  const std::int64_t application = database_.number("PRAGMA application_id");
  const std::int64_t version = database_.number("PRAGMA user_version");
  if (tables == 0 && application == 0 && expected == Expected::index_or_nothing) return;
  if (tables == 0 && application == 0)
    throw RunError{fmt::format(
        "{}: is empty: nothing has come into this index yet; semsite index builds it",
        path())};
  if (application != kApplication)
    throw RunError{
        fmt::format("{}: is a database of another program, no index of semsite", path())};
  if (version != kVersion)
    throw RunError{fmt::format(
        "{}: is an index of version {}, this semsite knows version {}; {}", path(),
        version, kVersion,
        version < kVersion ? "build the index again from what it was built from"
                           : "use a newer semsite, or build the index again")};
}

void IndexStore::make_tables() {
  if (database_.number("SELECT count(*) FROM sqlite_schema") == 0)
    database_.run("PRAGMA page_size = 8192");
  database_.run("PRAGMA journal_mode = WAL");
  Database::Transaction transaction{database_};
  database_.run(R"(
    CREATE TABLE IF NOT EXISTS generation(number INTEGER);
    INSERT INTO generation SELECT 0 WHERE NOT EXISTS (SELECT * FROM generation);
    CREATE TABLE IF NOT EXISTS segment(
      id INTEGER PRIMARY KEY, live INTEGER NOT NULL, documents INTEGER NOT NULL,
      words INTEGER NOT NULL, gone BLOB NOT NULL, lengths BLOB NOT NULL,
      dates BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS dataset(
      segment INTEGER PRIMARY KEY, names BLOB NOT NULL, counts BLOB NOT NULL,
      ranks BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS link(
      segment INTEGER, source INTEGER, data BLOB, PRIMARY KEY(segment, source));
    CREATE TABLE IF NOT EXISTS ranked(segments TEXT);
    CREATE TABLE IF NOT EXISTS followed(content TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS share(share TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS posting(
      segment INTEGER, key BLOB, data BLOB, PRIMARY KEY(segment, key));
    CREATE TABLE IF NOT EXISTS record(
      segment INTEGER, first INTEGER, data BLOB, PRIMARY KEY(segment, first));
    CREATE TABLE IF NOT EXISTS content(
      segment INTEGER, first INTEGER, data BLOB, PRIMARY KEY(segment, first));
  )");
  database_.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                            kApplication, kVersion));
  // What a killed run has not finished.
  std::vector<std::int64_t> left;
  {
    Database::Query query{database_, "SELECT id FROM segment WHERE live = 0"};
    while (query.step()) left.push_back(query.number_at(0));
  }
  drop_segments(left);
  transaction.commit();
}

void IndexStore::drop_segments(const std::vector<std::int64_t>& ids) {
  for (const std::int64_t id : ids) {
    for (const char* table : {"posting", "record", "content", "dataset", "link"})
      database_.run(fmt::format("DELETE FROM {} WHERE segment = {}", table, id));
    database_.run(fmt::format("DELETE FROM link WHERE source = {}", id));
    database_.run(fmt::format("DELETE FROM segment WHERE id = {}", id));
  }
}

std::string IndexStore::followed() {
  Database::Query row{database_, "SELECT content FROM followed"};
  return row.step() ? row.text_at(0) : std::string{};
}

void IndexStore::note_followed(std::string_view content) {
  Database::Transaction change{database_};
  database_.run("DELETE FROM followed");
  if (!content.empty())
    Database::Query{database_, "INSERT INTO followed VALUES (?)"}.text(content).run();
  change.commit();
}

std::string IndexStore::share() {
  if (database_.number("SELECT count(*) FROM sqlite_master WHERE name = 'share'") == 0)
    return {};  // of an earlier version
  Database::Query row{database_, "SELECT share FROM share"};
  return row.step() ? row.text_at(0) : std::string{};
}

void IndexStore::note_share(std::string_view share) {
  Database::Transaction change{database_};
  database_.run("DELETE FROM share");
  if (!share.empty())
    Database::Query{database_, "INSERT INTO share VALUES (?)"}.text(share).run();
  change.commit();
}

void IndexStore::settle() {
  try {
    database_.run("PRAGMA journal_mode = DELETE");
  } catch (const RunError&) {
    // Somebody has it open, such as a service; the log beside the file stays, but empty
    // unless somebody is reading right now.
    database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }
}

void IndexStore::refresh() {
  if (database_.number("SELECT number FROM generation") != generation_) read_segments();
}

void IndexStore::note_change() {
  database_.run("UPDATE generation SET number = number + 1");
  block_first_.reset();
}

void IndexStore::read_segments() {
  generation_ = database_.number("SELECT number FROM generation");
  block_first_.reset();
  segments_.clear();
  Database::Query query{
      database_,
      "SELECT id, documents, words, gone FROM segment WHERE live = 1 ORDER BY id"};
  // Each document takes more than a byte of the file: what says more would only take
  // memory.
  const std::int64_t most =
      database_.number("PRAGMA page_count") * database_.number("PRAGMA page_size");
  while (query.step()) {
    if (query.number_at(1) < 0 || query.number_at(1) > most) damaged();
    SegmentInfo info{.id = query.number_at(0),
                     .documents = static_cast<std::uint32_t>(query.number_at(1)),
                     .gone = 0,
                     .words = static_cast<std::uint64_t>(query.number_at(2)),
                     .gone_bits = query.text_at(3),
                     .lengths = {},
                     .links = {},
                     .dates = {},
                     .datasets = {}};
    for (const char byte : info.gone_bits)
      info.gone += static_cast<std::uint32_t>(
          __builtin_popcount(static_cast<unsigned char>(byte)));
    if (info.gone > info.documents) damaged();
    segments_.push_back(std::move(info));
  }
}

std::optional<PostingBlock> IndexStore::block_by(const char* sql, std::size_t segment,
                                                 std::string_view key) {
  Database::Query query{database_, sql};
  query.number(segments_[segment].id).text(key);
  if (!query.step()) return std::nullopt;
  return PostingBlock{.key = query.text_at(0), .data = query.text_at(1)};
}

std::optional<PostingBlock> IndexStore::block_at(std::size_t segment,
                                                 std::string_view key) {
  return block_by(
      "SELECT key, data FROM posting WHERE segment = ? AND key <= ? ORDER BY key DESC "
      "LIMIT 1",
      segment, key);
}

std::optional<PostingBlock> IndexStore::block_behind(std::size_t segment,
                                                     std::string_view key) {
  return block_by(
      "SELECT key, data FROM posting WHERE segment = ? AND key > ? ORDER BY key LIMIT 1",
      segment, key);
}

std::optional<PostingList> IndexStore::find(std::size_t segment, std::string_view key) {
  Database::Query query{
      database_,
      "SELECT data FROM posting WHERE segment = ? AND key <= ? ORDER BY "
      "key DESC LIMIT 1"};
  query.number(segments_[segment].id).text(key);
  if (!query.step()) return std::nullopt;
  PostingBlockReader block{query.bytes_at(0)};
  while (block.next()) {
    if (block.piece().key < key) continue;
    if (block.piece().key != key) break;
    return PostingList{.count = block.piece().count,
                       .first = block.piece().first,
                       .bytes = std::string{block.piece().bytes},
                       .documents = segments_[segment].documents};
  }
  return std::nullopt;
}

void IndexStore::each_key(
    std::size_t segment, std::string_view prefix,
    const std::function<bool(std::string_view, const PostingList&)>& take) {
  std::string from;
  {
    Database::Query query{database_,
                          "SELECT key FROM posting WHERE segment = ? AND key <= ? ORDER "
                          "BY key DESC LIMIT 1"};
    query.number(segments_[segment].id).text(prefix);
    from = query.step() ? query.text_at(0) : std::string{prefix};
  }
  Database::Query query{
      database_, "SELECT data FROM posting WHERE segment = ? AND key >= ? ORDER BY key"};
  query.number(segments_[segment].id).text(from);
  while (query.step()) {
    PostingBlockReader block{query.bytes_at(0)};
    while (block.next()) {
      const PostingPiece& piece = block.piece();
      if (piece.key < prefix) continue;
      if (!piece.key.starts_with(prefix)) return;
      if (!take(piece.key, PostingList{.count = piece.count,
                                       .first = piece.first,
                                       .bytes = std::string{piece.bytes},
                                       .documents = segments_[segment].documents}))
        return;
    }
  }
}

std::optional<DocumentPlace> IndexStore::find_document(std::string_view url) {
  const std::string key = index_key(key_kind::document, url);
  for (std::size_t i = segments_.size(); i-- > 0;) {
    const auto list = find(i, key);
    if (list && list->first >= list->documents) damaged();
    if (list && !segments_[i].is_gone(list->first)) return DocumentPlace{i, list->first};
  }
  return std::nullopt;
}

void IndexStore::damaged() const {
  throw RunError{fmt::format("{}: the index is damaged; build it again", path())};
}

std::string_view IndexStore::block_of(const DocumentPlace& place, std::uint32_t& first) {
  Database::Query query{database_,
                        "SELECT first, data FROM record WHERE segment = ? AND first <= ? "
                        "ORDER BY first DESC LIMIT 1"};
  query.number(segments_[place.segment].id).number(place.document);
  if (!query.step()) damaged();
  first = static_cast<std::uint32_t>(query.number_at(0));
  if (!block_first_ || block_place_.segment != place.segment || *block_first_ != first) {
    block_first_.reset();
    block_ = unpacker_.unpack(query.bytes_at(1));
    block_place_ = place;
    block_first_ = first;
  }
  return block_;
}

std::string IndexStore::statements_of(const DocumentPlace& place, std::uint32_t first,
                                      std::uint64_t at, std::uint64_t size) {
  const std::pair key{segments_[place.segment].id, first};
  if (content_key_ != key) {
    Database::Query query{database_,
                          "SELECT data FROM content WHERE segment = ? AND first = ?"};
    query.number(key.first).number(first);
    if (!query.step()) damaged();
    content_key_.reset();
    content_ = content_unpacker_.unpack(query.bytes_at(0));
    content_key_ = key;
  }
  if (at > content_.size() || size > content_.size() - at) damaged();
  return std::string{content_.substr(at, size)};
}

DocumentRecord IndexStore::record(const DocumentPlace& place) {
  std::uint32_t first = 0;
  const std::string_view block = block_of(place, first);
  return read_stored(block, place.document - first).record;
}

DocumentRecord IndexStore::whole_record(const DocumentPlace& place) {
  std::uint32_t first = 0;
  const std::string_view block = block_of(place, first);
  StoredRecord stored = read_stored(block, place.document - first);
  stored.record.text.statements = statements_of(place, first, stored.at, stored.size);
  return std::move(stored.record);
}

std::string IndexStore::checksum(const DocumentPlace& place) {
  std::uint32_t first = 0;
  const std::string_view block = block_of(place, first);
  return stored_checksum(block, place.document - first);
}

const std::string& IndexStore::lengths(std::size_t segment) {
  SegmentInfo& info = segments_[segment];
  if (info.lengths.empty())
    info.lengths = read_lengths(database_, info.id, info.documents);
  return info.lengths;
}

StaticRanks IndexStore::static_ranks(std::size_t segment) {
  SegmentInfo& info = segments_[segment];
  if (info.links.empty()) {
    info.links = read_link_bytes(database_, info.id, info.documents);
    info.datasets = read_dataset_spans(database_, info.id);
  }
  return {info.links, info.datasets};
}

const std::vector<std::int64_t>& IndexStore::dates(std::size_t segment) {
  SegmentInfo& info = segments_[segment];
  if (info.dates.empty()) info.dates = read_dates(database_, info.id, info.documents);
  return info.dates;
}

}  // namespace semsite
