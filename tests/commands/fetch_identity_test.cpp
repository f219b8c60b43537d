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

bool is_same_fetch(const std::string& identity, const std::string& former) {
  return compare_fetches(identity, former).kind == FetchDifference::Kind::none;
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

TEST(FetchIdentity, OtherSitesBesideOneThatStaysAreFollowed) {
  const std::string two = identity({"http://b.example/"});
  const FetchDifference more = compare_fetches(two, identity({}));
  EXPECT_EQ(more.kind, FetchDifference::Kind::selection);
  EXPECT_EQ(more.joined, Texts{"http://b.example/"});
  EXPECT_TRUE(more.left.empty());
  EXPECT_FALSE(more.pages);
  const FetchDifference fewer = compare_fetches(identity({}), two);
  EXPECT_EQ(fewer.kind, FetchDifference::Kind::selection);
  EXPECT_EQ(fewer.left, Texts{"http://b.example/"});
  EXPECT_EQ(compare_fetches(identity({}), kOld).kind, FetchDifference::Kind::none);
}

TEST(FetchIdentity, OtherPagesAreFollowedAndNothingElseIs) {
  using enum FetchDifference::Kind;
  for (const Texts& words :
       {Texts{"--include", "*a*"}, Texts{"--exclude", "*a*"}, Texts{"--scope", "host"},
        Texts{"--nofollow", "ignore"}, Texts{"--canonical", "keep"}}) {
    const FetchDifference pages = compare_fetches(identity(words), identity({}));
    EXPECT_EQ(pages.kind, selection) << words.front();
    EXPECT_TRUE(pages.pages) << words.front();
  }
  for (const Texts& words : {Texts{"--graph", "none"}, Texts{"--dataset", "a"},
                             Texts{"--exclude", "*a*", "--format", "turtle"}})
    EXPECT_EQ(compare_fetches(identity(words), identity({})).kind, another)
        << words.front();
}

TEST(FetchIdentity, SetsAreTheSameInWhateverWayTheyAreGiven) {
  const std::string site = "fetch\nsite http://a.example/\n";
  for (const Texts& words :
       {Texts{"--follow", "describedby,alternate"},
        Texts{"--follow", "alternate, describedby"},
        Texts{"--follow", "Alternate,describedby,alternate"},
        Texts{"--follow",
              "http://www.iana.org/assignments/relation/describedby,alternate"}})
    EXPECT_EQ(identity(words), site) << words.back();
  // As states have them in which nobody put them in order.
  EXPECT_TRUE(is_same_fetch(identity({}), site + "follow alternate,describedby\n"));
  EXPECT_TRUE(is_same_fetch(identity({"--follow", "item,describedby"}),
                            site + "follow describedby,item\n"));
  EXPECT_TRUE(is_same_fetch(identity({"--ocx-type", "b,a"}), site + "ocx-type a,b\n"));
  EXPECT_FALSE(is_same_fetch(identity({"--follow", "describedby"}), site));
  EXPECT_FALSE(
      is_same_fetch(identity({"--only", "dump,sparql"}), site + "only sparql,dump\n"));
}

TEST(FetchIdentity, WhoFollowedWhatVersion010DidIsNotRefused) {
  const std::string old = kOld + " follow=describedby";
  EXPECT_TRUE(is_same_fetch(identity({"--follow", "describedby"}), old));
  const FetchDifference now = compare_fetches(identity({}), old);
  EXPECT_EQ(now.kind, FetchDifference::Kind::selection);
  EXPECT_TRUE(now.pages) << "what is followed since then has to be found";
  EXPECT_EQ(compare_fetches(identity({"--follow", "item"}), old).kind,
            FetchDifference::Kind::another);
}

TEST(FetchIdentity, NoSiteInCommonIsAnotherCommand) {
  const std::string other = "fetch\nsite http://b.example/\n";
  EXPECT_EQ(compare_fetches(identity({}), other).kind, FetchDifference::Kind::another);
}

TEST(FetchIdentity, OfManySitesThoseAreToldThatOnlyOneHas) {
  std::string many = "fetch\n";
  for (int i = 0; i < 9; ++i) many += "site http://" + std::to_string(i) + ".example/\n";
  EXPECT_EQ(what_differs(many, many + "site http://x.example/\ngraph none\n"),
            "before: --graph none, 10 sites, with http://x.example/; now: --graph auto, "
            "9 sites");
  EXPECT_EQ(what_differs(many, "fetch\nsite http://0.example/\n"),
            "before: http://0.example/; now: 9 sites, with http://1.example/ "
            "http://2.example/ http://3.example/ and 5 more");
}

TEST(FetchIdentity, DifferencesAreToldAsTheyAreTyped) {
  EXPECT_EQ(what_differs(identity({"--graph", "none", "--only", "fragments"}), kOld),
            "before: --graph auto, no --only; now: --graph none, --only fragments");
  EXPECT_EQ(
      what_differs(identity({}),
                   identity({"--include", "*b", "--include", "*a", "--sample"})),
      "before: --include *a --include *b, --sample; now: no --include, no --sample");
  EXPECT_EQ(what_differs(identity({"http://b.example/"}), kOld),
            "before: http://a.example/; now: http://a.example/ http://b.example/");
}

}  // namespace
}  // namespace semsite::test::fetch_identity_test
