#include "load/graph_rights.hpp"

#include <gtest/gtest.h>

namespace semsite {
namespace {

TEST(GraphRights, TheUsersOwnFilesMayReplaceAnything) {
  EXPECT_TRUE(GraphRights{}.allow("http://b.example/g"));
}

TEST(GraphRights, DataFromTheWebReplacesWhatItsHostSpeaksFor) {
  const GraphRights rights{.guarded = true,
                           .holders = {"a.example"},
                           .trusted = {"t.example", "tag:"},
                           .graphs = {"http://w3id.org/a"},
                           .prefixes = {"http://purl.org/a/"}};
  for (const char* graph :
       {"", "http://a.example/g", "https://A.example:443/g", "http://t.example:8080/g",
        "tag:x,2020:g", "http://w3id.org/a", "http://purl.org/a/b"})
    EXPECT_TRUE(rights.allow(graph)) << graph;
  for (const char* graph :
       {"http://b.example/g", "http://a.example:8080/g", "http://a.example.org/g",
        "http://www.a.example/g", "http://a.example@b.example/g", "urn:g",
        "http://w3id.org/ab", "http://purl.org/ab"})
    EXPECT_FALSE(rights.allow(graph)) << graph;
}

}  // namespace
}  // namespace semsite
