#include "walk/sparql_walk.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

std::string pattern(std::string_view graph) {
  return graph.empty() ? "{ ?s ?p ?o }"
                       : fmt::format("{{ GRAPH <{}> {{ ?s ?p ?o }} }}", graph);
}

SparqlRequest request(std::string_view endpoint, const std::string& query,
                      std::string_view accept) {
  return {.url = std::string{endpoint},
          .accept = std::string{accept},
          .body = "query=" + percent_encode(query),
          .content_type = "application/x-www-form-urlencoded"};
}

}  // namespace

SparqlRequest count_request(std::string_view endpoint, std::string_view graph) {
  return request(endpoint,
                 fmt::format("SELECT (COUNT(*) AS ?n) WHERE {}", pattern(graph)),
                 "text/csv");
}

SparqlRequest construct_request(std::string_view endpoint, std::string_view graph) {
  return request(endpoint,
                 fmt::format("CONSTRUCT {{ ?s ?p ?o }} WHERE {}", pattern(graph)),
                 "application/n-triples, text/turtle;q=0.9, application/rdf+xml;q=0.5");
}

std::optional<std::uint64_t> parse_count(std::string_view csv) {
  const std::size_t line_end = csv.find('\n');
  if (line_end == std::string_view::npos) return std::nullopt;
  std::string_view row = trim(csv.substr(line_end + 1));
  if (row.size() >= 2 && row.front() == '"' && row.back() == '"')
    row = row.substr(1, row.size() - 2);
  return parse_uint(row);
}

}  // namespace semsite
