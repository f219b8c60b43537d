#include "state/same_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "state/page_table_kit.hpp"
#include "support/number_of.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::same_pages_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using Urls = std::vector<std::string>;

/// Pages 1, 2, … of one host with what they say, in one crawl.
struct Pages : TableKit {
  static std::string url(int page) { return "http://a.example/" + std::to_string(page); }

  Pages() { open(1); }

  /// A page comes with `content`, and names others.
  void come(int page, const std::string& content, const std::vector<int>& canonical,
            const std::vector<int>& languages = {}) {
    PageNames names{.content = content, .canonical = {}, .other_languages = {}};
    for (const int one : canonical) names.canonical.push_back(url(one));
    for (const int one : languages) names.other_languages.push_back(url(one));
    come(url(page), names);
  }
  void come(const std::string& where, const PageNames& names,
            const std::string& final_url = "") {
    (void)offer_one(*table, where, "", never);
    for (const WaitingPage& one : take()) {
      PageEnd end = fresh(one.url);
      end.names = names;
      end.final_url = final_url;
      finish(one, end, one.url + "\n");
    }
  }
  void merge(SamePages::Merge how = SamePages::Merge::same) { table->merge_same(how); }

  /// Which page is written with which.
  std::map<std::string, std::string> merged() {
    std::map<std::string, std::string> out;
    table->for_each([&](const PageFacts& page) {
      if (!page.same_as.empty()) out.emplace(page.url, page.same_as);
    });
    return out;
  }
};

TEST(SamePages, WhatSaysTheSameIsWrittenWithItsCanonicalPage) {  // RFC 6596
  Pages kit;
  kit.come(1, "x", {2});
  kit.come(2, "x", {});
  kit.come(3, "other", {2});
  EXPECT_THAT(kit.merged(), IsEmpty()) << "before it is decided";
  kit.merge();
  EXPECT_THAT(kit.merged(), ElementsAre(Pair(kit.url(1), kit.url(2))));
  EXPECT_EQ(kit.texts(), kit.url(2) + "\n" + kit.url(3) + "\n");
  const PageSums sums = kit.table->sums();
  EXPECT_EQ(sums.pages, 3U);
  EXPECT_EQ(sums.merged, 1U);
  EXPECT_EQ(sums.quads, 2U);
}

TEST(SamePages, TheSameByChanceStaysTwo) {
  Pages kit;
  kit.come(1, "x", {});
  kit.come(2, "x", {9});
  kit.merge();
  EXPECT_THAT(kit.merged(), IsEmpty()) << "the page that it names is not there";
}

TEST(SamePages, TwoThatNameOneThatIsNotThere) {  // a canonical page that nothing lists
  Pages kit;
  kit.come(2, "x", {9});
  kit.come(1, "x", {9});
  kit.come(3, "x", {}, {9});
  kit.come(4, "x", {8});
  kit.merge();
  EXPECT_THAT(kit.merged(),
              ElementsAre(Pair(kit.url(2), kit.url(1)), Pair(kit.url(3), kit.url(1))));
}

TEST(SamePages, InACircleOneIsWritten) {
  Pages kit;
  kit.come(3, "x", {}, {1, 2});
  kit.come(2, "x", {}, {1, 3});
  kit.come(1, "x", {}, {2, 3});
  kit.merge();
  EXPECT_THAT(kit.merged(),
              ElementsAre(Pair(kit.url(2), kit.url(1)), Pair(kit.url(3), kit.url(1))));
}

TEST(SamePages, InACircleTheCanonicalOneIsWritten) {
  Pages kit;
  kit.come(1, "x", {2}, {2, 3});
  kit.come(2, "x", {}, {1, 3});
  kit.come(3, "x", {2}, {1, 2});
  kit.merge();
  EXPECT_THAT(kit.merged(),
              ElementsAre(Pair(kit.url(1), kit.url(2)), Pair(kit.url(3), kit.url(2))));
}

TEST(SamePages, EntriesOfSitemapsNameFormsInOtherLanguages) {
  Pages kit;
  kit.come(kit.url(1), {.content = "x", .languages = "a"});
  kit.come(kit.url(2), {.content = "x", .languages = "a"});
  kit.come(kit.url(3), {.content = "x", .languages = "b"});
  kit.merge();
  EXPECT_THAT(kit.merged(), ElementsAre(Pair(kit.url(2), kit.url(1))));
}

TEST(SamePages, AChainLeadsToOne) {
  Pages kit;
  kit.come(1, "x", {2});
  kit.come(2, "x", {3});
  kit.come(3, "x", {});
  kit.merge();
  EXPECT_THAT(kit.merged(),
              ElementsAre(Pair(kit.url(1), kit.url(3)), Pair(kit.url(2), kit.url(3))));
}

TEST(SamePages, WhatNamesNoOtherIsAlwaysWritten) {  // it is in the output already
  Pages kit;
  kit.come(1, "x", {}, {2, 3});
  kit.come(2, "x", {});
  kit.come(3, "x", {});
  kit.merge();
  EXPECT_THAT(kit.merged(), ElementsAre(Pair(kit.url(1), kit.url(2))));
  EXPECT_EQ(kit.texts(), kit.url(2) + "\n" + kit.url(3) + "\n");
}

TEST(SamePages, APageIsKnownByWhereItLedTo) {
  Pages kit;
  kit.come("http://a.example/moved", {.content = "x"}, "http://a.example/there");
  kit.come("http://a.example/1",
           {.content = "x", .canonical = {"http://a.example/there"}});
  kit.come("http://a.example/2",
           {.content = "x", .canonical = {"http://a.example/moved"}});
  kit.merge();
  EXPECT_EQ(kit.merged().size(), 2U);
  EXPECT_EQ(kit.merged().at("http://a.example/1"), "http://a.example/there");
}

TEST(SamePages, DecidedAnewWhenAPageChanges) {
  Pages kit;
  kit.come(1, "x", {2});
  kit.come(2, "x", {});
  kit.merge();
  kit.table->forget_former();
  kit.open(2);
  kit.come(2, "y", {});
  kit.merge();
  EXPECT_THAT(kit.merged(), IsEmpty());
  EXPECT_EQ(kit.texts(), kit.url(1) + "\n" + kit.url(2) + "\n");
}

TEST(SamePages, WhoNamesAPageThatIsDroppedIsWritten) {
  Pages kit;
  kit.come(1, "x", {2});
  kit.come(2, "x", {});
  kit.merge();
  (void)kit.table->drop_unwanted(
      [&](std::string_view url, std::uint32_t) { return url != kit.url(2); });
  kit.merge();
  EXPECT_EQ(kit.texts(), kit.url(1) + "\n");
}

TEST(SamePages, AnAnswerThatNothingHasChangedKeepsWhatIsKnown) {
  Pages kit;
  kit.come(1, "x", {2});
  kit.come(2, "x", {});
  kit.merge();
  kit.open(2);
  (void)offer_one(*kit.table, kit.url(1), "", never);
  for (const WaitingPage& page : kit.take()) kit.finish(page, TableKit::same());
  kit.merge();
  EXPECT_EQ(kit.merged().size(), 1U);
}

TEST(SamePages, WhatCannotBeComparedAnyMoreIsWritten) {
  Pages kit;
  kit.come(1, "x", {2});
  kit.come(2, "x", {});
  kit.open(2);
  kit.come(1, "", {});
  kit.merge();
  EXPECT_THAT(kit.merged(), IsEmpty());
}

TEST(SamePages, KeepWritesAll) {  // --canonical keep
  Pages kit;
  kit.come(1, "x", {2});
  kit.come(2, "x", {});
  kit.merge();
  kit.merge(SamePages::Merge::nothing);
  EXPECT_THAT(kit.merged(), IsEmpty());
}

TEST(SamePages, NothingStaysOfPagesThatAreForgotten) {
  Pages kit;
  kit.come(1, "x", {2});
  kit.come(2, "x", {});
  EXPECT_TRUE(kit.table->knows_contents());
  (void)kit.table->drop_unwanted([](std::string_view, std::uint32_t) { return false; });
  kit.table->forget_former();
  EXPECT_FALSE(kit.table->knows_contents());
  kit.come(1, "x", {2});
  kit.table->forget();
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_content"), 0);
}

}  // namespace
}  // namespace semsite::test::same_pages_test
