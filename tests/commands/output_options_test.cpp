#include "commands/output_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "commands/commands_kit.hpp"

namespace semsite::test::output_options_test {
namespace {

using testing::HasSubstr;

FormOptions form(Texts words) {
  words.insert(words.begin(), "in.nt");
  return convert(words).output.form;
}

TEST(FormOptions, PredicatesAreIrisOrHaveAPrefixThatIsKnownEverywhere) {
  const FormOptions out =
      form({"-o", "x.csv", "--class", "schema:Place", "--predicates",
            "schema:name, <http://e.example/a,b>,a,http://e.example/q", "--predicates",
            "rdfs:label", "--many", "rows"});
  ASSERT_TRUE(out.table);
  EXPECT_EQ(out.table->subject_class, "http://schema.org/Place");
  std::vector<std::string> iris;
  for (const PredicateColumn& column : out.table->columns) iris.push_back(column.iri);
  EXPECT_THAT(iris,
              testing::ElementsAre("http://schema.org/name", "http://e.example/a,b",
                                   "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
                                   "http://e.example/q",
                                   "http://www.w3.org/2000/01/rdf-schema#label"));
  EXPECT_EQ(out.table->columns[0].name, "schema:name");
  EXPECT_EQ(out.table->many, ManyValues::rows);
}

TEST(FormOptions, RefusesWhatDoesNotGoWithTheForm) {
  for (const auto& [words, why] : std::vector<std::pair<Texts, std::string>>{
           {{"-o", "x.nq", "--class", "schema:Place"}, "is for a table"},
           {{"-o", "x.csv", "--many", "rows"}, "--class"},
           {{"-o", "x.csv", "--class", "Place"}, "no absolute IRI"},
           {{"-o", "x.csv", "--predicates", "foo:bar baz"}, "no absolute IRI"},
           {{"-o", "x.csv", "--predicates", ","}, "names none"},
           {{"-o", "x.csv", "--predicates", "schema:name,schema:name"}, "twice"},
           {{"-o", "x.csv", "--class", "x:c", "--many", "some"}, "join, rows"},
           {{"-o", "x.ttl", "--jsonld", "whole"}, "is for JSON-LD"},
           {{"-o", "x.jsonld", "--jsonld", "half"}, "whole, stream"},
           {{"-o", "x.csv", "--native-types"}, "is for JSON-LD"},
           {{"-o", "x.ndjson", "--class", "x:c", "--use-rdf-type"}, "is for JSON-LD"},
           {{"-o", "x.nq", "--memory", "1Gi"}, "is for what is sorted"},
           {{"-o", "x.csv", "--class", "x:c", "--memory", "1"}, "at least 1Mi"}}) {
    Texts all{"convert", "in.nt"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_THAT(refusal(all), HasSubstr(why));
  }
  EXPECT_THAT(refusal({"slice", "in.nt", "-o", "x.jsonld", "--jsonld", "whole"}),
              HasSubstr("semsite convert"));
}

TEST(FormOptions, JsonLdIsWholeOfAConversionAndAStreamOfAFetch) {
  EXPECT_TRUE(form({"-o", "x.jsonld"}).jsonld_whole);
  EXPECT_FALSE(form({"-o", "x.jsonld", "--jsonld", "stream"}).jsonld_whole);
  EXPECT_FALSE(fetch({"-o", "x.jsonld"}).output.form.jsonld_whole);
}

// What is made at the end cannot be gone on with: the quads can.
TEST(FormOptions, AFetchOfWhatIsMadeAtTheEndKeepsQuadsAndConvertsThem) {
  for (const Texts& words : {Texts{"-o", "x.jsonld", "--jsonld", "whole"},
                             Texts{"-o", "x.csv", "--class", "x:c"}}) {
    const FetchCommandOptions out = fetch(words);
    EXPECT_EQ(out.output.form.format, OutputFormat::nquads);
    EXPECT_EQ(out.output.path, words[1] + ".quads");
    EXPECT_EQ(out.state, words[1] + ".state");
    EXPECT_FALSE(is_made_at_the_end(out.output.form));
    ASSERT_TRUE(out.convert);
    EXPECT_FALSE(out.slice || out.load);
    EXPECT_EQ(out.convert->output.path, words[1]);
    EXPECT_TRUE(is_made_at_the_end(out.convert->output.form));
  }
  EXPECT_THAT(refusal({"fetch", kSite, "--class", "x:c", "--format", "csv"}),
              HasSubstr("name a file with -o"));
  EXPECT_THAT(refusal({"fetch", kSite, "-o", "x.csv", "--load", "http://s.example/"}),
              HasSubstr("N-Quads"));
}

}  // namespace
}  // namespace semsite::test::output_options_test
