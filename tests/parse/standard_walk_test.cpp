#include "parse/standard_walk.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/diagnostics.hpp"

namespace semsite::test::standard_walk_test {
namespace {

using Externals = StandardWalkOptions::Externals;
using Texts = std::map<std::string, std::string>;
using Lines = std::vector<std::string>;

constexpr std::string_view kSite = "https://dorp.example/";

std::shared_ptr<const StandardFile> file_of(const std::string& url,
                                            const std::string& inside) {
  MemorySource bytes{"<sitemap xmlns='http://standard-sitemap.org/2007/ns'>" + inside +
                     "</sitemap>"};
  NullDiagnostics nobody;
  return read_standard_sitemap(bytes, {.url = url, .content_type = {}}, {}, nobody);
}

/// One walk over texts, from the file `r`, and what it asked for.
struct WalkInTest {
  StandardSite site;
  Lines asked;

  [[nodiscard]] std::string name(const StandardNode& node) const {
    return site.files[node.file].file->node(node.element).substr(kSite.size());
  }
  [[nodiscard]] Lines edges() const {
    Lines out;
    for (const StandardEdge& edge : site.edges)
      out.push_back(site.files[edge.stands_in].file->url.substr(kSite.size()) + ": " +
                    name(edge.parent) + " > " + name(edge.child));
    return out;
  }
  [[nodiscard]] Lines gaps() const {
    Lines out;
    for (const StandardGap& gap : site.gaps) out.push_back(gap.code + " " + gap.url);
    return out;
  }
  /// Nodes of the hierarchy; those that have only a role with `?`.
  [[nodiscard]] Lines nodes() const {
    Lines out;
    for (std::uint32_t i = 0; i < site.files.size(); ++i)
      for (std::uint32_t at = 0; at < site.files[i].places.size(); ++at) {
        const auto place = site.files[i].places[at];
        if (place == StandardSite::Place::unreached) continue;
        out.push_back(name({i, at}) +
                      (place == StandardSite::Place::role_only ? "?" : ""));
      }
    return out;
  }
};

WalkInTest walk_over(const Texts& texts, StandardWalkOptions options = {}) {
  WalkInTest out;
  StandardWalk walk{std::string{kSite} + "r", options};
  Lines waiting = walk.start();
  while (!waiting.empty()) {
    const std::string url = waiting.front();
    waiting.erase(waiting.begin());
    out.asked.push_back(url.substr(kSite.size()));
    StandardWalk::Answer answer{
        .url = url, .file = nullptr, .code = "ssp.external-failed", .problem = "gone"};
    if (const auto found = texts.find(url.substr(kSite.size())); found != texts.end())
      answer.file = file_of(url, found->second);
    const Lines more = walk.follow(std::move(answer));
    waiting.insert(waiting.end(), more.begin(), more.end());
  }
  EXPECT_TRUE(walk.is_done());
  out.site = walk.finish();
  return out;
}

// standard-sitemap §9.2
TEST(StandardWalk, ALoopInOneFileEndsWithItsEdge) {
  const WalkInTest got =
      walk_over({{"r",
                  "<item xml:id='a'><external url='#b'/></item><item tree='exclude'>"
                  "<item xml:id='b'><external url='#a'/><external url='#b'/></item>"
                  "<item xml:id='c' role='help'/><item xml:id='d'/></item>"}});
  EXPECT_EQ(got.edges(), (Lines{"r: r#element(/1) > r#a", "r: r#a > r#b", "r: r#b > r#a",
                                "r: r#b > r#b"}));
  EXPECT_EQ(got.nodes(), (Lines{"r#element(/1)", "r#a", "r#b", "r#c?"}));
  EXPECT_EQ(got.asked, (Lines{"r"}));
}

// standard-sitemap §9.3
TEST(StandardWalk, FilesThatIncludeEachOtherAreAskedForOnce) {
  const WalkInTest got = walk_over(
      {{"r",
        "<item xml:id='start'><external url='s'/><external url='s#les'/>"
        "<external url='weg'/></item>"},
       {"s", "<item xml:id='school'><item xml:id='les'/><external url='r'/></item>"}});
  EXPECT_EQ(got.asked, (Lines{"r", "s", "weg"}));
  EXPECT_EQ(got.edges(), (Lines{"r: r#element(/1) > r#start", "r: r#start > s#school",
                                "r: r#start > s#les", "s: s#school > r#start",
                                "s: s#school > s#les"}));
  EXPECT_EQ(got.nodes(), (Lines{"r#element(/1)", "r#start", "s#school", "s#les"}));
  EXPECT_EQ(got.gaps(), (Lines{"ssp.external-failed https://dorp.example/weg"}));
}

TEST(StandardWalk, WhatAnswersInAnotherOrderIsTheSame) {
  const Texts texts{{"r", "<external url='a'/><external url='b'/>"},
                    {"a", "<item xml:id='a'><external url='b#b'/></item>"},
                    {"b", "<item xml:id='b'><external url='a#a'/></item>"}};
  StandardWalk walk{"https://dorp.example/r", {}};
  const auto answer = [&](const std::string& name) {
    const std::string url = std::string{kSite} + name;
    return walk.follow(
        {.url = url, .file = file_of(url, texts.at(name)), .code = {}, .problem = {}});
  };
  EXPECT_EQ(walk.start(), (Lines{"https://dorp.example/r"}));
  EXPECT_EQ(answer("r"), (Lines{"https://dorp.example/a", "https://dorp.example/b"}));
  EXPECT_TRUE(answer("b").empty());
  EXPECT_FALSE(walk.is_done());
  EXPECT_TRUE(answer("a").empty());
  EXPECT_TRUE(answer("a").empty()) << "the second answer is not listened to";
  WalkInTest got;
  got.site = walk.finish();
  EXPECT_EQ(got.edges().size(), walk_over(texts).edges().size());
  EXPECT_EQ(got.edges().size(), 4U);
}

TEST(StandardWalk, TheRootOfAnotherFileIsNoNode) {
  const WalkInTest got =
      walk_over({{"r", "<external url='s'/>"}, {"s", "<item xml:id='i'/><group/>"}});
  EXPECT_EQ(got.nodes(), (Lines{"r#element(/1)", "s#i", "s#element(/1/2)"}));
  EXPECT_EQ(got.edges(),
            (Lines{"r: r#element(/1) > s#i", "r: r#element(/1) > s#element(/1/2)"}));
}

TEST(StandardWalk, AFragmentThatNamesTheRootIsTheWholeFile) {
  const WalkInTest got =
      walk_over({{"r", "<item xml:id='p'><external url='s#element(/1)'/></item>"},
                 {"s", "<item xml:id='i'/>"}});
  EXPECT_EQ(got.edges(), (Lines{"r: r#element(/1) > r#p", "r: r#p > s#i"}));
}

TEST(StandardWalk, OfAFragmentOnlyThatElementIsReached) {
  const WalkInTest got = walk_over(
      {{"r", "<external url='s#i'/>"},
       {"s",
        "<item xml:id='i'><item xml:id='j'/></item><item xml:id='k' role='help'/>"}});
  EXPECT_EQ(got.nodes(), (Lines{"r#element(/1)", "s#i", "s#j"}));
}

TEST(StandardWalk, AnExternalOfAnotherFilePlacesInItsOwnName) {
  const WalkInTest got = walk_over({{"r", "<external url='s'/>"},
                                    {"s", "<external url='t#x'/>"},
                                    {"t", "<item xml:id='x'/>"}});
  EXPECT_EQ(got.edges(), (Lines{"s: r#element(/1) > t#x"}));
}

TEST(StandardWalk, AStoreOfAnotherFileStaysAStore) {
  const WalkInTest got =
      walk_over({{"r", "<external url='s'/><external url='s#b'/>"},
                 {"s", "<item tree='exclude' xml:id='store'><item xml:id='b'/></item>"}});
  EXPECT_EQ(got.nodes(), (Lines{"r#element(/1)", "s#b"}));
  EXPECT_EQ(got.edges(), (Lines{"r: r#element(/1) > s#b"}));
}

TEST(StandardWalk, WhatIsExcludedIsPlacedByAnExternal) {
  const WalkInTest got = walk_over({{"r",
                                     "<external url='#b'/><item tree='exclude' "
                                     "xml:id='b'><item xml:id='c'/></item>"}});
  EXPECT_EQ(got.nodes(), (Lines{"r#element(/1)", "r#b", "r#c"}));
}

TEST(StandardWalk, RolesAreFoundBehindExternalsOfExcludedParts) {
  const WalkInTest got = walk_over(
      {{"r", "<item tree='exclude'><external url='s'/></item><item xml:id='n'/>"},
       {"s", "<group><item xml:id='help' role='help'/></group><item xml:id='none'/>"}});
  EXPECT_EQ(got.nodes(), (Lines{"r#element(/1)", "r#n", "s#help?"}));
  EXPECT_EQ(got.edges(), (Lines{"r: r#element(/1) > r#n"}));
}

TEST(StandardWalk, AnExternalMayBeExcludedItself) {
  const WalkInTest got =
      walk_over({{"r",
                  "<external url='#b' tree='exclude'/><item tree='exclude'>"
                  "<item xml:id='b' role='up'/></item>"}});
  EXPECT_EQ(got.nodes(), (Lines{"r#element(/1)", "r#b?"}));
}

TEST(StandardWalk, ARoleThatNobodyReachesIsNotShown) {
  const WalkInTest got =
      walk_over({{"r", "<external url='s#a'/>"},
                 {"s", "<item xml:id='a'/><item xml:id='b' role='help'/>"}});
  EXPECT_EQ(got.nodes(), (Lines{"r#element(/1)", "s#a"}));
}

TEST(StandardWalk, ANodePlacedTwiceHasTwoParentsAndEachPlaceOnce) {
  const WalkInTest got =
      walk_over({{"r",
                  "<item xml:id='a'><item xml:id='x'/></item>"
                  "<item xml:id='b'><external url='#x'/><external url='#x'/></item>"}});
  EXPECT_EQ(got.edges(), (Lines{"r: r#element(/1) > r#a", "r: r#element(/1) > r#b",
                                "r: r#a > r#x", "r: r#b > r#x"}));
}

TEST(StandardWalk, AFragmentAloneIsOfThisFileWhateverTheBase) {
  const WalkInTest got = walk_over(
      {{"r",
        "<item xml:id='a' xml:base='https://dorp.example/'>"
        "<external url='#b'/></item><item tree='exclude'><item xml:id='b'/></item>"}});
  EXPECT_EQ(got.edges(), (Lines{"r: r#element(/1) > r#a", "r: r#a > r#b"}));
  EXPECT_EQ(got.asked, (Lines{"r"}));
}

TEST(StandardWalk, WhatIsNoNodeIsNotPlaced) {
  const WalkInTest got =
      walk_over({{"r",
                  "<external url='#none'/><external url='#v'/><external/>"
                  "<item><variant xml:id='v'/></item>"}});
  EXPECT_EQ(got.gaps(), (Lines{"ssp.external-no-node https://dorp.example/r#none",
                               "ssp.external-no-node https://dorp.example/r#v"}));
}

TEST(StandardWalk, OtherSitesAreAskedOnlyIfWanted) {
  const Texts texts{{"r",
                     "<external url='https://elders.example/x'/>"
                     "<external url='http://dorp.example/y'/>"}};
  const WalkInTest same = walk_over(texts);
  EXPECT_EQ(same.asked, (Lines{"r"}));
  EXPECT_EQ(same.gaps(), (Lines{"ssp.external-elsewhere https://elders.example/x",
                                "ssp.external-elsewhere http://dorp.example/y"}));
  StandardWalk any{"https://dorp.example/r", {.externals = Externals::any}};
  EXPECT_EQ(any.start().size(), 1U);
  EXPECT_EQ(any.follow({.url = "https://dorp.example/r",
                        .file = file_of("https://dorp.example/r", texts.at("r")),
                        .code = {},
                        .problem = {}}),
            (Lines{"https://elders.example/x", "http://dorp.example/y"}));
}

TEST(StandardWalk, OneFileAloneNamesTheOthers) {
  const WalkInTest got = walk_over({{"r", "<external url='s'/><external url='r'/>"}},
                                   {.externals = Externals::none});
  EXPECT_EQ(got.asked, (Lines{"r"}));
  EXPECT_EQ(got.gaps(), (Lines{"ssp.external-not-read https://dorp.example/s"}));
}

TEST(StandardWalk, TwoUrlsOfOneFileAreOneFile) {
  StandardWalk walk{"https://dorp.example/r", {}};
  EXPECT_EQ(walk.start().size(), 1U);
  EXPECT_EQ(walk.follow({.url = "https://dorp.example/r",
                         .file = file_of("https://dorp.example/final",
                                         "<item xml:id='a'><external url='s'/></item>"),
                         .code = {},
                         .problem = {}})
                .size(),
            1U);
  const auto school = file_of("https://dorp.example/final",
                              "<item xml:id='a'><external url='s'/></item>");
  EXPECT_TRUE(walk.follow({.url = "https://dorp.example/s",
                           .file = school,
                           .code = {},
                           .problem = {}})
                  .empty());
  const StandardSite site = walk.finish();
  EXPECT_EQ(site.files.size(), 1U);
  EXPECT_EQ(site.edges.size(), 2U);  // root > a, a > a
}

TEST(StandardWalk, FilesAndElementsAreBounded) {
  const Texts texts{{"r", "<external url='1'/><external url='2'/><external url='3'/>"},
                    {"1", "<item/>"},
                    {"2", "<item/>"},
                    {"3", "<item/>"}};
  const WalkInTest files = walk_over(texts, {.files = 3});
  EXPECT_EQ(files.asked, (Lines{"r", "1", "2"}));
  EXPECT_EQ(files.gaps(), (Lines{"ssp.too-many-files https://dorp.example/3"}));
  EXPECT_EQ(files.site.limits.size(), 1U);
  const WalkInTest nodes = walk_over(texts, {.nodes = 7});
  EXPECT_EQ(nodes.gaps(), (Lines{"ssp.too-many-nodes https://dorp.example/2",
                                 "ssp.too-many-nodes https://dorp.example/3"}));
  const WalkInTest edges = walk_over(texts, {.edges = 2});
  EXPECT_EQ(edges.site.edges.size(), 2U);
  EXPECT_EQ(edges.site.limits.size(), 1U);
}

TEST(StandardWalk, FilesThatMultiplyOneAnotherEnd) {
  std::string many, items;
  for (int i = 0; i < 3000; ++i) {
    many += "<item><external url='s'/></item>";
    items += "<item tree='exclude'/>";
  }
  const WalkInTest got = walk_over({{"r", many}, {"s", items}});
  EXPECT_EQ(got.site.limits.size(), 1U);
}

TEST(StandardWalk, ARootThatCannotBeHadGivesNothing) {
  const WalkInTest got = walk_over({});
  EXPECT_TRUE(got.site.files.empty());
  EXPECT_TRUE(got.site.pages().empty());
}

// standard-sitemap §5, §8
TEST(StandardWalk, PagesAreThoseOfWhatWasReachedAndMayBeFetched) {
  const WalkInTest got = walk_over(
      {{"r",
        "<item url='a#x'><variant url='en/a'/></item><item url='a'/>"
        "<item url='form' method='post'><variant url='en/form'/></item>"
        "<item tree='exclude'><item url='help' role='help'/><item url='lost'/></item>"
        "<group url='group'><variant url='g'/></group>"}});
  EXPECT_EQ(got.site.pages(),
            (Lines{"https://dorp.example/a", "https://dorp.example/en/a",
                   "https://dorp.example/g", "https://dorp.example/help"}));
}

}  // namespace
}  // namespace semsite::test::standard_walk_test
