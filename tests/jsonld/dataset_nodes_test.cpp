#include "jsonld/dataset_nodes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "jsonld/jsonld_sink.hpp"
#include "semsite/errors.hpp"
#include "support/jsonld_text.hpp"
#include "support/sink_text.hpp"

namespace semsite::test::dataset_nodes_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kRdfIri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// N-Quads of triples with `first`, `rest`, `nil`, `a` as short names.
std::string quads(const std::vector<std::string>& lines) {
  std::string out;
  for (std::string line : lines) {
    for (const char* const name : {"first", "rest", "nil", "type", "List", "value",
                                   "direction", "language", "JSON"}) {
      const std::string mark = std::string{"rdf:"} + name;
      for (std::size_t at; (at = line.find(mark)) != std::string::npos;)
        line.replace(at, mark.size(), "<" + kRdfIri + name + ">");
    }
    out += line + " .\n";
  }
  return out;
}

std::string whole(const std::string& text, const JsonLdRules& rules = {}) {
  return output_text({}, [&](OutputFile& output) {
    JsonLdWholeSink sink{output, rules, {}, 1 << 20};
    write_text(sink, text);
    sink.finish();
  });
}

/// The quads that a reader finds in it, blank nodes numbered as they come.
std::size_t quads_in(const std::string& document) {
  return read_jsonld(document).quads.size();
}

// RDF 1.2 Concepts §3.4: tags are compared without case.
TEST(DatasetNodes, HaveATextOnceWhateverTheCaseOfItsTag) {
  const std::string text = quads({"<x:s> <x:p> \"1\"@en", "<x:s> <x:p> \"1\"@EN",
                                  "<x:s> <x:p> \"1\"@de", "<x:s> <x:p> \"1\"@En"});
  EXPECT_EQ(whole(text),
            "[\n{\"@id\":\"x:s\",\"x:p\":[{\"@value\":\"1\",\"@language\":\"EN\"},"
            "{\"@value\":\"1\",\"@language\":\"de\"}]}\n]\n");
}

// JSON-LD 1.1 API §8.4.2, step 6.4
TEST(DatasetNodes, MakesListsOfCells) {
  const std::string out =
      whole(quads({"<x:s> <x:p> _:a", "_:a rdf:first \"1\"", "_:a rdf:rest _:b",
                   "_:b rdf:first \"2\"", "_:b rdf:rest rdf:nil"}));
  EXPECT_EQ(out,
            "[\n{\"@id\":\"x:s\",\"x:p\":[{\"@list\":[{\"@value\":\"1\"},"
            "{\"@value\":\"2\"}]}]}\n]\n");
}

// What is not the dataset any more would be a lie: such cells stay nodes.
TEST(DatasetNodes, KeepsCellsWhoseLabelsAreNeeded) {
  const std::vector<std::string> list{
      "<x:s> <x:p> _:a <x:g>", "_:a rdf:first \"1\" <x:g>", "_:a rdf:rest rdf:nil <x:g>"};
  EXPECT_THAT(whole(quads(list)), HasSubstr("@list\":[{"));
  for (const char* const more :
       {"<x:s> <x:q> _:a <x:g>", "<x:s> <x:p> _:a <x:h>", "_:a <x:q> \"2\" <x:h>",
        "_:a <x:q> \"2\" <x:g>", "<x:t> rdf:type _:a <x:g>", "<x:t> <x:q> \"3\" _:a",
        "_:a rdf:first \"2\" <x:g>", "_:a rdf:rest <x:o> <x:g>"}) {
    std::vector<std::string> lines = list;
    lines.emplace_back(more);
    const std::string out = whole(quads(lines));
    EXPECT_THAT(out, Not(HasSubstr("@list\":[{"))) << more;
    EXPECT_EQ(quads_in(out), lines.size()) << out;
  }
}

TEST(DatasetNodes, ACircleOfListsIsNotLost) {
  const std::string circle = quads({"_:a rdf:first _:b", "_:a rdf:rest rdf:nil",
                                    "_:b rdf:first _:a", "_:b rdf:rest rdf:nil"});
  const std::string out = whole(circle);
  EXPECT_EQ(quads_in(out), 4U) << out;
  const std::string own = quads({"_:a rdf:first _:a", "_:a rdf:rest rdf:nil"});
  EXPECT_EQ(quads_in(whole(own)), 2U);
}

TEST(DatasetNodes, ListsInListsCanBeReadHoweverDeep) {
  std::vector<std::string> lines{"<x:s> <x:p> _:n0"};
  constexpr int kDepth = 5000;
  for (int i = 0; i < kDepth; ++i) {
    const std::string node = "_:n" + std::to_string(i);
    lines.push_back(node + " rdf:first " +
                    (i + 1 < kDepth ? "_:n" + std::to_string(i + 1) : "\"end\""));
    lines.push_back(node + " rdf:rest rdf:nil");
  }
  const std::string out = whole(quads(lines));
  EXPECT_THAT(out, HasSubstr("{\"@list\":[{\"@list\":["));
  EXPECT_EQ(quads_in(out), lines.size());
}

TEST(DatasetNodes, TheOrderOfQuadsDoesNotShow) {
  std::vector<std::string> lines;
  for (int i = 0; i < 50; ++i)
    lines.push_back("<x:s" + std::to_string(i % 7) + "> <x:p" + std::to_string(i % 3) +
                    "> \"" + std::to_string(i) + "\" <x:g" + std::to_string(i % 2) + ">");
  const std::string out = whole(quads(lines));
  std::ranges::reverse(lines);
  EXPECT_EQ(whole(quads(lines)), out);
}

// §8.4.2, step 8: a graph stands in the node of its name.
TEST(DatasetNodes, AGraphStandsInTheNodeOfItsName) {
  EXPECT_EQ(whole(quads({"<x:g> <x:p> \"1\"", "<x:s> <x:p> \"2\" <x:g>",
                         "<x:s> <x:p> \"3\" <x:h>"})),
            "[\n{\"@id\":\"x:g\",\"x:p\":[{\"@value\":\"1\"}],\"@graph\":["
            "{\"@id\":\"x:s\",\"x:p\":[{\"@value\":\"2\"}]}]},\n"
            "{\"@id\":\"x:h\",\"@graph\":[{\"@id\":\"x:s\",\"x:p\":[{\"@value\":\"3\"}]}"
            "]}\n]\n");
}

// §8.5, step 2.4; XSD 1.1 §3.3
TEST(DatasetNodes, NativeTypesAreWhatJsonHas) {
  const auto value = [](const std::string& text, const char* type) {
    const std::string out =
        whole("<x:s> <x:p> \"" + text + "\"^^<http://www.w3.org/2001/XMLSchema#" + type +
                  "> .\n",
              {.native_types = true});
    const std::size_t begin = out.find("@value\":") + 8;
    return out.substr(begin, out.find_first_of(",}", begin) - begin);
  };
  const struct {
    const char *text, *type, *json;
  } cases[] = {
      {"true", "boolean", "true"},
      {"1", "boolean", "\"1\""},
      {"-7", "integer", "-7"},
      {"+007", "integer", "7"},
      {"1.0", "integer", "\"1.0\""},
      {"", "integer", "\"\""},
      {"-", "integer", "\"-\""},
      {"12345678901234567890", "integer", "12345678901234567890"},
      {"1.5E-3", "double", "1.5E-3"},
      {".5", "double", "0.5"},
      {"5.", "double", "5"},
      {".", "double", "\".\""},
      {"1e", "double", "\"1e\""},
      {"INF", "double", "\"INF\""},
      {"1e999", "double", "\"1e999\""},
      {"1.1", "decimal", "\"1.1\""},
      {" 1", "integer", "\" 1\""},
  };
  for (const auto& one : cases) EXPECT_EQ(value(one.text, one.type), one.json);
}

TEST(DatasetNodes, TwoTextsOfOneNumberAreOneValue) {
  const std::string xsd = "\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n";
  EXPECT_EQ(
      whole("<x:s> <x:p> \"1" + xsd + "<x:s> <x:p> \"01" + xsd, {.native_types = true}),
      "[\n{\"@id\":\"x:s\",\"x:p\":[{\"@value\":1}]}\n]\n");
}

TEST(DatasetNodes, ALiteralThatIsNoJsonIsKeptAsTextOrRefused) {
  const std::string bad = quads({"<x:s> <x:p> \"{\"^^rdf:JSON"});
  EXPECT_THAT(whole(bad),
              HasSubstr("{\"@value\":\"{\",\"@type\":\"" + kRdfIri + "JSON\"}"));
  try {
    whole(bad, {.refuses_bad_json = true});
    FAIL();
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "jsonld.invalid-json-literal");
  }
}

// §8.4.2, step 6.1, where nothing is lost by it
TEST(DatasetNodes, CompoundLiteralsAreTextsUnlessTheySayMore) {
  const JsonLdRules rules{.direction = RdfDirection::compound_literal};
  const std::vector<std::string> lines{"<x:s> <x:p> _:c", "_:c rdf:value \"t\"",
                                       "_:c rdf:direction \"rtl\"",
                                       "_:c rdf:language \"ar\""};
  EXPECT_EQ(whole(quads(lines), rules),
            "[\n{\"@id\":\"x:s\",\"x:p\":[{\"@value\":\"t\",\"@language\":\"ar\","
            "\"@direction\":\"rtl\"}]}\n]\n");
  for (const char* const more :
       {"_:c <x:q> \"u\"", "<x:t> <x:p> _:c", "_:c rdf:value \"u\"",
        "_:c rdf:direction \"up\"", "_:c rdf:language \"de\"", "_:c <x:q> \"u\" <x:g>"}) {
    std::vector<std::string> with = lines;
    with.emplace_back(more);
    EXPECT_THAT(whole(quads(with), rules), Not(HasSubstr("@direction"))) << more;
  }
}

TEST(DatasetNodes, MoreThanItsMemoryIsRefusedWithTheWayOut) {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += "<x:s" + std::to_string(i) + "> <x:p> \"" + std::string(50, 'x') + "\" .\n";
  try {
    whole(text);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("--memory"), HasSubstr("--jsonld stream")));
  }
}

}  // namespace
}  // namespace semsite::test::dataset_nodes_test
