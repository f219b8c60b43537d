#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// How a query travels (SPARQL 1.1 Protocol §2.1).
enum class SparqlBy : std::uint8_t {
  post,  ///< form-encoded (§2.1.2)
  get,   ///< in the URL (§2.1.1)
};

struct SparqlRequest {
  std::string url;
  std::string method;
  std::string accept;
  std::string body;          ///< of a POST
  std::string content_type;  ///< of a POST
};

[[nodiscard]] SparqlRequest sparql_request(std::string_view endpoint,
                                           std::string_view query,
                                           std::string_view accept, SparqlBy by);

/// Where the Graph Store at `store` has a graph (SPARQL 1.1 Graph Store HTTP Protocol
/// §4.2). `graph`: its IRI; empty: the default graph. Throws DocumentError "iri.bad".
[[nodiscard]] std::string graph_store_url(std::string_view store, std::string_view graph);

/// What to accept as the answer to a CONSTRUCT or DESCRIBE, and to a SELECT.
inline constexpr std::string_view kTriplesAccept =
    "application/n-triples, text/plain;q=0.9, text/turtle;q=0.8, "
    "application/rdf+xml;q=0.5";
inline constexpr std::string_view kCsvAccept = "text/csv";
inline constexpr std::string_view kRowsAccept =
    "text/csv, application/sparql-results+json;q=0.8, "
    "application/sparql-results+xml;q=0.6";

/// The rows of a `text/csv` answer (SPARQL 1.1 CSV results §3, RFC 4180) to a query for
/// `variables`; nothing if it is none. An unbound value is empty.
using SparqlRows = std::vector<std::vector<std::string>>;
/// `most`: further rows are not read.
[[nodiscard]] std::optional<SparqlRows> read_csv_rows(
    std::string_view csv, std::span<const std::string_view> variables,
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// How many rows `query`, one of ours, asks for: the number of its LIMIT; nothing if it
/// has none.
[[nodiscard]] std::optional<std::uint64_t> limit_of(std::string_view query);

/// IRIs of the graphs in which Virtuoso keeps what is its own.
[[nodiscard]] const std::vector<std::string>& virtuoso_graphs();

}  // namespace semsite
