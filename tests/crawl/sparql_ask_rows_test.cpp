#include "crawl/sparql_ask.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace semsite::sparql_ask_rows_test {
namespace {

constexpr std::array<std::string_view, 2> kPair{"g", "n"};
constexpr std::string_view kXmlType = "application/sparql-results+xml";

constexpr std::string_view kJson =
    R"({"head":{"vars":["n","g"]},"results":{"bindings":[)"
    R"({"g":{"type":"uri","value":"http://g/"},"n":{"type":"literal","value":"7"}},)"
    R"({"g":{"type":"bnode","value":"b1"}}]}})";
constexpr std::string_view kXml =
    "<sparql xmlns='http://www.w3.org/2005/sparql-results#'><head><variable name='g'/>"
    "<variable name='n'/></head><results><result><binding name='g'><uri>http://g/</uri>"
    "</binding><binding name='n'><literal datatype='http://www.w3.org/2001/XMLSchema#"
    "integer'>7</literal></binding></result><result><binding name='g'><bnode>b1</bnode>"
    "</binding></result></results></sparql>";

const SparqlRows kRows{{"http://g/", "7"}, {"_:b1", ""}};

TEST(SparqlRowsAnswer, NoMoreRowsAreReadThanMayBe) {
  for (const std::string_view text :
       {kJson, kXml, std::string_view{"g,n\r\nhttp://g/,7\r\n_:b1,\r\n"}}) {
    const std::string_view type = text == kJson  ? "application/sparql-results+json"
                                  : text == kXml ? kXmlType
                                                 : "text/csv";
    for (const std::uint64_t most : {1U, 2U}) {
      const RowsAnswer answer = read_rows_answer(text, type, kPair, most);
      ASSERT_TRUE(answer.rows) << type;
      EXPECT_EQ(answer.rows->size(), most) << type;
      EXPECT_EQ(answer.rows->front(), kRows.front());
      EXPECT_EQ(answer.is_over, most == 1) << type;
    }
  }
}

TEST(SparqlRowsAnswer, AQuerySaysHowManyRowsItAsksFor) {
  EXPECT_EQ(limit_of("SELECT ?g WHERE { ?s ?p \" LIMIT 7 \" } ORDER BY ?g LIMIT 1000"),
            1000U);
  EXPECT_EQ(limit_of("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }"), std::nullopt);
}

// SPARQL 1.1 Protocol §2.1.6: an endpoint answers in the format that it has.
TEST(SparqlRowsAnswer, IsTheSameInEveryFormat) {
  const RowsAnswer csv =
      read_rows_answer("g,n\r\nhttp://g/,7\r\n_:b1,\r\n", "text/csv", kPair);
  EXPECT_EQ(csv.rows, kRows);
  EXPECT_FALSE(csv.has_end);
  for (const std::string_view type :
       {"application/sparql-results+json", "application/json", "text/plain"}) {
    const RowsAnswer json = read_rows_answer(kJson, type, kPair);
    EXPECT_EQ(json.rows, kRows) << type;
    EXPECT_TRUE(json.has_end);
  }
  EXPECT_EQ(read_rows_answer(kXml, kXmlType, kPair).rows, kRows);
  EXPECT_EQ(read_rows_answer(kXml, "text/xml", kPair).rows, kRows);
}

TEST(SparqlRowsAnswer, IsNoneIfItBreaksOffOrSaysSomethingElse) {
  for (const std::string_view text : {kJson, kXml})
    for (std::size_t size = 0; size < text.size(); ++size)
      EXPECT_EQ(read_rows_answer(text.substr(0, size), kXmlType, kPair).rows,
                std::nullopt)
          << size;
  constexpr std::array<std::string_view, 1> kOther{"g"};
  for (const std::string_view text : {kJson, kXml})
    EXPECT_EQ(read_rows_answer(text, kXmlType, kOther).rows, std::nullopt);
  EXPECT_EQ(
      read_rows_answer(R"({"head":{},"boolean":true})", "application/json", {}).rows,
      std::nullopt);
  EXPECT_EQ(read_rows_answer("<html><body>Overload", "text/html", kPair).rows,
            std::nullopt);
}

// A solution that is left out would be a wrong count.
TEST(SparqlRowsAnswer, IsNoneIfAValueIsFaulty) {
  std::string text{kXml};
  text.replace(text.find("http://g/"), 9, "g");
  EXPECT_EQ(read_rows_answer(text, kXmlType, kPair).rows, std::nullopt);
}

}  // namespace
}  // namespace semsite::sparql_ask_rows_test
