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
  if (graph.starts_with("_:"))
    return which == CountedTriples::all
               ? total_query()
               : "SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } "
                 "FILTER(isBlank(?g) || isBlank(?s) || isBlank(?o)) }";
  Partition part;
  part.graph = graph;
  if (which == CountedTriples::with_blank_nodes) part.blanks = BlankNodes::some;
  return count_query(part);
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
