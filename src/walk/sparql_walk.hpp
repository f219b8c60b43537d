#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace semsite {

/// A SPARQL 1.1 Protocol query by POST, form-encoded (§2.1.2).
struct SparqlRequest {
  std::string url;
  std::string accept;
  std::string body;
  std::string content_type;
};

/// `graph`: IRI of the named graph, or empty for the endpoint's default graph.
[[nodiscard]] SparqlRequest count_request(std::string_view endpoint,
                                          std::string_view graph);

/// All triples of the graph in one answer.
[[nodiscard]] SparqlRequest construct_request(std::string_view endpoint,
                                              std::string_view graph);

/// The number in a one-row `text/csv` answer (SPARQL 1.1 CSV results §3); nothing if it
/// is none.
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view csv);

}  // namespace semsite
