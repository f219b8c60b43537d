#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/mutex.hpp"
#include "crawl/retrieve.hpp"
#include "walk/sparql_query.hpp"

namespace semsite {

/// Why an endpoint did not answer a query.
struct SparqlFailure {
  std::string code, problem;
  bool no_table = false;   ///< it answered, but not with rows
  bool refused = false;    ///< robots.txt or our own rules: nothing was asked
  bool cancelled = false;  ///< the run is being stopped
};

/// Reads a body to its end, up to `limit` bytes. Throws DocumentError.
[[nodiscard]] std::string read_text(ByteSource& body, std::size_t limit);

/// Has a page the form that an endpoint shows to people: a field for a query, and not
/// that of a site for searching its pages, which generators of documentation call so,
/// too?
[[nodiscard]] bool has_endpoint_form(std::string_view page, std::string_view url);
/// How endpoints answer who asks for nothing (SPARQL 1.1 Protocol §2.1.7: 400), though
/// others do so, too.
[[nodiscard]] bool misses_query(int status);

/// Asks one endpoint: by POST, and by GET from then on if it refuses that. Thread-safe.
class SparqlAsk {
 public:
  SparqlAsk(Retriever& retriever, std::string endpoint);

  /// The answer, whatever it is.
  [[nodiscard]] Retrieved get(std::string_view query, std::string_view accept);
  /// All of `graph` (empty: the default graph) from the Graph Store at `store`
  /// (SPARQL 1.1 Graph Store HTTP Protocol §5.2).
  [[nodiscard]] Retrieved get_graph(std::string_view store, std::string_view graph);

  struct Rows {
    std::optional<SparqlRows> rows;  ///< nothing: see `failure`
    SparqlFailure failure{};
    bool is_over = false;  ///< more came than its LIMIT asks for, and was not read
  };
  /// Rows of a SELECT; asked for again if they come damaged.
  [[nodiscard]] Rows rows(std::string_view query,
                          std::span<const std::string_view> variables);
  /// A short answer of N-Triples; nothing if it could not be had, or is something else.
  [[nodiscard]] std::optional<std::string> triples(std::string_view query);

  [[nodiscard]] std::uint32_t attempts() const { return attempts_; }
  [[nodiscard]] int status() const { return status_; }
  /// That the header of an answer of rows said that there is more; empty: none did.
  [[nodiscard]] std::string more() const;
  /// Is it a Virtuoso, as far as it says?
  [[nodiscard]] bool is_virtuoso() const { return virtuoso_; }

 private:
  [[nodiscard]] Retrieved send(SparqlRequest request);

  Retriever& retriever_;
  std::string endpoint_;
  std::atomic<SparqlBy> by_ = SparqlBy::post;
  std::atomic<bool> settled_ = false;  ///< one of the two has worked
  std::atomic<bool> virtuoso_ = false;
  std::atomic<std::uint32_t> attempts_ = 0;
  std::atomic<int> status_ = 0;
  mutable Mutex mutex_;
  std::string more_ SEMSITE_GUARDED_BY(mutex_);
};

[[nodiscard]] SparqlFailure failure_of(const Retrieved& got);

/// That an answer says by its header that there is more, in words; empty: it does not.
[[nodiscard]] std::string more_of(const Retrieved& got);

/// The answer to a SELECT.
struct RowsAnswer {
  std::optional<SparqlRows> rows;  ///< nothing: it is no table of these variables
  bool has_end = false;            ///< the format shows where it ends, and that was there
  bool is_over = false;  ///< there are more rows than may be, which were not read
};

/// Reads `text`, sent as `media_type`, as the rows of a query for `variables`: CSV, or
/// results in JSON or XML, whose values are given as CSV would have them. An answer with
/// any fault is none, for counts must be sure. Only the first `most` rows are read.
[[nodiscard]] RowsAnswer read_rows_answer(
    std::string_view text, std::string_view media_type,
    std::span<const std::string_view> variables,
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - 1);

/// What an answer costs an endpoint, in triples: of long texts more (as measured with
/// Virtuoso).
[[nodiscard]] constexpr double work_of(std::uint64_t triples, std::size_t bytes) {
  return static_cast<double>(triples) + static_cast<double>(bytes) / 256;
}

/// How many queries an endpoint is asked at once: two at first, and up to `most`, but
/// more only as long as that makes it faster. Where all its processors are busy, more
/// queries only hinder each other. One thread.
class QueryLimit {
 public:
  using Seconds = std::chrono::duration<double>;

  /// `most`: queries at once that the user allows, at least 1.
  explicit QueryLimit(unsigned most);

  [[nodiscard]] unsigned limit() const { return limit_; }

  /// An answer that `took` so long from its query to its end. `work`: how much it was, in
  /// any unit, none if it failed; `at_once`: queries under way when it began, with
  /// itself.
  void answered(unsigned at_once, double work, Seconds took);

 private:
  void judge(double speed);
  void measure(unsigned limit);

  unsigned most_;
  unsigned good_;   ///< queries at once that were worth it
  unsigned limit_;  ///< more than `good_`: they are tried
  double good_speed_ = 0;
  unsigned resting_ = 0;  ///< answers until more are tried again
  unsigned answers_ = 0;  ///< that were measured with this limit
  double work_ = 0;
  Seconds took_{};
};

/// The queries under way at one endpoint. They go out in the order of their places, so
/// that none waits while later ones pass it. Thread-safe.
class QueryGate {
 public:
  explicit QueryGate(unsigned most) : limit_(most) {}

  /// A place in the line; whoever has it must enter, for those behind it wait.
  [[nodiscard]] std::uint64_t place() {
    const MutexLock lock{mutex_};
    return places_++;
  }
  /// Waits until one more may go and all before `place` have; how many are under way
  /// then.
  [[nodiscard]] unsigned enter(std::uint64_t place) {
    MutexLock lock{mutex_};
    while (place != next_ || under_way_ >= limit_.limit()) moved_.wait(mutex_);
    ++next_;
    ++under_way_;
    const unsigned at_once = under_way_;
    lock.unlock();
    moved_.notify_all();
    return at_once;
  }
  void leave() {
    {
      const MutexLock lock{mutex_};
      --under_way_;
    }
    moved_.notify_all();
  }
  void answered(unsigned at_once, double work, QueryLimit::Seconds took) {
    const MutexLock lock{mutex_};
    limit_.answered(at_once, work, took);
  }

 private:
  Mutex mutex_;
  Condition moved_;
  QueryLimit limit_ SEMSITE_GUARDED_BY(mutex_);
  unsigned under_way_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::uint64_t places_ SEMSITE_GUARDED_BY(mutex_) = 0;  ///< given out
  std::uint64_t next_ SEMSITE_GUARDED_BY(mutex_) = 0;    ///< place that enters next
};

/// One of the queries that may be under way at once; ends with its scope at the latest.
class QueryTurn {
 public:
  /// Waits until it is its turn.
  QueryTurn(QueryGate& gate, std::uint64_t place)
      : gate_(gate), at_once_(gate.enter(place)) {}
  ~QueryTurn() { end(); }
  QueryTurn(const QueryTurn&) = delete;
  QueryTurn& operator=(const QueryTurn&) = delete;
  void end() {
    if (!std::exchange(ended_, true)) gate_.leave();
  }
  /// The same, with an answer of so much work: see `QueryLimit::answered`.
  void end(double work) {
    if (!ended_)
      gate_.answered(at_once_, work, std::chrono::steady_clock::now() - begin_);
    end();
  }

 private:
  QueryGate& gate_;
  unsigned at_once_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool ended_ = false;
};

}  // namespace semsite
