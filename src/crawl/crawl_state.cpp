#include "crawl/crawl_state.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/errors.hpp"

namespace semsite {
namespace {

/// "Ssit": a state of ours, and the form of its tables.
constexpr int kApplication = 0x53736974;
constexpr int kVersion = 1;
constexpr int kBusyMilliseconds = 10'000;

std::int64_t seconds(CrawlState::Time time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch())
      .count();
}

}  // namespace

class CrawlState::Database {
 public:
  Database(const std::string& path, Use use) : path_(path) {
    const int opened = sqlite3_open_v2(
        path.c_str(), &handle_,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    try {
      check(opened);
      sqlite3_busy_timeout(handle_, kBusyMilliseconds);
      take_over();
      if (use == Use::begin_anew) run("DELETE FROM context");
    } catch (...) {
      sqlite3_close(handle_);
      throw;
    }
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close(handle_); }

  /// One statement that is run and finished with this object.
  class Statement {
   public:
    Statement(Database& database, const char* sql) : database_(database) {
      database.check(sqlite3_prepare_v2(database.handle_, sql, -1, &statement_, nullptr));
    }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement() { sqlite3_finalize(statement_); }

    Statement& bind(int place, std::string_view text) {
      database_.check(sqlite3_bind_text64(statement_, place, text.data(), text.size(),
                                          SQLITE_STATIC, SQLITE_UTF8));
      return *this;
    }
    Statement& bind(int place, std::int64_t number) {
      database_.check(sqlite3_bind_int64(statement_, place, number));
      return *this;
    }
    /// True if there is a row.
    bool step() {
      const int result = sqlite3_step(statement_);
      if (result != SQLITE_ROW && result != SQLITE_DONE) database_.check(result);
      return result == SQLITE_ROW;
    }
    [[nodiscard]] std::string text(int column) const {
      const auto* const bytes = sqlite3_column_blob(statement_, column);
      const auto size =
          static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
      return bytes == nullptr ? std::string{}
                              : std::string{static_cast<const char*>(bytes), size};
    }
    [[nodiscard]] int number(int column) const {
      return sqlite3_column_int(statement_, column);
    }

   private:
    Database& database_;
    sqlite3_stmt* statement_ = nullptr;
  };

 private:
  /// Looks at the file and makes its tables in one transaction: two runs may begin at the
  /// same time, and a database of somebody else's must stay as it is.
  void take_over() {
    run("BEGIN IMMEDIATE");
    prepare_tables();
    run("COMMIT");
    // Another run that is about to do the same may hold the file; then it will be done.
    if (const int changed =
            sqlite3_exec(handle_, "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
        changed != SQLITE_BUSY)
      check(changed);
  }

  void prepare_tables() {
    const int application = number_of("PRAGMA application_id");
    const int version = number_of("PRAGMA user_version");
    const bool is_new =
        application == 0 && number_of("SELECT count(*) FROM sqlite_master") == 0;
    if (!is_new && application != kApplication)
      throw RunError{
          fmt::format("{}: is a database, but no state of semsite; choose "
                      "another --state",
                      path_)};
    if (!is_new && version > kVersion)
      throw RunError{
          fmt::format("{}: is the state of a newer semsite (form {}, this one knows {})",
                      path_, version, kVersion)};
    if (!is_new) return;
    run("CREATE TABLE context (url TEXT PRIMARY KEY, source TEXT NOT NULL, "
        "body TEXT NOT NULL, fetched INTEGER NOT NULL) WITHOUT ROWID");
    run(fmt::format("PRAGMA user_version = {}", kVersion).c_str());
    run(fmt::format("PRAGMA application_id = {}", kApplication).c_str());
  }

  int number_of(const char* sql) {
    Statement statement{*this, sql};
    return statement.step() ? statement.number(0) : 0;
  }

  void run(const char* sql) {
    check(sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr));
  }

  void check(int result) const {
    if (result == SQLITE_OK) return;
    throw RunError{fmt::format(
        "{}: the state cannot be used: {}; delete it or choose "
        "another --state",
        path_, handle_ == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(handle_))};
  }

  std::string path_;
  sqlite3* handle_ = nullptr;
};

CrawlState::CrawlState(std::string path, Use use) : path_(std::move(path)), use_(use) {}
CrawlState::~CrawlState() = default;

CrawlState::Database* CrawlState::open(Missing missing) {
  if (path_.empty()) return nullptr;
  if (!database_ && (missing == Missing::create || std::filesystem::exists(path_)))
    database_ = std::make_unique<Database>(path_, use_);
  return database_.get();
}

std::shared_ptr<const RemoteContext> CrawlState::context(std::string_view url, Time now) {
  const std::scoped_lock lock{mutex_};
  Database* const database = open(Missing::leave);
  if (database == nullptr) return nullptr;
  Database::Statement find{
      *database,
      "SELECT source, body FROM context WHERE url = ?1 AND fetched BETWEEN ?2 AND ?3"};
  find.bind(1, url).bind(2, seconds(now - kContextAge)).bind(3, seconds(now));
  if (!find.step()) return nullptr;
  return std::make_shared<const RemoteContext>(
      RemoteContext{.url = find.text(0), .text = find.text(1)});
}

void CrawlState::keep_context(std::string_view url, const RemoteContext& context,
                              Time now) {
  const std::scoped_lock lock{mutex_};
  Database* const database = open(Missing::create);
  if (database == nullptr) return;
  Database::Statement put{*database,
                          "INSERT OR REPLACE INTO context VALUES (?1, ?2, ?3, ?4)"};
  put.bind(1, url).bind(2, context.url).bind(3, context.text).bind(4, seconds(now));
  (void)put.step();
}

}  // namespace semsite
