#include "store/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "semsite/errors.hpp"
#include "store/run_lock.hpp"

namespace semsite {
namespace {

/// A run that has just been ended may still be closing its file.
constexpr int kBusyMilliseconds = 2'000;

/// SQLite's own form of a path with parameters (https://sqlite.org/uri.html).
std::string uri_of(const std::string& path, DatabaseUse::Sharing sharing) {
  std::string out = "file:";
  for (const char letter : path)
    if (letter == '%' || letter == '?' || letter == '#') {
      out += fmt::format("%{:02X}", static_cast<unsigned>(letter));
    } else {
      out += letter;
    }
  return out + (sharing == DatabaseUse::Sharing::read_unchanged ? "?immutable=1" : "");
}

constexpr const char* kLook = "SELECT count(*) FROM sqlite_schema";

/// A writer that was killed between write-ahead log and rollback journal leaves a journal
/// that a reader may not play back (SQLITE_READONLY_ROLLBACK). Whoever may write can.
void play_back_journal(const std::string& path, sqlite3* reader) {
  if ((sqlite3_exec(reader, kLook, nullptr, nullptr, nullptr) & 0xff) != SQLITE_READONLY)
    return;
  sqlite3* handle = nullptr;
  if (sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE,
                      nullptr) == SQLITE_OK) {
    sqlite3_busy_timeout(handle, kBusyMilliseconds);
    sqlite3_exec(handle, kLook, nullptr, nullptr, nullptr);
  }
  sqlite3_close(handle);  // what went wrong shows at the reader's next statement
}

}  // namespace

void Database::Closer::operator()(sqlite3* handle) const { sqlite3_close(handle); }
void Database::Finisher::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Database::Database(const std::string& path, DatabaseUse use) : path_(path), use_(use) {
  using enum DatabaseUse::Sharing;
  const bool writes = use.sharing == alone || use.sharing == written;
  if (use.sharing == alone) lock_.emplace(path);
  sqlite3* handle = nullptr;
  const int flags =
      SQLITE_OPEN_NOMUTEX | (writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                    : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  const int opened = sqlite3_open_v2(
      writes ? path.c_str() : uri_of(path, use.sharing).c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  check(opened);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  sqlite3_extended_result_codes(handle, 0);
  run("PRAGMA temp_store = FILE");
  if (use.sharing == read) play_back_journal(path, handle);
  if (!writes) return;
  // What a killed process had written is in the file; only a power cut can take back the
  // last transactions, and never a part of one.
  run("PRAGMA synchronous = NORMAL");
  run("PRAGMA wal_autocheckpoint = 8192");
}

Database::~Database() {
  if (settler_.joinable()) {
    settler_.request_stop();
    settler_.join();
  }
  try {
    settle();
  } catch (const RunError&) {
    // Whoever had to know has called settle().
  }
}

void Database::check(int result) const {
  if (result == SQLITE_OK) return;
  const std::string name = path_.empty() ? "the temporary state" : path_;
  const bool is_state = use_.sharing == DatabaseUse::Sharing::alone;
  switch (result & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw StateInUse{fmt::format("{}: another run is using this {}; wait for its end{}",
                                   name, use_.name,
                                   is_state ? " or choose another --state" : "")};
    case SQLITE_FULL:
      throw RunError{
          fmt::format("{}: cannot write the {}: no space left", name, use_.name)};
    case SQLITE_IOERR: {
      // The disk's fault, not the file's; but what is shorter than it says is damaged.
      const int what = handle_ == nullptr ? 0 : sqlite3_extended_errcode(handle_.get());
      const int error = handle_ == nullptr ? 0 : sqlite3_system_errno(handle_.get());
      if (what == SQLITE_IOERR_SHORT_READ || error == 0) break;
      throw RunError{fmt::format(
          "{}: cannot read or write the {}: {}", name, use_.name,
          error == ENOSPC || error == EDQUOT ? "no space left" : std::strerror(error))};
    }
    case SQLITE_CONSTRAINT:
      throw RunError{
          fmt::format("{}: the {} does not take what it is given ({}); please report it",
                      name, use_.name, sqlite3_errmsg(handle_.get()))};
    default:
      break;
  }
  // Only what says of itself that it is ours may be called worth deleting: anything else
  // is the user's data.
  if (is_state && !path_.empty() && !has_state_mark(path_)) {
    if ((result & 0xff) == SQLITE_NOTADB)
      throw RunError{
          fmt::format("{}: is no database, so no state of semsite, and stays as it is; "
                      "choose another --state",
                      name)};
    throw RunError{fmt::format(
        "{}: the state cannot be used: {}; choose another --state", name,
        handle_ == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(handle_.get()))};
  }
  throw RunError{fmt::format(
      "{}: the {} cannot be used: {}; {}", name, use_.name,
      handle_ == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(handle_.get()),
      use_.remedy)};
}

void Database::run(const char* sql) {
  check(sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr));
}

std::int64_t Database::number(const char* sql) {
  Query query{*this, sql};
  return query.step() ? query.number_at(0) : 0;
}

std::int64_t Database::changes() const { return sqlite3_changes(handle_.get()); }

std::int64_t Database::last_id() const {
  return sqlite3_last_insert_rowid(handle_.get());
}

sqlite3_stmt* Database::prepared(const char* sql) {
  if (failed_) std::rethrow_exception(failed_);
  Statement& known = statements_[sql];
  if (!known) {
    sqlite3_stmt* made = nullptr;
    const int result = sqlite3_prepare_v3(handle_.get(), sql, -1,
                                          SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    known.reset(made);
    if (result != SQLITE_OK) statements_.erase(sql);
    check(result);
  }
  return known.get();
}

Database::Query::Query(Database& database, const char* sql)
    : database_(database), statement_(database.prepared(sql)) {}

Database::Query::Query(UnsharedDatabase& database, const char* sql)
    : Query(database.database_, sql) {}

Database::Query::~Query() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void Database::Query::check(int result) const {
  database_.mutex_.assert_held();  // by who made the query
  database_.check(result);
}

Database::Query& Database::Query::text(std::string_view text) {
  // A null pointer would be a null.
  check(sqlite3_bind_text64(statement_, ++place_,
                            text.data() == nullptr ? "" : text.data(), text.size(),
                            SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Database::Query& Database::Query::number(std::int64_t number) {
  check(sqlite3_bind_int64(statement_, ++place_, number));
  return *this;
}

Database::Query& Database::Query::null() {
  check(sqlite3_bind_null(statement_, ++place_));
  return *this;
}

bool Database::Query::step() {
  const int result = sqlite3_step(statement_);
  if (result != SQLITE_ROW && result != SQLITE_DONE) check(result);
  database_.mutex_.assert_held();  // by who made the query
  // What is written outside of a transaction is durable at once.
  if (result == SQLITE_DONE && database_.open_ && !database_.within_ &&
      !database_.held_ && sqlite3_stmt_readonly(statement_) == 0)
    database_.settle();
  return result == SQLITE_ROW;
}

std::string_view Database::Query::bytes_at(int column) const {
  const auto* const bytes =
      static_cast<const char*>(sqlite3_column_blob(statement_, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return bytes == nullptr ? std::string_view{} : std::string_view{bytes, size};
}

std::string Database::Query::text_at(int column) const {
  return std::string{bytes_at(column)};
}

std::int64_t Database::Query::number_at(int column) const {
  return sqlite3_column_int64(statement_, column);
}

bool Database::Query::is_null_at(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

Database::Transaction::Transaction(Database& database, Durable durable)
    : database_(database), durable_(durable) {
  if (database.failed_) std::rethrow_exception(database.failed_);
  // What `Together` does is on the disk in any case.
  if (durable == Durable::on_the_disk && !database.held_) {
    database.settle();
    database.run("PRAGMA synchronous = FULL");  // not within a transaction
  }
  if (!database.open_) database.run("BEGIN IMMEDIATE");
  database.within_ = true;
}

Database::Transaction::Transaction(UnsharedDatabase& database)
    : Transaction(database.database_) {}

void Database::Transaction::commit() {
  database_.mutex_.assert_held();  // by who made the transaction
  const bool was_open = std::exchange(database_.open_, true);
  if (database_.held_) {
    // It ends with the others.
  } else if (durable_ != Durable::soon) {
    database_.settle();
    if (durable_ == Durable::on_the_disk) database_.run("PRAGMA synchronous = NORMAL");
  } else if (!was_open) {
    database_.open_since_ = std::chrono::steady_clock::now();
    if (!database_.settler_.joinable())
      database_.settler_ =
          std::jthread{[&database = database_](const std::stop_token& stop) {
            database.settle_in_time(stop);
          }};
    database_.opened_.notify_one();
  }
  done_ = true;
}

Database::Transaction::~Transaction() {
  database_.within_ = false;
  if (done_) return;
  database_.open_ = false;
  try {
    database_.run("ROLLBACK");
    if (durable_ == Durable::on_the_disk && !database_.held_)
      database_.run("PRAGMA synchronous = NORMAL");
  } catch (const RunError&) {
    // SQLite has taken it back itself; the error that led here is on its way.
  }
}

void Database::settle() {
  if (failed_) std::rethrow_exception(failed_);
  if (!open_) return;
  open_ = false;
  try {
    run("COMMIT");
  } catch (const RunError&) {
    failed_ = std::current_exception();
    sqlite3_exec(handle_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

Database::Together::Together(Database& database) : database_(database) {
  const MutexLock lock{database_.mutex_};
  database_.settle();
  // Not within a transaction: SQLite would not take it.
  database_.run("PRAGMA synchronous = FULL");
  database_.run("BEGIN IMMEDIATE");
  database_.open_ = true;
  database_.held_ = true;
}

void Database::Together::end(const char* how) {
  database_.held_ = false;
  database_.open_ = false;
  done_ = true;
  database_.run(how);
  database_.run("PRAGMA synchronous = NORMAL");
}

void Database::Together::commit() {
  const MutexLock lock{database_.mutex_};
  if (database_.failed_) std::rethrow_exception(database_.failed_);
  end("COMMIT");
}

Database::Together::~Together() {
  if (done_) return;
  const MutexLock lock{database_.mutex_};
  try {
    end("ROLLBACK");
  } catch (const RunError&) {
    // SQLite has taken it back itself; the error that led here is on its way.
  }
}

/// Settles what has waited for `kGatherTime`.
void Database::settle_in_time(const std::stop_token& stop) {
  const MutexLock lock{mutex_};
  for (;;) {
    while ((!open_ || held_) && !stop.stop_requested()) opened_.wait(mutex_, stop);
    // Nobody tells; others may settle meanwhile, and open it again.
    const auto end = open_since_ + kGatherTime;
    while (open_ && !stop.stop_requested() && opened_.wait_until(mutex_, stop, end)) {
    }
    if (stop.stop_requested()) return;
    if (!open_ || held_ || std::chrono::steady_clock::now() < open_since_ + kGatherTime)
      continue;
    try {
      settle();
    } catch (const RunError&) {
      // The next one who uses it is told.
    }
  }
}

void UnsharedDatabase::run(const char* sql) {
  database_.mutex().assert_held();  // nobody else has the database: here and below
  database_.run(sql);
}

std::int64_t UnsharedDatabase::number(const char* sql) {
  database_.mutex().assert_held();
  return database_.number(sql);
}

std::int64_t UnsharedDatabase::changes() {
  database_.mutex().assert_held();
  return database_.changes();
}

std::int64_t UnsharedDatabase::last_id() {
  database_.mutex().assert_held();
  return database_.last_id();
}

}  // namespace semsite
