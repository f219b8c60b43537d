#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite {

/// The database does not answer now, or took back what was asked; it may answer later.
class QueueLost : public RunError {
 public:
  using RunError::RunError;
};

/// A value that goes into a statement, as PostgreSQL reads it; nothing: NULL.
using QueueValue = std::optional<std::string>;

[[nodiscard]] QueueValue queue_value(std::int64_t number);
[[nodiscard]] QueueValue queue_value(double number);
[[nodiscard]] QueueValue queue_value(bool truth);
/// As an array, for `$1::bigint[]` and `$1::text[]`.
[[nodiscard]] QueueValue queue_array(const std::vector<std::int64_t>& numbers);
[[nodiscard]] QueueValue queue_array(const std::vector<double>& numbers);
[[nodiscard]] QueueValue queue_array(const std::vector<std::string>& texts);

/// What a statement gave.
class QueueRows {
 public:
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// Empty where it is NULL.
  [[nodiscard]] const std::string& text(std::size_t row, std::size_t column) const;
  [[nodiscard]] bool is_null(std::size_t row, std::size_t column) const;
  /// 0 where it is NULL.
  [[nodiscard]] std::int64_t number(std::size_t row, std::size_t column) const;
  [[nodiscard]] double real(std::size_t row, std::size_t column) const;
  [[nodiscard]] bool truth(std::size_t row, std::size_t column) const;
  /// Rows that the statement changed.
  [[nodiscard]] std::uint64_t changed() const { return changed_; }

 private:
  friend class QueueConnection;
  std::vector<std::vector<std::optional<std::string>>> rows_;
  std::uint64_t changed_ = 0;
};

/// Throws UsageError unless `url`, of `option`, is a postgresql:// URL without a
/// password.
void check_queue_url(std::string_view option, const std::string& url);

/// One connection to the PostgreSQL that keeps the queue, by libpq: made when it is first
/// needed, and again after it was lost. One thread at a time. Values are bound, never
/// spliced into a statement.
///
/// Every function throws QueueLost if there is no answer within `patience`, and RunError
/// if the database refuses: the URL names none, no rights, no tables of ours.
class QueueConnection {
 public:
  static constexpr std::chrono::seconds kPatience{15};

  /// `url`: as `check_queue_url` has it.
  explicit QueueConnection(std::string url,
                           std::chrono::milliseconds patience = kPatience);
  ~QueueConnection();
  QueueConnection(const QueueConnection&) = delete;
  QueueConnection& operator=(const QueueConnection&) = delete;

  QueueRows run(const char* statement, const std::vector<QueueValue>& values = {});
  /// Several statements without values.
  void run_all(const std::string& statements);
  /// Forgets the connection, whatever is under way.
  void drop();
  /// How long it has been answering, with no silence of more than `tolerance`; a
  /// connection that ends and is made again at once is none.
  [[nodiscard]] std::chrono::milliseconds answering_for() const;
  void tolerate(std::chrono::milliseconds tolerance) { tolerance_ = tolerance; }

  /// Statements that hold together: taken back unless `commit` returns. What became of
  /// them is not known if that throws QueueLost.
  class Transaction {
   public:
    explicit Transaction(QueueConnection& connection);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

   private:
    QueueConnection& connection_;
    bool done_ = false;
  };

  /// For messages; a URL of `check_queue_url` has no secrets.
  [[nodiscard]] const std::string& shown() const { return shown_; }

 private:
  class Handle;
  /// From here to `answered`, the database is silent.
  void ask();
  void answered();
  void connect();
  QueueRows take(const char* statement, bool values);

  std::string url_;
  std::string shown_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<Handle> handle_;  ///< null: not connected
  std::chrono::milliseconds tolerance_{0};
  using Moment = std::chrono::steady_clock::time_point;
  std::optional<Moment> asked_at_;   ///< since when there is no answer
  std::optional<Moment> answering_;  ///< since when there is; nothing: there never was
};

}  // namespace semsite
