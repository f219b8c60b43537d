#include "load/store.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.hpp"
#include "load/sniff_guard.hpp"
#include "load/turtle_body.hpp"
#include "rdf/sparql_text.hpp"
#include "walk/sparql_partition.hpp"
#include "walk/sparql_query.hpp"

namespace semsite {
namespace {

Request with_body(std::string_view method, std::string url, std::string_view type,
                  std::string body) {
  Request out;
  out.url = std::move(url);
  out.method = method;
  out.headers = {{"Content-Type", std::string{type}}, {"Accept", "*/*"}};
  out.body = std::move(body);
  out.once = true;
  return out;
}

std::string insert_data(std::string_view graph, std::string_view body) {
  std::string out = "INSERT DATA {";
  if (!graph.empty()) out += " GRAPH " + sparql_iri(graph) + " {";
  out += '\n';
  append_sparql_lines(out, body);
  out += graph.empty() ? "}\n" : "} }\n";
  return out;
}

Request update_request(const std::string& url, std::string update) {
  return with_body("POST", url, "application/sparql-update", std::move(update));
}

constexpr std::string_view kAskAccept =
    "application/sparql-results+json, application/sparql-results+xml;q=0.9, "
    "text/boolean;q=0.8, */*;q=0.1";
constexpr std::string_view kTriples = "application/n-triples";
constexpr std::string_view kTurtle = "text/turtle";
constexpr std::string_view kQuads = "application/n-quads";

Request graph_store_request(std::string_view method, const Store& store,
                            std::string_view graph, std::string_view body) {
  std::string url = graph_store_url(store.load_url, graph);
  if (store.is_virtuoso)
    return with_body(method, std::move(url), kTurtle,
                     guarded_from_sniffing(turtle_of(body)));
  return with_body(method, std::move(url), kTriples, std::string{body});
}

}  // namespace

std::string_view protocol_name(LoadProtocol protocol) {
  switch (protocol) {
    case LoadProtocol::graph_store:
      return "gsp";
    case LoadProtocol::update:
      return "update";
    case LoadProtocol::nquads:
      break;
  }
  return "nquads";
}

Request add_request(const Store& store, std::string_view graph, std::string_view body) {
  switch (store.protocol) {
    case LoadProtocol::graph_store:
      return graph_store_request("POST", store, graph, body);
    case LoadProtocol::update:
      return update_request(store.load_url, insert_data(graph, body));
    case LoadProtocol::nquads:
      break;
  }
  return with_body("POST", store.load_url, kQuads, std::string{body});
}

Request replace_request(const Store& store, std::string_view graph,
                        std::string_view body) {
  if (store.protocol == LoadProtocol::graph_store)
    return graph_store_request("PUT", store, graph, body);
  const std::string drop =
      graph.empty() ? "DROP SILENT DEFAULT ;\n"
                    : fmt::format("DROP SILENT GRAPH {} ;\n", sparql_iri(graph));
  return update_request(store.load_url, drop + insert_data(graph, body));
}

Request graph_request(const std::string& url, std::string_view graph) {
  Request out;
  out.url = graph_store_url(url, graph);
  out.headers = {{"Accept", std::string{kTriples}}};
  return out;
}

Request empty_update_request(const std::string& url) {
  return update_request(url, "INSERT DATA { }");
}

Request empty_nquads_request(const std::string& url) {
  return with_body("POST", url, kQuads, {});
}

std::string store_count_query(std::string_view graph, CountedTriples which) {
  // SPARQL 1.2, for those that have it.
  const std::string_view or_triple =
      which == CountedTriples::with_nodes_or_triples ? " || isTRIPLE(?o)" : "";
  if (graph.starts_with("_:"))
    return which == CountedTriples::all
               ? total_query()
               : fmt::format(
                     "SELECT (COUNT(*) AS ?n) WHERE {{ GRAPH ?g {{ ?s ?p ?o }} "
                     "FILTER(isBlank(?g) || isBlank(?s) || isBlank(?o){}) }}",
                     or_triple);
  if (which == CountedTriples::with_nodes_or_triples)
    return fmt::format("SELECT (COUNT(*) AS ?n) WHERE {{ {} }}",
                       in_sparql_graph(graph,
                                       "?s ?p ?o FILTER(isBlank(?s) || "
                                       "isBlank(?o) || isTRIPLE(?o))"));
  Partition part;
  part.graph = graph;
  if (which == CountedTriples::with_blank_nodes) part.blanks = BlankNodes::some;
  return count_query(part);
}

Request feature_request(const std::string& url, Rdf12Feature feature) {
  const SparqlRequest query =
      sparql_request(url,
                     feature == Rdf12Feature::triple_terms
                         ? "ASK { BIND(<<( <urn:a> <urn:b> <urn:c> )>> AS ?t) }"
                         : "ASK { BIND(\"x\"@en--ltr AS ?t) }",
                     kAskAccept, SparqlBy::post);
  Request out = with_body("POST", query.url, query.content_type, query.body);
  out.headers.back().second = query.accept;
  return out;
}

bool is_yes(std::string_view answer) {
  // {"boolean":true}, <boolean>true</boolean>, true; a page may say anything.
  return answer.size() < 1000 && lower_ascii(answer).find("true") != std::string::npos;
}

Request store_count_request(const std::string& url, std::string_view graph,
                            CountedTriples which) {
  const SparqlRequest query =
      sparql_request(url, store_count_query(graph, which), kCsvAccept, SparqlBy::post);
  Request out = with_body("POST", query.url, query.content_type, query.body);
  out.headers.back().second = query.accept;
  return out;
}

std::optional<std::uint64_t> read_store_count(std::string_view answer) {
  constexpr std::array<std::string_view, 1> kNumber{"n"};
  const auto rows = read_csv_rows(answer, kNumber);
  return rows && rows->size() == 1 ? parse_uint(trim((*rows)[0][0])) : std::nullopt;
}

}  // namespace semsite
