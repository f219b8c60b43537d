#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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

}  // namespace semsite
