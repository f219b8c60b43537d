#include "commands/fetch_identity.hpp"

#include <gtest/gtest.h>

#include <string>

#include "commands/commands_kit.hpp"

namespace semsite::test::fetch_identity_test {
namespace {

/// As version 0.1.0 wrote it.
const std::string kOld =
    "fetch http://a.example/ format=0 graph=0: dataset= meaning=0 strict=0 xpath= dump "
    "fragments sparql crawl";

std::string identity(Texts words) { return fetch_identity(fetch(std::move(words))); }

TEST(FetchIdentity, NamesSitesAndWhatShapesTheOutput) {
  EXPECT_EQ(identity({"--graph", "none", "--delay", "3", "--sample"}),
            "fetch\nsite http://a.example/\ngraph none\nsample\n");
}

TEST(FetchIdentity, ALineEndInATextIsNoNewLine) {
  EXPECT_EQ(identity({"--dataset", "a\nsite b\\n"}),
            "fetch\nsite http://a.example/\ndataset a\\nsite b\\\\n\n");
  EXPECT_EQ(what_differs(identity({"--dataset", "a\nb\\n"}), identity({})),
            "before: no --dataset; now: --dataset a\nb\\n");
}

TEST(FetchIdentity, StatesOfVersion010GoOn) {
  EXPECT_TRUE(is_same_fetch(identity({}), kOld));
  // It did not write down whether there was a slice.
  EXPECT_TRUE(is_same_fetch(identity({"--slice", "cbd", "-o", "x"}), kOld));
  EXPECT_FALSE(is_same_fetch(identity({"--graph", "none"}), kOld));
  EXPECT_FALSE(is_same_fetch(identity({"--only", "dump"}), kOld));
  const std::string more =
      "fetch http://b.example http://a.example/ format=2 graph=5:{source} dataset=My "
      "data "
      "meaning=1 strict=0 xpath= dump fragments sparql crawl only=dump only=sparql "
      "sample ocx-type=a ocx-type=b trust=c.example include=*x";
  EXPECT_TRUE(is_same_fetch(
      identity({"http://b.example/", "--format", "turtle", "--graph", "{source}",
                "--dataset", "My data", "--dump-semantics", "mirrors", "--only",
                "dump,sparql", "--sample", "--ocx-type", "a,b", "--trust", "c.example",
                "--include", "*x"}),
      more));
}

TEST(FetchIdentity, DifferencesAreToldAsTheyAreTyped) {
  EXPECT_EQ(what_differs(identity({"--graph", "none", "--only", "fragments"}), kOld),
            "before: --graph auto, no --only; now: --graph none, --only fragments");
  EXPECT_EQ(what_differs(identity({}),
                         identity({"--include", "b", "--include", "a", "--sample"})),
            "before: --include a --include b, --sample; now: no --include, no --sample");
  EXPECT_EQ(what_differs(identity({"http://b.example/"}), kOld),
            "before: http://a.example/; now: http://a.example/ http://b.example/");
}

}  // namespace
}  // namespace semsite::test::fetch_identity_test
