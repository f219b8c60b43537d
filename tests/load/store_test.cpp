#include "load/store.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::store_test {
namespace {

constexpr const char* kLine = "<a:s> <a:p> \"o\" .\n";

Store store_of(LoadProtocol protocol) {
  return {.protocol = protocol, .load_url = "http://s.example/x", .query_url = {}};
}

TEST(Store, NamesTheGraphInTheQueryOfAGraphStoreUrl) {
  const Store store = store_of(LoadProtocol::graph_store);
  const Request add = add_request(store, "http://g.example/a?b=1&c", kLine);
  EXPECT_EQ(add.url, "http://s.example/x?graph=http%3A%2F%2Fg.example%2Fa%3Fb%3D1%26c");
  EXPECT_EQ(add.method, "POST");
  EXPECT_EQ(add.body, kLine);
  EXPECT_TRUE(add.once);
  EXPECT_EQ(add_request(store, "", kLine).url, "http://s.example/x?default");
  EXPECT_EQ(replace_request(store, "a:g", kLine).method, "PUT");
}

TEST(Store, VirtuosoGetsTurtleThatItDoesNotTakeForAPage) {
  Store store = store_of(LoadProtocol::graph_store);
  EXPECT_EQ(add_request(store, "a:g", kLine).headers[0].second, "application/n-triples");
  store.is_virtuoso = true;
  const std::string line =
      "<http://a.example/s> <http://a.example/p> <http://a.example/o> .\n";
  for (const Request& request :
       {add_request(store, "a:g", line), replace_request(store, "a:g", line)}) {
    EXPECT_EQ(request.headers[0].first, "Content-Type");
    EXPECT_EQ(request.headers[0].second, "text/turtle");
    EXPECT_EQ(request.body, guarded_from_sniffing(turtle_of(line)));
  }
  store.protocol = LoadProtocol::update;
  EXPECT_EQ(add_request(store, "a:g", kLine).body,
            "INSERT DATA { GRAPH <a:g> {\n<a:s> <a:p> \"o\" .\n} }\n");
}

TEST(Store, AddsTheGraphToAQueryThatIsThere) {
  Store store = store_of(LoadProtocol::graph_store);
  store.load_url += "?key=1";
  EXPECT_EQ(add_request(store, "a:g", kLine).url, "http://s.example/x?key=1&graph=a%3Ag");
}

TEST(Store, AGraphDoesNotLeaveItsBrackets) {
  for (const char* graph :
       {"a:g> { } } ; DROP ALL ; #", "a:g\n", "a:\\u003E", "no scheme"}) {
    const Store update = store_of(LoadProtocol::update);
    EXPECT_THROW((void)add_request(update, graph, kLine), DocumentError) << graph;
    EXPECT_THROW((void)replace_request(update, graph, kLine), DocumentError) << graph;
    const Store gsp = store_of(LoadProtocol::graph_store);
    EXPECT_THROW((void)add_request(gsp, graph, kLine), DocumentError) << graph;
    EXPECT_THROW((void)store_count_query(graph, CountedTriples::all), DocumentError);
  }
}

// SPARQL decodes such escapes before it looks at strings: here they are text.
TEST(Store, TextThatLooksEscapedDoesNotLeaveItsQuotes) {
  EXPECT_EQ(add_request(store_of(LoadProtocol::update), "",
                        "<a:s> <a:p> \"\\\\u0022 } ; DROP ALL #\" .\n")
                .body,
            "INSERT DATA {\n<a:s> <a:p> \"\\\\\\U000000750022 } ; DROP ALL #\" .\n}\n");
}

TEST(Store, WrapsLinesInAnUpdateAndDropsInTheSameRequest) {
  const Store store = store_of(LoadProtocol::update);
  EXPECT_EQ(add_request(store, "a:g", kLine).body,
            "INSERT DATA { GRAPH <a:g> {\n<a:s> <a:p> \"o\" .\n} }\n");
  EXPECT_EQ(add_request(store, "", kLine).body,
            "INSERT DATA {\n<a:s> <a:p> \"o\" .\n}\n");
  EXPECT_EQ(replace_request(store, "a:g", kLine).body,
            "DROP SILENT GRAPH <a:g> ;\nINSERT DATA { GRAPH <a:g> {\n<a:s> <a:p> \"o\" "
            ".\n} }\n");
}

// SPARQL 1.1 Update §3.1.2. An operation for each graph: Virtuoso 7.2.5 deletes no
// literals with language tags from several at once.
TEST(Store, TakesQuadsOutGraphByGraph) {
  Store store;
  store.update_url = "http://store/update";
  const Request request = remove_request(store,
                                         "<a:s> <a:p> \"x\"@en <a:g> .\n"
                                         "<a:s> <a:p> \"\\\\u0041\" .\n"
                                         "<a:t> <a:p> <a:o> <a:g> .\n");
  EXPECT_EQ(request.url, "http://store/update");
  EXPECT_EQ(request.body,
            "DELETE DATA {\n<a:s> <a:p> \"\\\\\\U000000750041\" .\n}\n;\n"
            "DELETE DATA {\nGRAPH <a:g> {\n<a:s> <a:p> \"x\"@en .\n"
            "<a:t> <a:p> <a:o> .\n}\n}\n");
}

TEST(Store, TakesGraphsAwayInOneRequest) {
  Store store;
  store.update_url = "http://store/update";
  EXPECT_EQ(drop_request(store, "<a:g>\n<a:h>\n").body,
            "DROP SILENT GRAPH <a:g>\n;\nDROP SILENT GRAPH <a:h>\n");
}

TEST(Store, CountsAllTriplesOrThoseWithBlankNodes) {
  EXPECT_EQ(store_count_query("a:g", CountedTriples::all),
            "SELECT (COUNT(*) AS ?n) WHERE { GRAPH <a:g> { ?s ?p ?o } }");
  EXPECT_EQ(
      store_count_query("a:g", CountedTriples::with_blank_nodes),
      "SELECT (COUNT(*) AS ?n) WHERE { GRAPH <a:g> { ?s ?p ?o FILTER(isBlank(?s) || "
      "isBlank(?o)) } }");
  EXPECT_EQ(store_count_query("_:x", CountedTriples::with_blank_nodes),
            "SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } FILTER(isBlank(?g) || "
            "isBlank(?s) || isBlank(?o)) }");
}

// SPARQL 1.2: blank nodes may be in triple terms, too.
TEST(Store, CountsThoseWithTripleTermsWhereTheStoreHasSuch) {
  EXPECT_EQ(store_count_query("a:g", CountedTriples::with_nodes_or_triples),
            "SELECT (COUNT(*) AS ?n) WHERE { GRAPH <a:g> { ?s ?p ?o FILTER(isBlank(?s) "
            "|| isBlank(?o) || isTRIPLE(?o)) } }");
  EXPECT_EQ(store_count_query("_:x", CountedTriples::with_nodes_or_triples),
            "SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } FILTER(isBlank(?g) || "
            "isBlank(?s) || isBlank(?o) || isTRIPLE(?o)) }");
}

TEST(Store, AYesIsAYesInAnyFormOfResults) {
  EXPECT_TRUE(is_yes("{\"head\":{},\"boolean\": true}"));
  EXPECT_TRUE(is_yes("<sparql><head/><boolean>true</boolean></sparql>"));
  EXPECT_TRUE(is_yes("true"));
  EXPECT_FALSE(is_yes("{\"head\":{},\"boolean\":false}"));
  EXPECT_FALSE(is_yes(""));
}

}  // namespace
}  // namespace semsite::store_test
