#include "walk/sparql_partition.hpp"

#include <gtest/gtest.h>

#include "semsite/errors.hpp"

namespace semsite::sparql_partition_test {
namespace {

TEST(SparqlPartition, AsksForAGraph) {
  EXPECT_EQ(construct_query({}), "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }");
  Partition part;
  part.graph = "http://g/";
  EXPECT_EQ(count_query(part),
            "SELECT (COUNT(*) AS ?n) WHERE { GRAPH <http://g/> { ?s ?p ?o } }");
  EXPECT_EQ(count_query({}, CountOf::distinct),
            "SELECT (COUNT(*) AS ?n) WHERE { { SELECT DISTINCT ?s ?p ?o WHERE "
            "{ ?s ?p ?o } } }");
}

TEST(SparqlPartition, AsksForAPartOfAPredicate) {
  Partition part;
  part.graph = "http://g/";
  part.predicates = {"http://p/"};
  part.blanks = BlankNodes::none;
  part.ranges = {{"MD5(STR(?s))", "\"3\"", "\"a\""}, {"isBlank(?o)", {}, {}}};
  EXPECT_EQ(
      construct_query(part),
      "CONSTRUCT { ?s <http://p/> ?o } WHERE { GRAPH <http://g/> { ?s <http://p/> ?o "
      "FILTER(!isBlank(?s) && !isBlank(?o)) FILTER(MD5(STR(?s)) >= \"3\" && "
      "MD5(STR(?s)) < \"a\") FILTER(isBlank(?o)) } }");
}

TEST(SparqlPartition, AsksForRowsOfOnePredicate) {
  Partition part;
  part.graph = "http://g/";
  part.predicates = {"http://p/"};
  part.ranges = {{"MD5(STR(?s))", "\"3\"", ""}};
  EXPECT_EQ(pairs_query(part),
            "SELECT ?s ?o WHERE { GRAPH <http://g/> { ?s <http://p/> ?o "
            "FILTER(MD5(STR(?s)) >= \"3\") } }");
}

TEST(SparqlPartition, AsksWhichPredicatesHaveIrisOnly) {
  Partition part;
  part.graph = "http://g/";
  EXPECT_EQ(iri_predicates_query(part),
            "SELECT ?p (COUNT(*) AS ?n) WHERE { GRAPH <http://g/> { ?s ?p ?o "
            "FILTER(isIRI(?s) && isIRI(?o)) } } GROUP BY ?p");
}

TEST(SparqlPartition, AsksForSeveralPredicatesAtOnce) {
  Partition part;
  part.predicates = {"http://p/1", "http://p/2"};
  EXPECT_EQ(construct_query(part),
            "CONSTRUCT { ?s ?p ?o } WHERE { VALUES ?p { <http://p/1> <http://p/2> } "
            "?s ?p ?o }");
}

TEST(SparqlPartition, AsksForGraphsBehindTheLastOne) {
  EXPECT_EQ(graphs_query("http://g/\"", 10),
            "SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } FILTER(STR(?g) > "
            "\"http://g/\\\"\") } GROUP BY ?g ORDER BY ?g LIMIT 10");
}

TEST(SparqlPartition, AnIriThatWouldEndTheQueryIsNotPutIntoOne) {
  for (const char* hostile : {"http://a.example/> } ; DROP ALL ; #",
                              "http://a.example/\n#", "b0", "http://a.example/\\u003E"}) {
    Partition part;
    part.graph = hostile;
    EXPECT_THROW((void)construct_query(part), DocumentError) << hostile;
    EXPECT_THROW((void)count_query(part), DocumentError) << hostile;
    EXPECT_THROW((void)count_query(part, CountOf::distinct), DocumentError) << hostile;
    EXPECT_THROW((void)predicates_query(part), DocumentError) << hostile;
    EXPECT_THROW((void)pairs_query(part), DocumentError) << hostile;
    EXPECT_THROW((void)describe_query(hostile), DocumentError) << hostile;
    EXPECT_THROW((void)subject_query(hostile), DocumentError) << hostile;
    EXPECT_THROW((void)subject_query("http://a.example/x", hostile), DocumentError)
        << hostile;
    part.graph.clear();
    part.predicates = {hostile};
    EXPECT_THROW((void)construct_query(part), DocumentError) << hostile;
    part.predicates = {"http://p/1", hostile};
    EXPECT_THROW((void)construct_query(part), DocumentError) << hostile;
  }
  EXPECT_EQ(describe_query("http://a.example/x?y#z"),
            "DESCRIBE <http://a.example/x?y#z>");
  EXPECT_EQ(
      subject_query("http://a.example/x?y#z"),
      "CONSTRUCT { <http://a.example/x?y#z> ?p ?o } WHERE { <http://a.example/x?y#z> "
      "?p ?o }");
  EXPECT_EQ(subject_query("http://a.example/x", "http://g/"),
            "CONSTRUCT { <http://a.example/x> ?p ?o } WHERE { GRAPH <http://g/> { "
            "<http://a.example/x> ?p ?o } }");
}

TEST(SparqlPartition, ComesBackFromItsText) {
  Partition part;
  part.graph = "http://g/";
  part.predicates = {"http://p/1", "http://p/2"};
  part.blanks = BlankNodes::some;
  part.ranges = {{"SUBSTR(MD5(STR(?s)),1,2)", "\"3\"", ""}, {"isBlank(?o)", {}, {}}};
  part.expected = 12;
  const auto back = read_partition(write_partition(part));
  ASSERT_TRUE(back);
  EXPECT_EQ(name_of(*back), name_of(part));
  EXPECT_EQ(back->expected, 12U);
  EXPECT_EQ(back->ranges, part.ranges);
  EXPECT_FALSE(back->pairs);
  part.pairs = true;
  EXPECT_TRUE(read_partition(write_partition(part))->pairs);
  EXPECT_FALSE(read_partition("nonsense"));
}

}  // namespace
}  // namespace semsite::sparql_partition_test
