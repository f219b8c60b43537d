#include "rdf/nquads_text.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace semsite::nquads_text_test {
namespace {

std::string text_of(const Term& term) {
  std::string out = "before ";
  append_term(out, term, "scope");
  return out.substr(7);
}

Term literal(std::string_view value) {
  return {.value = value, .tag = {}, .kind = TermKind::literal};
}

Term blank(std::string_view label) {
  return {.value = label, .tag = {}, .kind = TermKind::blank};
}

// RDF 1.2 N-Quads, canonical form: BS HT LF FF CR " \ by ECHAR, other controls by UCHAR.
TEST(NQuadsText, EscapesOnlyWhatMustBe) {
  std::string all;
  for (char c = 0; c < 0x30; ++c) all += c;
  all += "\\\x7F\xC2\x80\xC3\xA9";
  EXPECT_EQ(text_of(literal(all)),
            R"("\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000B\f\r)"
            R"(\u000E\u000F\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018)"
            R"(\u0019\u001A\u001B\u001C\u001D\u001E\u001F !\"#$%&'()*+,-./\\\u007F)"
            "\xC2\x80\xC3\xA9\"");
}

TEST(NQuadsText, CopiesPlainTerms) {
  Term term = literal("as it is");
  term.plain = true;
  EXPECT_EQ(text_of(term), "\"as it is\"");
}

TEST(NQuadsText, WritesTagAndDatatype) {
  EXPECT_EQ(text_of({.value = "a", .tag = "en-GB", .kind = TermKind::lang}),
            "\"a\"@en-GB");
  EXPECT_EQ(text_of({.value = "1", .tag = "http://t", .kind = TermKind::typed}),
            "\"1\"^^<http://t>");
}

TEST(NQuadsText, KeepsLabelsOfDifferentNodesApart) {
  EXPECT_EQ(text_of(blank("a1")), "_:bscopexa1");
  EXPECT_EQ(text_of(blank("a-1")), "_:bscopeza_2D1");
  EXPECT_EQ(text_of(blank("a_2D1")), "_:bscopeza_5F2D1");
  EXPECT_EQ(text_of(blank("\xC3\xA9")), "_:bscopez_C3_A9");
}

Quad quad_in(std::string_view graph) {
  Quad quad{.subject = iri_term("a:s"),
            .predicate = iri_term("a:p"),
            .object = iri_term("a:o"),
            .graph = {}};
  if (!graph.empty()) quad.graph = iri_term(graph);
  return quad;
}

std::string line_of(const Quad& quad, const Document& document) {
  std::string out;
  append_quad(out, quad, document);
  return out;
}

TEST(NQuadsText, GivesATripleTheGraphOfItsDocument) {
  Document document;
  EXPECT_EQ(line_of(quad_in(""), document), "<a:s> <a:p> <a:o> .\n");
  document.graph = "a:doc";
  EXPECT_EQ(line_of(quad_in(""), document), "<a:s> <a:p> <a:o> <a:doc> .\n");
  EXPECT_EQ(line_of(quad_in("a:g"), document), "<a:s> <a:p> <a:o> <a:g> .\n");
  document.drop_graphs = true;
  EXPECT_EQ(line_of(quad_in("a:g"), document), "<a:s> <a:p> <a:o> .\n");
}

TEST(NQuadsText, WritesABatchLineByLine) {
  QuadBatch batch{std::make_shared<Document>()};
  batch.add(quad_in("a:g"));
  batch.add(quad_in(""));
  TextBuffer lines;
  append_quads(lines, batch);
  EXPECT_EQ(lines.view(), "<a:s> <a:p> <a:o> <a:g> .\n<a:s> <a:p> <a:o> .\n");
  lines.clear();
  append_quads(lines, batch, GraphTerms::drop);
  EXPECT_EQ(lines.view(), "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> .\n");
}

TEST(NQuadsText, MakesRoomForTheLongestEscapes) {
  QuadBatch batch{std::make_shared<Document>()};
  Quad quad = quad_in("");
  quad.object = literal(batch.keep(std::string(100'000, '\x01')));
  batch.add(quad);
  TextBuffer lines;
  append_quads(lines, batch);
  EXPECT_EQ(lines.view().size(),
            600'000 + std::string_view{"<a:s> <a:p> \"\" .\n"}.size());
}

}  // namespace
}  // namespace semsite::nquads_text_test
