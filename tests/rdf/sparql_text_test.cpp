#include "rdf/sparql_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "semsite/errors.hpp"

namespace semsite::sparql_text_test {
namespace {

TEST(SparqlText, AnIriDoesNotLeaveItsBrackets) {
  EXPECT_EQ(sparql_iri("http://g.example/x?y#z"), "<http://g.example/x?y#z>");
  for (const std::string_view iri :
       {"http://x/> } ; DROP ALL ; #", "http://x/\n} ; DROP ALL", "http://x/\\u003E",
        "http://x/\\U0000003E", "http://x/\"", "_:b0", "b0", "", "\x01\x02"})
    EXPECT_THROW((void)sparql_iri(iri), DocumentError) << iri;
}

TEST(SparqlText, AGraphIsATermToo) {
  EXPECT_EQ(in_sparql_graph("a:g", "?s ?p ?o"), "GRAPH <a:g> { ?s ?p ?o }");
  EXPECT_EQ(in_sparql_graph("", "?s ?p ?o"), "?s ?p ?o");
  EXPECT_THROW((void)in_sparql_graph("a:g> { } #", ""), DocumentError);
}

TEST(SparqlText, TextStaysInItsQuotes) {
  EXPECT_EQ(sparql_string("a\"b\\c\nd"), "\"a\\\"b\\\\c\\nd\"");
  // Decoded before anything else is read (SPARQL 1.1 Query §19.2).
  EXPECT_EQ(sparql_string("\\u0022 } DROP ALL"), R"("\\\U000000750022 } DROP ALL")");
  EXPECT_EQ(sparql_string(std::string_view{"\0\x7F", 2}), R"("\U00000000\U0000007F")");
  EXPECT_THROW((void)sparql_string("\xFF"), DocumentError);
}

TEST(SparqlText, TermsOfEachKind) {
  std::string out;
  append_sparql(out, {.value = "t", .tag = "en", .kind = TermKind::lang});
  append_sparql(out, {.value = "1", .tag = "a:t", .kind = TermKind::typed});
  append_sparql(out, {.value = "b", .kind = TermKind::blank}, "scope");
  EXPECT_EQ(out, R"("t"@en"1"^^<a:t>_:bscopexb)");
  EXPECT_THROW(
      append_sparql(out, {.value = "t", .tag = "en } #", .kind = TermKind::lang}),
      DocumentError);
}

TEST(SparqlText, ARemarkIsOneLine) {
  EXPECT_EQ(sparql_remark("of http://x/\nDROP ALL ;\r all"),
            "# of http://x/ DROP ALL ;  all\n");
  EXPECT_EQ(sparql_remark("\\u000ADROP ALL"), "# /u000ADROP ALL\n");
}

TEST(SparqlText, LooksAgainAtTermsThatWereText) {
  for (const char* term :
       {"<a:b>", "_:b1x2", R"("a \" b")", R"("a"@en-GB)", R"("1"^^<a:t>)", R"("\u0001")"})
    EXPECT_TRUE(is_sparql_term(term)) << term;
  for (const char* term :
       {"", "<>", "<b>", "<a:b> <c:d>", "<a:>b>", "<a:\\u003E>", "_:", "_:a b", "\"a",
        "\"a\" b\"", "\"a\"b\"", "\"a\n\"", "\"a\"@en } #", "\"a\"^^a:t", "\"a\\\"",
        "\"a\"^^<a:> } #>", "?s", "a:b"})
    EXPECT_FALSE(is_sparql_term(term)) << term;
}

}  // namespace
}  // namespace semsite::sparql_text_test
