#include "jsonld/compaction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "semsite/errors.hpp"
#include "support/jsonld_text.hpp"

namespace semsite::test::compaction_test {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

std::string compact(const std::string& context, const std::string& node) {
  Compaction compaction{{.text = context}, {}, {}};
  return compaction.compact(node);
}

/// Quads with lists written out in the place of their blank nodes, so that neither labels
/// nor the order of what is no list count.
std::string written_out(const std::vector<std::string>& quads,
                        const std::string& subject = "") {
  std::vector<std::string> rows;
  for (const std::string& quad : quads) {
    const std::size_t first = quad.find(' ');
    const std::size_t second = quad.find(' ', first + 1);
    const bool is_of =
        subject.empty() ? !quad.starts_with("_:") : quad.substr(0, first) == subject;
    if (!is_of) continue;
    const std::string object = quad.substr(second + 1);
    rows.push_back(
        (subject.empty() ? quad.substr(0, second) : quad.substr(first, second - first)) +
        " " +
        (object.starts_with("_:") ? "[" + written_out(quads, object) + "]" : object));
  }
  std::ranges::sort(rows);
  std::string text;
  for (const std::string& row : rows) text += row + "\n";
  return text;
}

/// Reads it as a document with that context and says whether the quads are the same.
void expect_same(const std::string& context, const std::string& node,
                 const std::string& made) {
  JsonLdSetup setup;
  setup.settings.rdf_direction = RdfDirection::rdf12;
  const auto read = read_jsonld(
      made == "{}" ? "{}" : "{\"@context\":" + context + "," + made.substr(1), setup);
  EXPECT_EQ(read.error, "") << made;
  const auto meant = read_jsonld(node, setup);
  EXPECT_EQ(read.quads.size(), meant.quads.size()) << context << "\n" << made;
  EXPECT_EQ(written_out(read.quads), written_out(meant.quads)) << context << "\n" << made;
}

struct Case {
  const char *context, *node, *made;
};

// What the algorithm of the standard would lose or make something else of: lists beside
// maps by index, empty lists in lists, texts in lists under a type, directions and other
// values in maps by language, several values of @json.
TEST(Compaction, LosesNothingOfListsDirectionsAndLiterals) {
  const std::string list = R"({"@list":[{"@value":"1"}]})";
  const std::string empty = R"({"@list":[]})";
  const std::string nested =
      R"({"@list":[{"@list":[{"@value":"s"},{"@list":[]}]},{"@id":"x:a"}]})";
  const std::string other = R"({"@id":"x:b"})";
  const std::string directed =
      R"({"@value":"r","@language":"ar","@direction":"rtl"},{"@value":"l","@language":"ar"})";
  const std::string json =
      R"({"@value":[1],"@type":"@json"},{"@value":{"a":null},"@type":"@json"})";
  const std::string number =
      R"({"@value":1},{"@value":true},{"@value":"d","@type":"x:d"})";
  for (const std::string& definition :
       {R"("@container":"@index")"s, R"("@container":["@index","@set"])"s,
        R"("@container":"@language")"s, R"("@container":["@language","@set"])"s,
        R"("@container":"@language","@direction":"rtl")"s, R"("@type":"@id")"s,
        R"("@type":"@json")"s, R"("@type":"@json","@container":"@set")"s,
        R"("@type":"@json","@container":"@index")"s, R"("@container":"@list")"s,
        R"("@container":"@set")"s, R"("@type":"x:d")"s, R"("@container":"@id")"s})
    for (const std::string& values :
         {list, empty, nested, list + "," + nested, list + "," + other,
          empty + "," + list, directed, json, number, directed + "," + list,
          R"({"@value":[[1]],"@type":"@json"})"s}) {
      const std::string context = R"({"p":{"@id":"x:p",)" + definition + "}}";
      const std::string node = R"({"@id":"x:s","x:p":[)" + values + "]}";
      expect_same(context, node, compact(context, node));
    }
}

// API §5.1.2, steps 7 and 8: the contexts of types reach neither into a list object nor
// into what it holds, that of the property does.
TEST(Compaction, ReadsWhatIsInAListByTheContextThatReachesIt) {
  const std::string types = R"("@type":["x:T"],)";
  const std::string values =
      R"([{"@list":[{"@value":"s"},{"@list":[{"@value":"e","@language":"en"}]}]},
          {"@list":[{"@id":"x:b"}]},{"@value":"s"},{"@value":"e","@language":"en"}])";
  const std::string node = R"({"@id":"x:s",)" + types + R"("x:p":)" + values + "}";
  for (const std::string& context :
       {R"({"@language":"en","T":{"@id":"x:T","@context":{"p":{"@id":"x:p",
            "@language":null}}}})"s,
        R"({"p":"x:p","T":{"@id":"x:T","@context":{"@language":"en"}}})"s,
        R"({"p":"x:p","T":{"@id":"x:T","@context":{"list":"@list"}}})"s,
        R"({"p":"x:p","T":{"@id":"x:T","@context":{"p":{"@id":"x:p","@type":"@id"}}}})"s,
        R"({"T":{"@id":"x:T","@context":{"p":{"@id":"x:p","@container":"@list",
            "@language":null}}},"@language":"en"})"s,
        R"({"p":{"@id":"x:p","@context":{"@language":"en"}}})"s,
        R"({"p":{"@id":"x:p","@context":{"p":{"@id":"x:p","@language":"en"}}}})"s,
        R"({"p":{"@id":"x:p","@context":{"p":{"@id":"x:p","@type":"@id"},
            "@propagate":false}},"T":"x:T"})"s})
    expect_same(context, node, compact(context, node));
  const std::string json = R"({"@id":"x:s","x:p":[{"@value":["a"],"@type":"@json"}]})";
  const std::string own =
      R"({"p":{"@id":"x:p","@context":{"p":{"@id":"x:p","@type":"@json"}}}})";
  expect_same(own, json, compact(own, json));
}

// JSON-LD 1.1 API §5.6, §6.2 and §6.3; made by hand from their steps.
TEST(Compaction, MakesWhatTheContextSays) {
  const Case cases[] = {
      // Terms, @vocab, prefixes, aliases.
      {R"({"name":"x:name"})", R"({"@id":"x:s","x:name":[{"@value":"n"}]})",
       R"({"@id":"x:s","name":"n"})"},
      {R"({"@vocab":"http://e/","id":"@id","a":"@type"})",
       R"({"@id":"http://e/s","@type":["http://e/C"],"http://e/p":[{"@id":"http://e/o"}]})",
       R"({"id":"http://e/s","a":"C","p":{"id":"http://e/o"}})"},
      {R"({"e":"http://e/"})",
       R"({"@id":"http://e/s","http://e/p":[{"@id":"http://e/o"}]})",
       R"({"@id":"e:s","e:p":{"@id":"e:o"}})"},
      {R"({"@base":"http://e/d/x"})",
       R"({"@id":"http://e/d/s","x:p":[{"@id":"http://e/o"}]})",
       R"({"@id":"s","x:p":{"@id":"http://e/o"}})"},
      // Coercion: of references, of datatypes, of JSON.
      {R"({"p":{"@id":"x:p","@type":"@id"}})", R"({"@id":"x:s","x:p":[{"@id":"x:o"}]})",
       R"({"@id":"x:s","p":"x:o"})"},
      {R"({"@vocab":"http://e/","p":{"@id":"x:p","@type":"@vocab"}})",
       R"({"@id":"x:s","x:p":[{"@id":"http://e/o"}]})", R"({"@id":"x:s","p":"o"})"},
      {R"({"p":{"@id":"x:p","@type":"x:t"}})",
       R"({"@id":"x:s","x:p":[{"@value":"1","@type":"x:t"},{"@value":"2"}]})",
       R"({"@id":"x:s","p":"1","x:p":"2"})"},
      {R"({"p":{"@id":"x:p","@type":"@json"}})",
       R"({"@id":"x:s","x:p":[{"@value":{"a":[1,null]},"@type":"@json"}]})",
       R"({"@id":"x:s","p":{"a":[1,null]}})"},
      {R"({"p":{"@id":"x:p","@type":"@none"}})",
       R"({"@id":"x:s","x:p":[{"@value":"1","@type":"x:t"}]})",
       R"({"@id":"x:s","p":{"@value":"1","@type":"x:t"}})"},
      // Languages and directions.
      {R"({"@language":"en","p":"x:p"})",
       R"({"@id":"x:s","x:p":[{"@value":"a","@language":"en"},{"@value":"b"}]})",
       R"({"@id":"x:s","p":["a",{"@value":"b"}]})"},
      {R"({"de":{"@id":"x:p","@language":"de"},"no":{"@id":"x:p","@language":null}})",
       R"({"@id":"x:s","x:p":[{"@value":"a","@language":"DE"},{"@value":"b"},{"@value":"c","@language":"fr"}]})",
       R"({"@id":"x:s","de":{"@value":"a","@language":"DE"},"no":"b","x:p":{"@value":"c","@language":"fr"}})"},
      // Containers.
      {R"({"p":{"@id":"x:p","@container":"@language"}})",
       R"({"@id":"x:s","x:p":[{"@value":"a","@language":"en"},{"@value":"b","@language":"de"},{"@value":"c","@language":"en"},{"@value":"d"}]})",
       R"({"@id":"x:s","p":{"en":["a","c"],"de":"b","@none":"d"}})"},
      {R"({"p":{"@id":"x:p","@container":"@list"}})",
       R"({"@id":"x:s","x:p":[{"@list":[{"@value":"a"},{"@list":[]},{"@id":"x:o"}]}]})",
       R"({"@id":"x:s","p":["a",[],{"@id":"x:o"}]})"},
      {R"({"p":{"@id":"x:p","@container":"@list"}})",
       R"({"@id":"x:s","x:p":[{"@list":[]},{"@list":[{"@value":"b"}]},{"@value":"c"}]})",
       R"({"@id":"x:s","p":[],"x:p":[{"@list":["b"]},"c"]})"},
      {R"({"p":{"@id":"x:p","@container":"@list","@type":"@id"},"q":{"@id":"x:p","@container":"@list"}})",
       R"({"@id":"x:s","x:p":[{"@list":[{"@id":"x:o"},{"@id":"x:r"}]}]})",
       R"({"@id":"x:s","p":["x:o","x:r"]})"},
      {R"({"p":{"@id":"x:p","@container":"@set"}})",
       R"({"@id":"x:s","x:p":[{"@value":"a"}]})", R"({"@id":"x:s","p":["a"]})"},
      {R"({"p":{"@id":"x:p","@container":"@id"}})",
       R"({"@id":"x:s","x:p":[{"@id":"x:o"},{"@id":"x:r"}]})",
       R"({"@id":"x:s","p":{"x:o":{},"x:r":{}}})"},
      {R"({"p":{"@id":"x:p","@container":"@index"}})",
       R"({"@id":"x:s","x:p":[{"@value":"a"},{"@id":"x:o"}]})",
       R"({"@id":"x:s","p":{"@none":["a",{"@id":"x:o"}]}})"},
      {R"({"p":{"@id":"x:p","@container":["@graph","@id"]}})",
       R"({"@id":"x:s","x:p":[{"@id":"x:o"}]})", R"({"@id":"x:s","x:p":{"@id":"x:o"}})"},
      {R"({"a":{"@id":"@type","@container":"@set"}})", R"({"@id":"x:s","@type":["x:C"]})",
       R"({"@id":"x:s","a":["x:C"]})"},
      // Nesting, scoped contexts, reverse terms that RDF has no use for.
      {R"({"in":"@nest","p":{"@id":"x:p","@nest":"in"}})",
       R"({"@id":"x:s","x:p":[{"@value":"a"}],"x:q":[{"@value":"b"}]})",
       R"({"@id":"x:s","in":{"p":"a"},"x:q":"b"})"},
      {R"({"C":{"@id":"x:C","@context":{"p":"x:p"}},"p":"x:other"})",
       R"({"@id":"x:s","@type":["x:C"],"x:p":[{"@value":"a"}]})",
       R"({"@id":"x:s","@type":"C","p":"a"})"},
      {R"({"p":{"@id":"x:p","@context":{"@language":"en"}}})",
       R"({"@id":"x:s","x:p":[{"@value":"a","@language":"en"}]})", nullptr},
      {R"({"p":{"@reverse":"x:p"}})", R"({"@id":"x:s","x:p":[{"@id":"x:o"}]})",
       R"({"@id":"x:s","x:p":{"@id":"x:o"}})"},
      // What stands in a map by type is read under the context before that of the types.
      {R"({"p":"x:other","C":{"@id":"x:C","@context":{"p":{"@id":"x:p","@container":"@type"}}}})",
       R"({"@id":"x:s","@type":["x:C"],"x:p":[{"@id":"x:o"}]})",
       R"({"@id":"x:s","@type":"C","p":{"@none":{"@id":"x:o"}}})"},
      // A graph.
      {R"({"g":"@graph","n":"x:n"})",
       R"({"@id":"x:g","@graph":[{"@id":"x:s","x:n":[{"@value":"a"}]}]})",
       R"({"@id":"x:g","g":[{"@id":"x:s","n":"a"}]})"},
      // Values that JSON has, and those that a reader would take for something else.
      {R"({"p":{"@id":"x:p"}})", R"({"@id":"x:s","x:p":[{"@value":true},{"@value":5}]})",
       R"({"@id":"x:s","p":[true,5]})"},
      {R"({"x:p":{"@type":"x:t"}})",
       R"({"@id":"x:s","x:p":[{"@value":5},{"@value":"a"}]})",
       R"({"@id":"x:s","x:p":[{"@value":5},{"@value":"a"}]})"},
      {R"({"x:p":{"@type":"@id"}})", R"({"@id":"x:s","x:p":[{"@value":"x:o"}]})",
       R"({"@id":"x:s","x:p":{"@value":"x:o"}})"},
      {R"({"@vocab":"http://e/","p":"x:other"})",
       R"({"@id":"x:s","http://e/p":[{"@value":"a"}]})",
       R"({"@id":"x:s","http://e/p":"a"})"},
  };
  for (const Case& one : cases) {
    const std::string made = compact(one.context, one.node);
    if (one.made != nullptr) {
      EXPECT_EQ(made, one.made) << one.context;
    }
    expect_same(one.context, one.node, made);
  }
}

// §6.2, step 9
TEST(Compaction, AnIriThatWouldBeReadAsAnotherIsRefused) {
  for (const auto& [context, node] : std::vector<std::pair<std::string, std::string>>{
           {R"({"urn":{"@id":"http://e/","@prefix":true}})",
            R"({"@id":"urn:s","x:p":[{"@value":"a"}]})"},
           {R"({"x:p":{"@container":"@list"}})",
            R"({"@id":"x:s","x:p":[{"@value":"a"}]})"}}) {
    try {
      ADD_FAILURE() << compact(context, node);
    } catch (const DocumentError& error) {
      EXPECT_EQ(error.code(), "jsonld.iri-confused-with-prefix");
    }
  }
}

TEST(Compaction, ManyPropertiesTakeNoQuadraticTime) {
  std::string node = R"({"@id":"x:s")";
  for (int i = 0; i < 30'000; ++i)
    node += ",\"x:p" + std::to_string(i) + "\":[{\"@value\":\"1\"}]";
  EXPECT_THAT(compact(R"({"q":"x:q"})", node + "}"), HasSubstr("\"x:p29999\":\"1\"}"));
}

TEST(Compaction, ABadContextIsToldByItsCode) {
  try {
    compact(R"({"p":{"@type":3}})", "{}");
    FAIL();
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "jsonld.invalid-type-mapping");
  }
}

// API §5.1.2, 10: types are read under the context of the property and, below a context
// that does not propagate, under the one before it. (By §5.6, 12.2, they would be written
// under another one.)
TEST(Compaction, WritesTypesUnderTheContextThatTheyAreReadUnder) {
  const std::string node =
      R"({"@id":"x:s","http://a.example/p":[{"@id":"x:o","@type":["http://a.example/C"]}]})";
  for (const std::string context :
       {R"({"C":"http://a.example/C","p":{"@id":"http://a.example/p",)"
        R"("@context":{"C":"http://b.example/C"}}})",
        R"({"C":"http://a.example/C","@propagate":false})"})
    expect_same(context, node, compact(context, node));
}

}  // namespace
}  // namespace semsite::test::compaction_test
