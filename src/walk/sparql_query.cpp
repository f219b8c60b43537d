#include "walk/sparql_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/table_reader.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// `url` with one more field in its query. A fragment is none of the request's.
std::string with_field(std::string_view url, std::string_view field) {
  url = without_fragment(url);
  const char mark = url.find('?') == std::string_view::npos ? '?' : '&';
  return fmt::format("{}{}{}", url, mark, field);
}

}  // namespace

SparqlRequest sparql_request(std::string_view endpoint, std::string_view query,
                             std::string_view accept, SparqlBy by) {
  std::string field = "query=" + percent_encode(query);
  if (by == SparqlBy::get) {
    return {.url = with_field(endpoint, field),
            .method = "GET",
            .accept = std::string{accept},
            .body = {},
            .content_type = {}};
  }
  return {.url = std::string{endpoint},
          .method = "POST",
          .accept = std::string{accept},
          .body = std::move(field),
          .content_type = "application/x-www-form-urlencoded"};
}

std::string graph_store_url(std::string_view store, std::string_view graph) {
  if (!graph.empty()) require_legal_iri(graph);
  return with_field(store, graph.empty() ? "default" : "graph=" + percent_encode(graph));
}

std::optional<SparqlRows> read_csv_rows(std::string_view csv,
                                        std::span<const std::string_view> variables,
                                        std::uint64_t most) {
  MemorySource bytes{std::string{csv}};
  TableReader table{bytes, TableForm::csv, csv.size()};
  SparqlRows out;
  try {
    // An error page begins otherwise.
    if (!table.next() || !std::ranges::equal(table.fields(), variables))
      return std::nullopt;
    while (out.size() < most && table.next()) {
      if (table.is_malformed() || table.fields().size() != variables.size())
        return std::nullopt;
      out.emplace_back(table.fields().begin(), table.fields().end());
    }
  } catch (const DocumentError&) {  // a quote that stays open
    return std::nullopt;
  }
  return out;
}

std::optional<std::uint64_t> limit_of(std::string_view query) {
  constexpr std::string_view kLimit = " LIMIT ";
  const std::size_t at = query.rfind(kLimit);
  return at == std::string_view::npos ? std::nullopt
                                      : parse_uint(query.substr(at + kLimit.size()));
}

const std::vector<std::string>& virtuoso_graphs() {
  static const std::vector<std::string> graphs{
      "http://www.openlinksw.com/schemas/virtrdf#",
      "http://www.w3.org/ns/ldp#",
      "http://localuriqaserver/sparql",
      "http://localhost:8890/DAV/",
      "http://localhost:8890/sparql",
      "urn:activitystreams-owl:map",
      "urn:core:services:sparql"};
  return graphs;
}

}  // namespace semsite
