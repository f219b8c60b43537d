#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>

#include "base/mutex.hpp"
#include "semsite/errors.hpp"
#include "store/run_lock.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace semsite {

/// Another run is using the file.
class StateInUse : public RunError {
 public:
  using RunError::RunError;
};

/// What a file is for: who may use it at the same time, and what messages call it.
struct DatabaseUse {
  enum class Sharing : std::uint8_t {
    alone,           ///< keeps every other run away; others may read meanwhile
    written,         ///< the same, but the user keeps others away by means of their own
    read,            ///< beside a run that writes; the file must be there
    read_unchanged,  ///< a file that nobody writes to; its log is not looked at
  };
  Sharing sharing = Sharing::alone;
  const char* name = "state";
  const char* remedy = "delete it or choose another --state";
};

class UnsharedDatabase;

/// The SQLite file in which a fetch keeps what it has done (DESIGN §7): write-ahead log,
/// one run at a time, and any number of readers beside it. Threads share it: who uses it
/// holds `mutex()`.
///
/// Every function throws RunError when the file cannot be used: locked by another run,
/// damaged, of another program, no room left.
class Database {
 public:
  /// Opens or makes the file at `path`; empty: one without a name, gone with the object.
  explicit Database(const std::string& path, DatabaseUse use = {});
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  [[nodiscard]] Mutex& mutex() SEMSITE_RETURN_CAPABILITY(mutex_) { return mutex_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Runs statements that give no rows.
  void run(const char* sql) SEMSITE_REQUIRES(mutex_);
  void run(const std::string& sql) SEMSITE_REQUIRES(mutex_) { run(sql.c_str()); }
  /// The first column of the first row; 0 if there is none.
  [[nodiscard]] std::int64_t number(const char* sql) SEMSITE_REQUIRES(mutex_);
  /// Rows that the last statement changed.
  [[nodiscard]] std::int64_t changes() const SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] std::int64_t last_id() const SEMSITE_REQUIRES(mutex_);

  /// One use of a prepared statement, which is kept for the next use: `sql` must be the
  /// same literal each time. Texts that are bound must live until the use ends. The mutex
  /// is held as long as it lives.
  class Query {
   public:
    Query(Database& database, const char* sql) SEMSITE_REQUIRES(database.mutex_);
    Query(UnsharedDatabase& database, const char* sql);
    ~Query();
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    /// Fills in the next parameter.
    Query& text(std::string_view text);
    Query& number(std::int64_t number);
    Query& null();

    /// True if there is a row.
    bool step();
    /// For statements that give none.
    void run() { static_cast<void>(step()); }

    [[nodiscard]] std::string text_at(int column) const;
    /// Valid until the next step.
    [[nodiscard]] std::string_view bytes_at(int column) const;
    [[nodiscard]] std::int64_t number_at(int column) const;
    [[nodiscard]] bool is_null_at(int column) const;

   private:
    void check(int result) const;

    Database& database_;
    sqlite3_stmt* statement_;
    int place_ = 0;
  };

  /// When what was committed outlives the process, and when a power cut, too.
  enum class Durable : std::uint8_t {
    now,          ///< the process: as soon as `commit` returns
    soon,         ///< together with what others commit within the next `kGatherTime`
    on_the_disk,  ///< both, as soon as `commit` returns
  };
  /// Small transactions in quick succession cost most of their time in writing the same
  /// pages of the file again and again.
  static constexpr std::chrono::milliseconds kGatherTime{5};

  /// Begins a transaction, and takes everything back if it is not committed: also what
  /// was committed before and is not durable yet, in the same order as it was done. The
  /// mutex is held as long as it lives.
  class Transaction {
   public:
    explicit Transaction(Database& database, Durable durable = Durable::now)
        SEMSITE_REQUIRES(database.mutex_);
    explicit Transaction(UnsharedDatabase& database);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

   private:
    Database& database_;
    Durable durable_;
    bool done_ = false;
  };

  /// Makes durable what has been committed so far.
  void settle() SEMSITE_REQUIRES(mutex_);

  /// Everything that is done while it lives, in whatever transactions, is there as a
  /// whole or not at all, and is on the disk when `commit` returns. The mutex is not
  /// held, and only one thread uses the database.
  class Together {
   public:
    explicit Together(Database& database);
    ~Together();
    Together(const Together&) = delete;
    Together& operator=(const Together&) = delete;
    void commit();

   private:
    void end(const char* how) SEMSITE_REQUIRES(database_.mutex_);
    Database& database_;
    bool done_ = false;
  };

 private:
  struct Closer {
    void operator()(sqlite3* handle) const;
  };
  struct Finisher {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Finisher>;

  sqlite3_stmt* prepared(const char* sql) SEMSITE_REQUIRES(mutex_);
  void check(int result) const SEMSITE_REQUIRES(mutex_);
  void settle_in_time(const std::stop_token& stop);

  std::string path_;
  DatabaseUse use_;
  Mutex mutex_;
  std::optional<RunLock> lock_;  ///< let go after the file is closed
  std::unique_ptr<sqlite3, Closer> handle_ SEMSITE_PT_GUARDED_BY(mutex_);
  std::unordered_map<const char*, Statement> statements_ SEMSITE_GUARDED_BY(mutex_);

  // Of transactions that become durable soon.
  bool within_ SEMSITE_GUARDED_BY(mutex_) = false;  ///< a Transaction lives
  /// Committed work waits for SQLite's commit.
  bool open_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool held_ SEMSITE_GUARDED_BY(mutex_) = false;  ///< until a Together ends
  std::chrono::steady_clock::time_point open_since_ SEMSITE_GUARDED_BY(mutex_);
  /// Why it could not be made durable.
  std::exception_ptr failed_ SEMSITE_GUARDED_BY(mutex_);
  StopCondition opened_;
  /// Last, as it uses the others.
  std::jthread settler_ SEMSITE_GUARDED_BY(mutex_);
};

/// A database of one thread alone: there is nobody to keep away, so no mutex to hold.
class UnsharedDatabase {
 public:
  explicit UnsharedDatabase(const std::string& path, DatabaseUse use = {})
      : database_(path, use) {}

  [[nodiscard]] const std::string& path() const { return database_.path(); }
  void run(const char* sql);
  void run(const std::string& sql) { run(sql.c_str()); }
  [[nodiscard]] std::int64_t number(const char* sql);
  [[nodiscard]] std::int64_t changes();
  [[nodiscard]] std::int64_t last_id();

 private:
  friend class Database::Query;
  friend class Database::Transaction;
  Database database_;
};

}  // namespace semsite
