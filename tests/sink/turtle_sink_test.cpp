#include "sink/turtle_sink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/file_io.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"
#include "support/turtle_reading.hpp"

namespace semsite::turtle_sink_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class TurtleSinkTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() /
             ("semsite-turtle-sink-" + std::to_string(::getpid()) + ".ttl"))
                .string();
    document_->scope = "scope";
    document_->name = "test";
  }
  void TearDown() override { std::filesystem::remove(path_); }

  QuadBatch batch(std::vector<Quad> quads, std::uint64_t sequence = 0) const {
    QuadBatch out{document_, sequence};
    for (const Quad& quad : quads) out.add(quad);
    return out;
  }

  std::string write(const std::vector<QuadBatch>& batches,
                    GraphTerms graphs = GraphTerms::keep) {
    OutputFile output{path_};
    TurtleSink sink{output, graphs};
    for (const QuadBatch& each : batches) sink.write(each);
    sink.end_document(*document_);
    sink.finish();
    output.finish();
    return read_file(path_);
  }

  std::string write(std::vector<Quad> quads, GraphTerms graphs = GraphTerms::keep) {
    std::vector<QuadBatch> batches;
    batches.push_back(batch(std::move(quads)));
    return write(batches, graphs);
  }

  /// The lines of the quads as N-Quads has them.
  std::set<std::string> lines(const std::vector<Quad>& quads) const {
    std::set<std::string> out;
    for (const Quad& quad : quads) {
      std::string line;
      append_quad(line, quad, *document_);
      line.pop_back();
      out.insert(line);
    }
    return out;
  }

  std::shared_ptr<Document> document_ = std::make_shared<Document>();
  std::string path_;
};

const Term kS = iri_term("http://e/s");
const Term kP = iri_term("http://e/p");

Quad quad(const Term& object, const Term& graph = {}) { return {kS, kP, object, graph}; }
Term literal(std::string_view value) {
  return {.value = value, .kind = TermKind::literal};
}
Term typed(std::string_view value, std::string_view type) {
  return {.value = value, .tag = type, .kind = TermKind::typed};
}
Term blank(std::string_view label) { return {.value = label, .kind = TermKind::blank}; }

TEST_F(TurtleSinkTest, WritesPrefixesAndAbbreviations) {
  const std::string text =
      write({{kS, iri_term(kRdfType), iri_term("http://schema.org/Place")},
             quad(typed("1", kXsdInteger))},
            GraphTerms::drop);
  EXPECT_THAT(text, HasSubstr("@prefix schema: <http://schema.org/> .\n"));
  EXPECT_THAT(text, HasSubstr("<http://e/s>\n\ta schema:Place ;\n\t<http://e/p> 1 .\n"));
}

// What is written and read again is the same set of quads.
TEST_F(TurtleSinkTest, SurvivesTheRoundTrip) {
  const Term nil = iri_term(kRdfNil);
  const Term type = iri_term(kRdfType);
  const std::string control{"\0\x01\b\f\x7F\r\n\t\"\\", 10};
  const std::vector<Quad> quads{
      quad(literal("")),
      quad(literal("a\nb\"c\\d\"")),
      quad(literal("\"\"\"")),
      quad(literal("ends in \\")),
      quad(literal(control)),
      quad(literal("\u00E9 \u20AC \U0001F600")),
      quad({.value = "x", .tag = "en-GB", .kind = TermKind::lang}),
      quad(typed("x", "http://e/type")),
      quad(typed("1", kXsdInteger)),
      quad(typed("-01", kXsdInteger)),
      quad(typed("one", kXsdInteger)),
      quad(typed("", kXsdInteger)),
      quad(typed("1 ", kXsdInteger)),
      quad(typed("1.50", kXsdDecimal)),
      quad(typed(".5", kXsdDecimal)),
      quad(typed("5.", kXsdDecimal)),
      quad(typed("5", kXsdDecimal)),
      quad(typed("1.5e0", kXsdDecimal)),
      quad(typed("1E0", kXsdDouble)),
      quad(typed("INF", kXsdDouble)),
      quad(typed("true", kXsdBoolean)),
      quad(typed("1", kXsdBoolean)),
      quad(typed("maybe", kXsdBoolean)),
      quad(nil),
      quad(type),
      {nil, kP, kS, {}},
      {type, kP, kS, {}},
      {kS, nil, kS, {}},
      {kS, type, type, {}},
      quad(typed("2000-01-01", "http://www.w3.org/2001/XMLSchema#date")),
      quad(typed("x", "http://www.w3.org/2001/XMLSchema#integer2")),
      quad(typed("x", "http://www.w3.org/2001/XMLSchema#a-b.c")),
      quad(iri_term(kXsdInteger)),
      quad(iri_term(kXsd)),
      quad(iri_term("http://www.w3.org/2001/XMLSchema#1")),
      quad(iri_term("http://www.w3.org/2001/XMLSchema#a/b")),
      {iri_term(kXsdInteger), iri_term(kXsdBoolean), kS, {}},
      quad(iri_term("http://schema.org/")),
      quad(iri_term("http://schema.org/a.b/c?d#e")),
      quad(iri_term("http://schema.org/-a")),
      quad(iri_term("http://e/\u00E9(x)'%20")),
      quad(blank("plain1")),
      quad(blank("a.b-c_\u00E9")),
      {blank("plain1"), kP, blank("b1"), {}},
      quad(literal("in g"), iri_term("http://e/g")),
      quad(literal("in g too"), iri_term("http://e/g")),
      quad(literal("in h"), iri_term("http://e/h")),
      quad(literal("in blank"), blank("g")),
      quad(literal("in nil"), nil),
      quad(literal("in default again")),
  };
  const std::string text = write(quads);
  const auto reading = test::read_turtle(TurtleDialect::trig, text);
  EXPECT_THAT(reading.codes(), ElementsAre()) << text;
  // Labels get the document's scope when written; read again they are new labels.
  std::set<std::string> got;
  for (std::string line : reading.lines) {
    for (std::size_t at = 0; (at = line.find("_:bxbscope", at)) != std::string::npos;)
      line.replace(at, 10, "_:bscope");
    for (std::size_t at = 0; (at = line.find("_:bzbscope", at)) != std::string::npos;)
      line.replace(at, 10, "_:bscope");
    for (std::size_t at = 0; (at = line.find("_5F", at)) != std::string::npos; ++at)
      line.replace(at, 3, "_");
    got.insert(line);
  }
  EXPECT_THAT(got, testing::ElementsAreArray(lines(quads)));
}

TEST_F(TurtleSinkTest, DropsGraphsInTurtle) {
  const std::string text =
      write({quad(literal("x"), iri_term("http://e/g"))}, GraphTerms::drop);
  EXPECT_THAT(text, Not(HasSubstr("http://e/g")));
  EXPECT_THAT(test::read_turtle(TurtleDialect::turtle, text).lines,
              ElementsAre("<http://e/s> <http://e/p> \"x\" ."));
}

TEST_F(TurtleSinkTest, PutsTriplesIntoTheGraphOfTheDocument) {
  document_->graph = "http://e/doc";
  EXPECT_THAT(test::read_turtle(TurtleDialect::trig, write({quad(literal("x"))})).lines,
              ElementsAre("<http://e/s> <http://e/p> \"x\" <http://e/doc> ."));
  document_->drop_graphs = true;
  EXPECT_THAT(test::read_turtle(TurtleDialect::trig, write({quad(literal("x"))})).lines,
              ElementsAre("<http://e/s> <http://e/p> \"x\" ."));
}

TEST_F(TurtleSinkTest, WritesBatchesInTheirOrder) {
  std::vector<QuadBatch> batches;
  batches.push_back(batch({quad(literal("third"), kP)}, 2));
  batches.push_back(batch({quad(literal("first"), kP)}, 0));
  batches.push_back(batch({}, 1));
  batches.push_back(batch({quad(literal("fourth"))}, 3));
  const auto reading = test::read_turtle(TurtleDialect::trig, write(batches));
  EXPECT_THAT(reading.lines,
              ElementsAre("<http://e/s> <http://e/p> \"first\" <http://e/p> .",
                          "<http://e/s> <http://e/p> \"third\" <http://e/p> .",
                          "<http://e/s> <http://e/p> \"fourth\" ."));
}

TEST_F(TurtleSinkTest, WritesNothingBehindTheBatchInWhichADocumentWasGivenUp) {
  std::vector<QuadBatch> batches;
  batches.push_back(batch({quad(literal("behind"))}, 1));
  batches.push_back(batch({quad(literal("last"))}, 0));
  batches.back().give_up();
  const std::string text = write(batches);
  EXPECT_THAT(text, HasSubstr("\"last\""));
  EXPECT_THAT(text, Not(HasSubstr("behind")));
}

TEST_F(TurtleSinkTest, WritesAnEmptyDocumentThatCanBeRead) {
  const auto reading =
      test::read_turtle(TurtleDialect::turtle, write(std::vector<Quad>{}));
  EXPECT_THAT(reading.lines, ElementsAre());
  EXPECT_THAT(reading.codes(), ElementsAre());
}

// Serd writes what it is given.
TEST_F(TurtleSinkTest, RefusesTermsThatAreNotLegal) {
  const Term good = iri_term("http://x/a");
  for (const char* hostile : {"http://x/> .\n<http://y/", "b", "http://x/\"", ""}) {
    const Term bad = iri_term(hostile);
    EXPECT_THROW(write({{.subject = bad, .predicate = good, .object = good}}),
                 DocumentError);
    EXPECT_THROW(write({{.subject = good, .predicate = bad, .object = good}}),
                 DocumentError);
    EXPECT_THROW(
        write({{.subject = good, .predicate = good, .object = good, .graph = bad}}),
        DocumentError);
    EXPECT_THROW(
        write({{.subject = good,
                .predicate = good,
                .object = {.value = "1", .tag = hostile, .kind = TermKind::typed}}}),
        DocumentError);
  }
  EXPECT_THROW(
      write({{.subject = good,
              .predicate = good,
              .object = {.value = "t", .tag = "en .\n<x:s>", .kind = TermKind::lang}}}),
      DocumentError);
  document_->graph = "http://x/> { } #";
  EXPECT_THROW(write({{.subject = good, .predicate = good, .object = good}}),
               DocumentError);
}

// RDF 1.2 Turtle §2.10; a version is announced where it is needed only.
TEST_F(TurtleSinkTest, WritesTripleTermsAndDirectionsBetweenTheOthers) {
  const std::string triple = triple_text(
      {{.value = "b1", .kind = TermKind::blank}, iri_term("a:p"), iri_term("a:o")});
  std::vector<Quad> quads;
  for (const Term& object :
       {iri_term("a:o"), Term{.value = triple, .kind = TermKind::triple},
        Term{.value = "x\n", .tag = "ar--rtl", .kind = TermKind::lang}, iri_term("a:q")})
    quads.push_back({.subject = iri_term("a:s"),
                     .predicate = iri_term("a:p"),
                     .object = object,
                     .graph = iri_term("a:g")});
  for (const GraphTerms graphs : {GraphTerms::keep, GraphTerms::drop}) {
    const std::string text = write(quads, graphs);
    EXPECT_THAT(text, HasSubstr("VERSION \"1.2\"\n"));
    const bool kept = graphs == GraphTerms::keep;
    const auto reading = kept ? test::read_trig(text) : test::read_turtle(text);
    EXPECT_TRUE(reading.faults.empty()) << text;
    const std::string graph = kept ? " <a:g> ." : " .";
    EXPECT_THAT(
        reading.lines,
        ElementsAre("<a:s> <a:p> <a:o>" + graph,
                    "<a:s> <a:p> <<( _:bxbscopexb1 <a:p> <a:o> )>>" + graph,
                    "<a:s> <a:p> \"x\\n\"@ar--rtl" + graph, "<a:s> <a:p> <a:q>" + graph))
        << text;
  }
  quads.erase(quads.begin() + 1, quads.begin() + 3);
  EXPECT_THAT(write(quads), Not(HasSubstr("VERSION")));
}

}  // namespace
}  // namespace semsite::turtle_sink_test
