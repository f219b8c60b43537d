#include "walk/sparql_query.hpp"

#include <gtest/gtest.h>

#include "semsite/errors.hpp"

#include <array>

#include "base/url.hpp"

namespace semsite::sparql_query_test {
namespace {

constexpr std::array<std::string_view, 1> kNumber{"n"};
constexpr std::array<std::string_view, 2> kPair{"g", "n"};

// SPARQL 1.1 Protocol §2.1.2: query via URL-encoded POST.
TEST(SparqlQuery, AsksByFormEncodedPost) {
  const SparqlRequest request =
      sparql_request("http://a.example/sparql", "ASK {}", "text/csv", SparqlBy::post);
  EXPECT_EQ(request.url, "http://a.example/sparql");
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.content_type, "application/x-www-form-urlencoded");
  EXPECT_EQ(percent_decode(request.body), "query=ASK {}");
}

// SPARQL 1.1 Protocol §2.1.1: query via GET.
TEST(SparqlQuery, AsksByGetBesideWhatTheUrlHas) {
  EXPECT_EQ(sparql_request("http://a.example/s", "ASK {}", {}, SparqlBy::get).url,
            "http://a.example/s?query=ASK%20%7B%7D");
  EXPECT_EQ(sparql_request("http://a.example/s?x=1", "A", {}, SparqlBy::get).url,
            "http://a.example/s?x=1&query=A");
}

TEST(SparqlQuery, NamesTheGraphsOfAGraphStore) {  // Graph Store HTTP Protocol §4.2
  EXPECT_EQ(graph_store_url("http://a.example/store", ""),
            "http://a.example/store?default");
  EXPECT_EQ(graph_store_url("http://a.example/store", "http://g/a+b?x=1&y#\u00e9"),
            "http://a.example/store?graph=http%3A%2F%2Fg%2Fa%2Bb%3Fx%3D1%26y%23%C3%A9");
  EXPECT_EQ(graph_store_url("http://a.example/s?repository=1", ""),
            "http://a.example/s?repository=1&default");
  EXPECT_EQ(graph_store_url("http://a.example/store#it", ""),
            "http://a.example/store?default");
}

// SPARQL 1.1 Query Results CSV §3, RFC 4180 §2.
TEST(SparqlQuery, ReadsRowsOfCsv) {
  EXPECT_EQ(read_csv_rows("n\r\n123\r\n", kNumber), (SparqlRows{{"123"}}));
  EXPECT_EQ(read_csv_rows("\"g\",\"n\"\n\"a,\"\"b\"\"\nc\",7\n,8\n", kPair),
            (SparqlRows{{"a,\"b\"\nc", "7"}, {"", "8"}}));
  EXPECT_EQ(read_csv_rows("n\n", kNumber), SparqlRows{});
}

TEST(SparqlQuery, TakesNothingElseForRows) {
  EXPECT_EQ(read_csv_rows("<html>\n<body>", kNumber), std::nullopt);
  EXPECT_EQ(read_csv_rows("", kNumber), std::nullopt);
  EXPECT_EQ(read_csv_rows("m\n1\n", kNumber), std::nullopt);
  EXPECT_EQ(read_csv_rows("g,n\nhttp://a/\n", kPair), std::nullopt);
  EXPECT_EQ(read_csv_rows("g,n\n\"http://a/", kPair), std::nullopt);
}

TEST(SparqlQuery, AGraphInAnAddressIsAnIri) {
  EXPECT_EQ(graph_store_url("http://s.example/", "a:g"), "http://s.example/?graph=a%3Ag");
  EXPECT_THROW((void)graph_store_url("http://s.example/", "a:g&default#\n"),
               DocumentError);
}

}  // namespace
}  // namespace semsite::sparql_query_test
