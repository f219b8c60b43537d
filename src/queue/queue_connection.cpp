#include "queue/queue_connection.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/secrets.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

struct ResultDeleter {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Result = std::unique_ptr<PGresult, ResultDeleter>;

struct OptionsDeleter {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

/// What libpq says, on one line.
std::string said_by(const char* message) {
  std::string out;
  for (const char c : trim(message == nullptr ? "" : message))
    out += c == '\n' || c == '\t' ? ' ' : c;
  return out;
}

/// Of SQLSTATEs (PostgreSQL, appendix A): what may be otherwise soon.
bool may_pass(std::string_view state) {
  return state.starts_with("08") || state.starts_with("40") || state.starts_with("53") ||
         state.starts_with("57P") || state == "25006" || state == "55P03";
}

std::string array_element(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

template <typename Number>
Number number_of(std::string_view text) {
  Number out{};
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

}  // namespace

QueueValue queue_value(std::int64_t number) { return fmt::format("{}", number); }
QueueValue queue_value(double number) { return fmt::format("{}", number); }
QueueValue queue_value(bool truth) { return truth ? "t" : "f"; }

QueueValue queue_array(const std::vector<std::int64_t>& numbers) {
  return fmt::format("{{{}}}", fmt::join(numbers, ","));
}

QueueValue queue_array(const std::vector<double>& numbers) {
  return fmt::format("{{{}}}", fmt::join(numbers, ","));
}

QueueValue queue_array(const std::vector<std::string>& texts) {
  std::string out = "{";
  for (const std::string& text : texts) {
    if (out.size() > 1) out += ',';
    out += array_element(text);
  }
  return out + '}';
}

const std::string& QueueRows::text(std::size_t row, std::size_t column) const {
  static const std::string kNone;
  const auto& value = rows_.at(row).at(column);
  return value ? *value : kNone;
}

bool QueueRows::is_null(std::size_t row, std::size_t column) const {
  return !rows_.at(row).at(column);
}

std::int64_t QueueRows::number(std::size_t row, std::size_t column) const {
  return number_of<std::int64_t>(text(row, column));
}

double QueueRows::real(std::size_t row, std::size_t column) const {
  return number_of<double>(text(row, column));
}

bool QueueRows::truth(std::size_t row, std::size_t column) const {
  return text(row, column) == "t";
}

namespace {

/// Of what may be no URL: without all that stands before an @, and behind a ?.
std::string without_logins(std::string_view text) {
  const std::size_t query = text.find('?');
  std::string_view rest = text.substr(0, query);
  std::string out;
  if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) {
    const std::size_t scheme = rest.find("://");
    if (scheme != std::string_view::npos && scheme < at) out = rest.substr(0, scheme + 3);
    out += "***";
    rest.remove_prefix(at);
  }
  out += rest;
  return query == std::string_view::npos ? out : out + "?...";
}

}  // namespace

void check_queue_url(std::string_view option, const std::string& url) {
  if (!url.starts_with("postgresql://") && !url.starts_with("postgres://"))
    throw UsageError{fmt::format(
        "{} {}: the queue is a PostgreSQL database: postgresql://HOST/DATABASE", option,
        without_logins(url))};
  char* problem = nullptr;
  const std::unique_ptr<PQconninfoOption, OptionsDeleter> options{
      PQconninfoParse(url.c_str(), &problem)};
  if (!options) {
    const std::string why = said_by(problem);
    PQfreemem(problem);
    // What libpq says of it may repeat a password.
    throw UsageError{
        fmt::format("{} {}: no URL that libpq takes{}", option, without_logins(url),
                    why.find('"') == std::string::npos ? ": " + why : std::string{})};
  }
  for (const PQconninfoOption* one = options.get(); one->keyword != nullptr; ++one) {
    const std::string_view name = one->keyword;
    if ((name == "password" || name == "sslpassword") && one->val != nullptr)
      throw UsageError{fmt::format(
          "{}: a {} stands in the URL, where everybody on this machine can read it. Put "
          "it into ~/.pgpass (or the file that PGPASSFILE names), a line "
          "HOST:PORT:DATABASE:USER:PASSWORD with mode 0600, or into a service file "
          "(PGSERVICEFILE), and leave it away here",
          option, name)};
  }
}

class QueueConnection::Handle {
 public:
  explicit Handle(PGconn* connection) : connection_(connection) {}
  ~Handle() { PQfinish(connection_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  [[nodiscard]] PGconn* get() const { return connection_; }

 private:
  PGconn* connection_;
};

QueueConnection::QueueConnection(std::string url, std::chrono::milliseconds patience)
    : url_(std::move(url)), shown_(url_), patience_(patience) {}

QueueConnection::~QueueConnection() = default;

void QueueConnection::drop() { handle_.reset(); }

void QueueConnection::connect() {
  if (handle_ && PQstatus(handle_->get()) == CONNECTION_OK) return;
  handle_.reset();
  // What stands behind wins: the URL has the last word.
  const char* const names[] = {"connect_timeout",  "application_name", "client_encoding",
                               "tcp_user_timeout", "dbname",           nullptr};
  const char* const values[] = {"5", "semsite", "UTF8", "15000", url_.c_str(), nullptr};
  auto made = std::make_unique<Handle>(PQconnectdbParams(names, values, 1));
  if (PQstatus(made->get()) != CONNECTION_OK) {
    const std::string why = without_url_secrets(said_by(PQerrorMessage(made->get())));
    if (PQconnectionNeedsPassword(made->get()) != 0)
      throw QueueLost{fmt::format(
          "{}: the database wants a password: put it into ~/.pgpass or the file that "
          "PGPASSFILE names (a line HOST:PORT:DATABASE:USER:PASSWORD, mode 0600): {}",
          shown_, why)};
    throw QueueLost{fmt::format("{}: the queue cannot be reached: {}", shown_, why)};
  }
  // What a machine that is lost holds is free before long.
  PQclear(PQexec(made->get(),
                 "SET idle_in_transaction_session_timeout = '30s'; SET "
                 "tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET "
                 "tcp_keepalives_count = 3"));
  PQsetnonblocking(made->get(), 1);
  PQsetNoticeProcessor(
      made->get(), [](void*, const char*) {}, nullptr);
  handle_ = std::move(made);
}

void QueueConnection::ask() {
  if (!asked_at_) asked_at_ = std::chrono::steady_clock::now();
  connect();
}

void QueueConnection::answered() {
  const auto now = std::chrono::steady_clock::now();
  if (!answering_ || (asked_at_ && now - *asked_at_ > tolerance_)) answering_ = now;
  asked_at_.reset();
}

std::chrono::milliseconds QueueConnection::answering_for() const {
  if (!answering_) return std::chrono::milliseconds{0};
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - *answering_);
}

/// What comes of what was sent.
QueueRows QueueConnection::take(const char* statement, bool is_one) {
  PGconn* const connection = handle_->get();
  const auto deadline = std::chrono::steady_clock::now() + patience_;
  const auto lost = [&](std::string_view why) -> QueueLost {
    QueueLost out{fmt::format("{}: the queue does not answer: {}", shown_, why)};
    handle_.reset();
    return out;
  };
  QueueRows out;
  std::optional<QueueLost> passing;
  std::string refusal;
  for (;;) {
    const int rest = PQflush(connection);
    if (rest < 0) throw lost(said_by(PQerrorMessage(connection)));
    if (rest > 0 || PQisBusy(connection) != 0) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(
          deadline - std::chrono::steady_clock::now());
      if (left.count() <= 0) throw lost("nothing came in time");
      pollfd ready{PQsocket(connection),
                   static_cast<short>(POLLIN | (rest > 0 ? POLLOUT : 0)), 0};
      if (::poll(&ready, 1, static_cast<int>(left.count())) > 0 &&
          PQconsumeInput(connection) == 0)
        throw lost(said_by(PQerrorMessage(connection)));
      continue;
    }
    const Result result{PQgetResult(connection)};
    if (!result) break;
    const ExecStatusType status = PQresultStatus(result.get());
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
      out.changed_ = number_of<std::uint64_t>(PQcmdTuples(result.get()));
      const int columns = PQnfields(result.get());
      for (int row = 0; row < PQntuples(result.get()); ++row) {
        auto& values = out.rows_.emplace_back();
        for (int column = 0; column < columns; ++column) {
          if (PQgetisnull(result.get(), row, column) != 0)
            values.emplace_back();
          else
            values.emplace_back(std::in_place, PQgetvalue(result.get(), row, column),
                                PQgetlength(result.get(), row, column));
        }
      }
      continue;
    }
    const char* const state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
    const std::string code = state == nullptr ? "" : state;
    const std::string why = said_by(PQresultErrorMessage(result.get()));
    if (code.empty() || may_pass(code))
      passing.emplace(fmt::format("{}: {}", shown_, why));
    else if (code == "42501")
      refusal = fmt::format(
          "{}: no right to do this: {} (docs/cluster.md has the rights that a role "
          "needs)",
          shown_, why);
    else if (code == "3F000" || code == "42P01")
      refusal = fmt::format(
          "{}: the database has no queue of semsite, or not all of it: semsite queue "
          "init "
          "URL makes one ({})",
          shown_, why);
    else
      refusal = fmt::format("{}: {} [SQLSTATE {}; {}]", shown_, why, code,
                            is_one ? std::string_view{statement}.substr(0, 40) : "");
  }
  if (!refusal.empty()) {
    answered();
    throw RunError{refusal};
  }
  if (PQstatus(connection) != CONNECTION_OK) {
    const std::string why = passing ? passing->what() : std::string{"it went away"};
    throw lost(why);
  }
  if (passing) throw QueueLost{*passing};
  answered();
  return out;
}

QueueRows QueueConnection::run(const char* statement,
                               const std::vector<QueueValue>& values) {
  ask();
  std::vector<const char*> texts;
  texts.reserve(values.size());
  for (const QueueValue& value : values)
    texts.push_back(value ? value->c_str() : nullptr);
  if (PQsendQueryParams(handle_->get(), statement, static_cast<int>(texts.size()),
                        nullptr, texts.data(), nullptr, nullptr, 0) == 0) {
    const std::string why = said_by(PQerrorMessage(handle_->get()));
    handle_.reset();
    throw QueueLost{fmt::format("{}: the queue does not answer: {}", shown_, why)};
  }
  return take(statement, true);
}

void QueueConnection::run_all(const std::string& statements) {
  ask();
  if (PQsendQuery(handle_->get(), statements.c_str()) == 0) {
    const std::string why = said_by(PQerrorMessage(handle_->get()));
    handle_.reset();
    throw QueueLost{fmt::format("{}: the queue does not answer: {}", shown_, why)};
  }
  static_cast<void>(take(statements.c_str(), false));
}

QueueConnection::Transaction::Transaction(QueueConnection& connection)
    : connection_(connection) {
  connection_.run("BEGIN");
}

QueueConnection::Transaction::~Transaction() {
  if (done_ || !connection_.handle_) return;
  try {
    connection_.run("ROLLBACK");
  } catch (const RunError&) {
    // The server takes it back when the connection goes.
    connection_.drop();
  }
}

void QueueConnection::Transaction::commit() {
  done_ = true;
  // A commit of what has failed is a rollback, and nothing more would tell.
  connection_.run("COMMIT");
}

}  // namespace semsite
