#include "load/graph_check.hpp"

#include <gtest/gtest.h>

namespace semsite::graph_check_rights_test {
namespace {

TEST(GraphRights, TheUsersOwnFilesMayReplaceAnything) {
  EXPECT_TRUE(GraphRights{}.allow("file:///o.nq", "http://b.example/g"));
}

TEST(GraphRights, DataFromTheWebReplacesWhatItsHostSpeaksFor) {
  const GraphRights rights{.trusted = {"t.example", "tag:"},
                           .speakers = {{"o.nq",
                                         {{.holders = {"a.example"},
                                           .graphs = {"http://w3id.org/a"},
                                           .prefixes = {"http://purl.org/a/"}}}}}};
  for (const char* graph :
       {"", "http://a.example/g", "https://A.example:443/g", "http://t.example:8080/g",
        "tag:x,2020:g", "http://w3id.org/a", "http://purl.org/a/b"})
    EXPECT_TRUE(rights.allow("o.nq", graph)) << graph;
  for (const char* graph :
       {"http://b.example/g", "http://a.example:8080/g", "http://a.example.org/g",
        "http://www.a.example/g", "http://a.example@b.example/g", "urn:g",
        "http://w3id.org/ab", "http://purl.org/ab"})
    EXPECT_FALSE(rights.allow("o.nq", graph)) << graph;
}

TEST(GraphRights, TheRightIsThatOfWhoSaidTheQuadNotOfAnotherInputBesideIt) {
  const GraphRights rights{
      .trusted = {},
      .speakers = {{"http://a.example/", {{.holders = {"a.example"}}}},
                   {"http://b.example/", {{.holders = {"b.example"}}}},
                   {"both.nq", {{.holders = {"a.example"}}, {.holders = {"b.example"}}}},
                   {"-", {{}}}}};
  EXPECT_TRUE(rights.allow("http://b.example/", "http://b.example/g"));
  EXPECT_FALSE(rights.allow("http://a.example/", "http://b.example/g"));
  // Nothing tells who of the two said it.
  EXPECT_FALSE(rights.allow("both.nq", "http://a.example/g"));
  EXPECT_FALSE(rights.allow("both.nq", "http://b.example/g"));
  EXPECT_FALSE(rights.allow("-", "http://a.example/g"));
  EXPECT_TRUE(rights.allow("own.nq", "http://a.example/g"));
}

}  // namespace
}  // namespace semsite::graph_check_rights_test
