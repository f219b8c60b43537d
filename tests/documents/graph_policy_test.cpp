#include "documents/graph_policy.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/url.hpp"
#include "semsite/errors.hpp"

namespace semsite::graph_policy_test {
namespace {

Origin dump() {
  return {.url = "http://a.example/d.zip",
          .dataset = "http://a.example/d",
          .site = "http://a.example:80",
          .base = {}};
}

// DESIGN §6: own graph, decoded entry name, dataset, URL.
TEST(GraphPolicy, AutoNamesTheGraphAfterTheDataset) {
  EXPECT_EQ(make_document(dump(), {}, {}).graph, "http://a.example/d");
}

TEST(GraphPolicy, AutoWithoutDatasetNamesTheGraphAfterTheUrl) {
  Origin origin = dump();
  origin.dataset.clear();
  EXPECT_EQ(make_document(origin, {}, {}).graph, "http://a.example/d.zip");
  EXPECT_EQ(make_document(origin, "x.nt", {}).graph, "http://a.example/d.zip/x.nt");
}

// Whatever names it: others will see it.
TEST(GraphPolicy, NoGraphTellsASecret) {
  Origin origin = dump();
  origin.dataset = "http://u:p@a.example/d?token=s";
  EXPECT_EQ(make_document(origin, {}, {}).graph, "http://***@a.example/d?token=***");
  EXPECT_EQ(make_document(origin, {}, graph_policy("dataset")).graph,
            "http://***@a.example/d?token=***");
  EXPECT_EQ(
      make_document(origin, {}, graph_policy("http://g.example/?d={dataset}")).graph,
      "http://g.example/?d=http://***@a.example/d?token=***");
  origin.graph = "http://a.example/g?api_key=s";
  EXPECT_EQ(make_document(origin, {}, graph_policy("own")).graph,
            "http://a.example/g?api_key=***");
  const Document entry = make_document(dump(), "http%3A%2F%2Fa.example%2F%3Fsig%3Ds", {});
  EXPECT_EQ(entry.graph, "http://a.example/?sig=***");
  EXPECT_EQ(entry.iri, "http://a.example/?sig=***");
}

// semantic-sitemap §2.2: an entry's name may be its URL-encoded URI.
TEST(GraphPolicy, AnEntryNamedByAnEncodedIriIsThatDocument) {
  const Document document =
      make_document(dump(), "data/http%3A%2F%2Fa.example%2Fid%2F7", {});
  EXPECT_EQ(document.iri, "http://a.example/id/7");
  EXPECT_EQ(document.base, "http://a.example/id/7");
  EXPECT_EQ(document.graph, "http://a.example/id/7");
}

TEST(GraphPolicy, PagesAreEachTheirOwnGraph) {
  Origin page = dump();
  page.url = "http://a.example/id/7";
  page.naming = Naming::page;
  EXPECT_EQ(make_document(page, {}, {}).graph, "http://a.example/id/7");
}

TEST(GraphPolicy, OwnLeavesTriplesInTheDefaultGraph) {
  EXPECT_EQ(make_document(dump(), {}, graph_policy("own")).graph, "");
}

TEST(GraphPolicy, NoneDropsGraphs) {
  EXPECT_TRUE(make_document(dump(), {}, graph_policy("none")).drop_graphs);
}

TEST(GraphPolicy, APatternIsFilledIn) {
  const GraphPolicy policy = graph_policy("http://g.example/{site}/{entry}");
  EXPECT_TRUE(policy.overrides());
  EXPECT_EQ(make_document(dump(), "e", policy).graph,
            "http://g.example/http://a.example:80/e");
}

TEST(GraphPolicy, AWordThatIsNoPolicyIsRefused) {
  EXPECT_THROW((void)graph_policy("automatic"), UsageError);
}

TEST(GraphPolicy, TheSameDocumentHasTheSameScopeInEveryRunAndEntriesHaveTheirOwn) {
  EXPECT_EQ(make_document(dump(), "a", {}).scope, make_document(dump(), "a", {}).scope);
  EXPECT_NE(make_document(dump(), "a", {}).scope, make_document(dump(), "b", {}).scope);
  EXPECT_EQ(make_document(dump(), {}, {}).scope.size(), 16U);
}

TEST(GraphPolicy, ABaseGivenByTheUserIsUsed) {
  Origin origin = dump();
  origin.base = "http://base.example/";
  EXPECT_EQ(make_document(origin, {}, {}).base, "http://base.example/");
}

// A name that is no IRI is mended, or it is said what stands instead; triples do not fall
// into the default graph.
TEST(GraphPolicy, WhatCannotNameAGraphIsMendedOrNamed) {
  Origin origin = dump();
  origin.dataset = "http://a.example/a b\"<c>";
  Document document = make_document(origin, {}, {});
  EXPECT_EQ(document.graph, "http://a.example/a%20b%22%3Cc%3E");
  EXPECT_FALSE(document.graph_lost);
  EXPECT_NE(document.graph_problem.find("holds a space"), std::string::npos);

  for (const char* hostile :
       {"no scheme", "http://a.example/\xE9", "\x01\x02", "> } #"}) {
    origin.dataset = hostile;
    document = make_document(origin, {}, {});
    EXPECT_EQ(document.graph, "http://a.example/d.zip") << hostile;
    EXPECT_TRUE(document.graph_lost) << hostile;
  }
  EXPECT_EQ(make_document(dump(), {}, {}).graph_problem, "");
}

TEST(GraphPolicy, NamesOfEntriesArePercentEncoded) {
  Origin origin = dump();
  origin.dataset.clear();
  const auto graph = [&](std::string_view entry) {
    return make_document(origin, entry, {}).graph;
  };
  EXPECT_EQ(graph("a b.nt"), "http://a.example/d.zip/a%20b.nt");
  EXPECT_EQ(graph("a\nb>.nt"), "http://a.example/d.zip/a%0Ab%3E.nt");
  EXPECT_EQ(graph("caf\xE9.nt"), "http://a.example/d.zip/caf%E9.nt");
  EXPECT_EQ(graph("caf\u00e9.nt"), "http://a.example/d.zip/caf\u00e9.nt");
  EXPECT_EQ(graph("a#b?c.nt"), "http://a.example/d.zip/a%23b%3Fc.nt");
  EXPECT_EQ(graph("50%.nt"), "http://a.example/d.zip/50%25.nt");
  EXPECT_EQ(graph("a%0Ab%3E.nt"), "http://a.example/d.zip/a%0Ab%3E.nt");
  // Decoded it would be no IRI: so it is not.
  EXPECT_EQ(graph("http%3A%2F%2Fa.example%2F%3E"),
            "http://a.example/d.zip/http%3A%2F%2Fa.example%2F%3E");
}

TEST(GraphPolicy, APatternIsFilledWithWhatAnIriMayHold) {
  const GraphPolicy policy = graph_policy("http://g.example/{entry}");
  EXPECT_EQ(make_document(dump(), "a> <b\n", policy).graph,
            "http://g.example/a%3E%20%3Cb%0A");
  Origin origin = dump();
  origin.dataset = "\xFF\xFE";
  const Document document =
      make_document(origin, {}, graph_policy("http://g.example/{dataset}"));
  EXPECT_EQ(document.graph, "http://a.example/d.zip");
  EXPECT_TRUE(document.graph_lost);
}

TEST(GraphPolicy, AnAddressIsAnIri) {
  Origin origin = dump();
  origin.dataset.clear();
  origin.url = "http://a.example/{x}|y";
  const Document document = make_document(origin, {}, {});
  EXPECT_EQ(document.iri, "http://a.example/%7Bx%7D%7Cy");
  EXPECT_EQ(document.graph, document.iri);
  EXPECT_EQ(document.base, document.iri);
}

// A local file that the user says is the document at a URL is that document.
TEST(GraphPolicy, ABaseTakesThePlaceOfThePathInWhateverIsWritten) {
  const Origin file{.url = "file:///data/me/x.nt",
                    .dataset = {},
                    .site = {},
                    .base = "http://b.example/x",
                    .naming = Naming::page};
  for (const char* policy :
       {"auto", "source", "dataset", "http://g.example/?{source}", "urn:x:{dataset}"}) {
    const Document whole = make_document(file, {}, graph_policy(policy));
    const Document entry = make_document(file, "e.nt", graph_policy(policy));
    for (const Document& one : {whole, entry}) {
      EXPECT_EQ(one.iri.find("data/me"), std::string::npos) << policy;
      EXPECT_EQ(one.graph.find("data/me"), std::string::npos) << policy;
      EXPECT_NE(one.graph.find("b.example/x"), std::string::npos) << policy;
    }
    EXPECT_EQ(whole.iri, "http://b.example/x");
    EXPECT_EQ(entry.iri, "http://b.example/x/e.nt");
    EXPECT_EQ(entry.base, entry.iri);
    // Messages still say which file it was.
    EXPECT_EQ(whole.name, "file:///data/me/x.nt");
  }
}

TEST(GraphPolicy, AnArchiveWithABaseIsTheArchiveAtThatUrl) {
  for (const char* base :
       {"http://b.example/d.zip", "http://b.example/", "http://b.example/get?file=d",
        "http://b.example/d.zip#part", "http://me:secret@b.example/d.zip"}) {
    const std::string url{without_fragment(base)};
    const Origin there{.url = url, .dataset = {}, .site = {}, .base = {}};
    const Origin here{
        .url = "file:///data/me/d.zip", .dataset = {}, .site = {}, .base = base};
    for (const char* name : {"d1/a.ttl", "in.zip/a b.ttl", "http%3A%2F%2Fc.example%2Fx"})
      for (const char* policy : {"auto", "source", "http://g.example/?{source}{entry}"}) {
        const Document expected = make_document(there, name, graph_policy(policy));
        const Document document = make_document(here, name, graph_policy(policy));
        EXPECT_EQ(document.iri, expected.iri) << base << name;
        EXPECT_EQ(document.base, expected.base) << base << name;
        EXPECT_EQ(document.graph, expected.graph) << base << name << policy;
        EXPECT_EQ(document.base, document.iri);
      }
    EXPECT_NE(make_document(here, "a.ttl", {}).base,
              make_document(here, "b.ttl", {}).base);
  }
}

}  // namespace
}  // namespace semsite::graph_policy_test
