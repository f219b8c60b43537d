#include "state/page_copies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "state/page_table.hpp"
#include "state/page_table_kit.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::page_copies_test {
namespace {

PageForms forms() {
  return {.of_task = [](std::string_view task) { return std::string{task}; }};
}

/// Crawls that list one page, in one state.
class PageCopies : public ::testing::Test {
 protected:
  /// What a crawl was told in run `run`.
  void tell(const std::string& crawl, std::int64_t run, PageEnd end,
            const std::string& text = "") {
    PageTable table{state_.database(), crawl, run};
    (void)offer_one(table, kA, "", never);
    const auto pages = table.take_waiting("http://a.example:80", 9);
    ASSERT_EQ(pages.size(), 1U);
    end.fetched = ++now_;
    (void)table.finish(pages[0].id, end, text, 0, {}, any_link);
  }
  void fresh(const std::string& crawl, std::int64_t run, const std::string& text) {
    tell(crawl, run, TableKit::fresh(text), text);
  }
  void share(std::int64_t run, const PageForms& of = forms()) {
    share_newest_pages(state_.database(), run, {}, of);
  }
  std::string text_of(const std::string& crawl, std::int64_t run) {
    std::string out;
    PageTable::former(state_.database(), crawl, run)
        .for_each_text([&](std::int64_t, std::string_view text) { out += text; });
    return out;
  }

  RunState state_{""};
  std::int64_t now_ = 0;
};

TEST_F(PageCopies, ACrawlThatRestsHasWhatAnotherWasGiven) {
  fresh("one", 1, "old\n");
  fresh("two", 1, "old\n");
  fresh("two", 2, "new\n");
  share(2);
  EXPECT_EQ(text_of("one", 2), "new\n");
  EXPECT_EQ(text_of("two", 2), "new\n");
}

TEST_F(PageCopies, WhatFailsKnowsOnlyWhenItsContentCame) {
  fresh("one", 1, "old\n");
  fresh("two", 2, "new\n");
  tell("one", 3, TableKit::kept());
  share(3);
  EXPECT_EQ(text_of("one", 3), "new\n");
}

TEST_F(PageCopies, WhatHasNotChangedIsAsNewAsItsAnswer) {
  fresh("one", 1, "first\n");
  fresh("two", 2, "second\n");
  tell("one", 3, TableKit::same());
  share(3);
  EXPECT_EQ(text_of("two", 3), "first\n");
}

TEST_F(PageCopies, WhatCameDamagedIsNotInThePlaceOfWhatWasWhole) {
  fresh("one", 1, "whole\n");
  PageEnd cut = TableKit::fresh("cut\n");
  cut.digest = "b:" + cut.digest;
  tell("two", 2, cut, "cut\n");
  share(2);
  EXPECT_EQ(text_of("two", 2), "whole\n");
}

TEST_F(PageCopies, APageThatIsGoneForOneIsGoneForAll) {
  fresh("one", 1, "old\n");
  fresh("two", 1, "old\n");
  tell("two", 2, TableKit::gone());
  share(2);
  EXPECT_EQ(text_of("one", 2), "old\n") << "told once";
  tell("two", 3, TableKit::gone());
  share(3);
  EXPECT_EQ(text_of("one", 3), "");
}

TEST_F(PageCopies, AnotherFormIsAnotherPage) {
  fresh("one", 1, "old\n");
  PageTable two{state_.database(), "two", 2};
  (void)two.offer_listed({{.url = kA, .lastmod = {}, .task = "part"}}, never);
  const auto pages = two.take_waiting("http://a.example:80", 9);
  (void)two.finish(pages.at(0).id, TableKit::fresh("new\n"), "new\n", 0, {}, any_link);
  share(2);
  EXPECT_EQ(text_of("one", 2), "old\n");
}

TEST_F(PageCopies, CrawlsWithGraphsOfTheirOwnKeepWhatTheyHave) {
  fresh("one", 1, "old\n");
  fresh("two", 2, "new\n");
  share(2, {});
  EXPECT_EQ(text_of("one", 2), "old\n");
}

TEST_F(PageCopies, ARedirectThatMovedTakesItsOtherCopyAlong) {
  PageEnd end = TableKit::fresh("old\n");
  end.final_url = kB;
  tell("one", 1, end, "old\n");
  tell("two", 1, end, "old\n");
  PageEnd moved = TableKit::fresh("new\n");
  moved.final_url = kC;
  tell("two", 2, moved, "new\n");
  share(2);
  EXPECT_EQ(text_of("one", 2), "new\n");
}

TEST_F(PageCopies, WhatWasHadBeforeIsKeptForTheListOfChanges) {
  fresh("one", 1, "old\n");
  fresh("two", 2, "new\n");
  share(2);
  PageTable one = PageTable::former(state_.database(), "one", 2);
  std::string former;
  one.for_each_change([&](const std::string&, std::string_view before, std::string_view) {
    former += before;
  });
  EXPECT_EQ(former, "old\n");
}

TEST_F(PageCopies, OneOfThemIsToldOf) {
  fresh("one", 1, "text\n");
  tell("two", 1, TableKit::kept());
  std::map<std::string, int> told;
  const auto others = told_by_others(state_.database(), 1);
  for (const char* crawl : {"one", "two"})
    PageTable::former(state_.database(), crawl, 1).for_each([&](const PageFacts& page) {
      if (!others.contains(page.id)) ++told[crawl];
    });
  EXPECT_THAT(told, testing::ElementsAre(testing::Pair("one", 1))) << "what came well";
}

}  // namespace
}  // namespace semsite::test::page_copies_test
