#include "jsonld/jsonld_sink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/sink_text.hpp"

namespace semsite::test::jsonld_sink_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kFirst = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#first>";
const std::string kRest = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#rest>";
const std::string kNil = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>";
const std::string kList =
    "<x:s> <x:p> _:a .\n_:a " + kFirst + " \"1\" .\n_:a " + kRest + " " + kNil + " .\n";

std::string stream(const std::string& text, const std::string& scope = "s",
                   bool line_by_line = false) {
  return output_text(jsonld_frame({}), [&](OutputFile& output) {
    JsonLdStreamSink sink{output, {}, {}};
    write_text(sink, text, scope, line_by_line);
  });
}

TEST(JsonLdStream, IsOneDocumentWithANodeALine) {
  EXPECT_EQ(stream("<x:s> <x:p> \"1\" .\n<x:s> <x:q> \"2\" .\n<x:s> <x:p> \"3\" .\n"
                   "<x:t> <x:p> \"4\" <x:g> .\n"),
            "{\"@graph\":[\n"
            "{\"@id\":\"x:s\",\"x:p\":[{\"@value\":\"1\"},{\"@value\":\"3\"}],"
            "\"x:q\":[{\"@value\":\"2\"}]},\n"
            "{\"@id\":\"x:g\",\"@graph\":[{\"@id\":\"x:t\",\"x:p\":[{\"@value\":\"4\"}]}"
            "]},\n"
            "{}]}\n");
  EXPECT_EQ(stream(""), "{\"@graph\":[\n{}]}\n");
}

TEST(JsonLdStream, MakesListsWhereTheDocumentCameInOneBatch) {
  EXPECT_THAT(stream(kList), HasSubstr("{\"@list\":[{\"@value\":\"1\"}]}"));
}

// A later batch may refer to a cell.
TEST(JsonLdStream, KeepsCellsWhereMoreOfTheDocumentFollows) {
  const std::string out = stream(kList + "<x:t> <x:p> _:a .\n", "s", true);
  EXPECT_THAT(out, AllOf(Not(HasSubstr("@list")), HasSubstr("#rest")));
  // So may another document, if the labels are those of all of them.
  EXPECT_THAT(stream(kList, ""), Not(HasSubstr("@list")));
}

TEST(JsonLdStream, ComesInTheOrderOfTheBatches) {
  std::string text = kList;
  std::string expected;
  for (int i = 0; i < 20; ++i) {
    text += "<x:s" + std::to_string(i) + "> <x:p> \"1\" .\n";
    expected +=
        "{\"@id\":\"x:s" + std::to_string(i) + "\",\"x:p\":[{\"@value\":\"1\"}]},\n";
  }
  EXPECT_THAT(stream(text, "s", true), HasSubstr(expected));
}

TEST(NodeLines, AreJsonLinesWithoutAFrame) {
  EXPECT_EQ(output_text({},
                        [](OutputFile& output) {
                          const auto sink = make_node_lines(output, {});
                          write_text(*sink, "<x:s> <x:p> \"a\\n\\\"\" .\n");
                        }),
            "{\"@id\":\"x:s\",\"x:p\":[{\"@value\":\"a\\n\\\"\"}]}\n");
}

}  // namespace
}  // namespace semsite::test::jsonld_sink_test
