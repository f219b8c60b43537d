#include "state/page_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "state/page_table_kit.hpp"
#include "support/number_of.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::page_table_changes_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Change = TableKit::Change;

TEST(PageTable, FreshContentReplacesTheOld) {
  Had kit;
  kit.again(2);
  const auto page = kit.take().at(0);
  EXPECT_EQ(page.digest, "digest of " + kA + " first\n");
  kit.finish(page, TableKit::fresh("new\n"), "new\n");
  EXPECT_EQ(kit.texts(), "new\n");
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", "new\n"}));
  kit.table->forget_former();
  EXPECT_EQ(kit.texts(), "new\n");
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 1);
}

TEST(PageTable, WhatIsTheSameStaysAndIsNoChange) {  // 304
  Had kit;
  kit.again(2);
  PageEnd end = TableKit::same();
  end.etag = "\"2\"";
  kit.finish(kit.take().at(0), end);
  EXPECT_EQ(kit.texts(), kA + " first\n");
  EXPECT_THAT(kit.changes(), IsEmpty());
  kit.table->forget_former();
  kit.again(3);
  const auto page = kit.take().at(0);
  EXPECT_EQ(page.etag, "\"2\"") << "a newer validator is kept";
  EXPECT_EQ(page.digest, "digest of " + kA + " first\n");
}

TEST(PageTable, PagesWithoutRdfAreCountedByMediaType) {
  TableKit kit;
  kit.open(1);
  for (const std::string& url : {kA, kB, kC}) (void)offer_one(*kit.table, url, "", never);
  PageEnd silent = TableKit::fresh("");
  silent.outcome = Outcome::no_rdf;
  const std::vector<WaitingPage> pages = kit.take();
  kit.finish(pages.at(0), silent);
  silent.media_type = "application/pdf";
  kit.finish(pages.at(1), silent);
  kit.finish(pages.at(2), TableKit::fresh("new\n"), "new\n");
  EXPECT_THAT(kit.table->sums().no_rdf, ElementsAre(testing::Pair("application/pdf", 1),
                                                    testing::Pair("unknown", 1)));
  std::vector<std::string> noted;
  kit.table->for_each([&](const PageFacts& page) { noted.push_back(page.url); },
                      PageTable::Which::noted);
  EXPECT_THAT(noted, IsEmpty());
  // A night on which it fails says nothing of what it is.
  const auto again = [&](std::int64_t number) {
    kit.table->forget_former();
    kit.open(number);
    for (const std::string& url : {kA, kB, kC})
      (void)offer_one(*kit.table, url, "", never);
    return kit.take();
  };
  for (const WaitingPage& page : again(2)) {
    EXPECT_EQ(page.was_silent, page.url != kC) << page.url;
    kit.finish(page, TableKit::kept());
  }
  EXPECT_THAT(kit.table->sums().no_rdf, IsEmpty());
  for (const WaitingPage& page : again(3))
    EXPECT_EQ(page.was_silent, page.url != kC) << page.url;
}

// Media types are what servers say.
TEST(PageTable, MediaTypesOfPagesWithoutRdfAreBounded) {
  TableKit kit;
  kit.open(1);
  const std::size_t count = kMostTypes + 50;
  for (std::size_t i = 0; i < count; ++i)
    (void)offer_one(*kit.table, "http://a.example/" + std::to_string(i), "", never);
  PageEnd silent = TableKit::fresh("");
  silent.outcome = Outcome::no_rdf;
  std::size_t number = 0;
  for (std::vector<WaitingPage> pages = kit.take(); !pages.empty(); pages = kit.take())
    for (const WaitingPage& page : pages) {
      silent.media_type = std::to_string(number++) + std::string(10'000, 'x');
      kit.finish(page, silent);
    }
  const PageTypes types = kit.table->sums().no_rdf;
  EXPECT_EQ(types.size(), kMostTypes + 1);
  EXPECT_EQ(types.at("other"), 50U);
  for (const auto& [type, pages] : types) EXPECT_LE(type.size(), kTypeBytes);
}

TEST(PageTable, KnowsWhetherQuadsOfBeforeAreReplaced) {
  Had kit;
  kit.again(2);
  EXPECT_FALSE(kit.table->has_replaced_quads());
  PageEnd silent = TableKit::fresh("");
  silent.outcome = Outcome::no_rdf;
  kit.finish(kit.take().at(0), silent);
  EXPECT_TRUE(kit.table->has_replaced_quads());
  kit.table->forget_former();
  kit.again(3);
  kit.finish(kit.take().at(0), silent);
  EXPECT_FALSE(kit.table->has_replaced_quads());
}

TEST(PageTable, ValidatorsStayWithTheUrlThatGaveThem) {
  Had kit;
  kit.again(2);
  PageEnd end = TableKit::fresh("new\n");
  end.final_url = "http://a.example/x";
  end.etag = "\"1\"";
  kit.finish(kit.take().at(0), end, "new\n");
  kit.table->forget_former();
  kit.again(3);
  WaitingPage page = kit.take().at(0);
  EXPECT_EQ(page.final_url, "http://a.example/x");
  EXPECT_EQ(page.etag, "\"1\"");
  // The same content from elsewhere, without an ETag.
  end = TableKit::same();
  end.final_url = "http://a.example/y";
  end.modified = "Mon, 01 Jan 2024 00:00:00 GMT";
  kit.finish(page, end);
  kit.again(4);
  page = kit.take().at(0);
  EXPECT_EQ(page.final_url, "http://a.example/y");
  EXPECT_EQ(page.etag, "");
  EXPECT_EQ(page.modified, "Mon, 01 Jan 2024 00:00:00 GMT");
  kit.finish(page, TableKit::same());
  kit.again(5);
  EXPECT_EQ(kit.take().at(0).final_url, "");
}

TEST(PageTable, ChangesTellWhatCameAndWentAndNothingElse) {  // --changes
  Had kit{{kA, kB, kC, "http://a.example/4"}};
  const std::string added = "http://a.example/5";
  kit.again(2, {kA, kB, kC, added});
  const auto pages = kit.take();
  ASSERT_THAT(urls_of(pages), testing::UnorderedElementsAre(kA, kB, kC, added));
  for (const WaitingPage& page : pages) {
    if (page.url == kA) {
      PageEnd end = TableKit::fresh("changed\n");
      end.final_url = "http://a.example/moved";
      kit.finish(page, end, "changed\n");
    } else if (page.url == added) {
      kit.finish(page, TableKit::fresh("added\n"), "added\n");
    } else if (page.url == kB) {
      kit.finish(page, TableKit::same());
    } else {
      kit.finish(page, TableKit::kept());
    }
  }
  EXPECT_EQ(kit.table->unlisted(), 1U);
  kit.table->drop_unlisted();
  EXPECT_THAT(kit.changes(),
              ElementsAre(Change{"http://a.example/moved", kA + " first\n", "changed\n"},
                          Change{"http://a.example/4", "http://a.example/4 first\n", ""},
                          Change{added, "", "added\n"}));
}

TEST(PageTable, ARunThatGoesOnStillKnowsWhatChanged) {
  Had kit{{kA, kB}};
  kit.again(2, {kA, kB});
  kit.finish(kit.take().at(0), TableKit::fresh("1\n"), "1\n");
  kit.open(2);
  kit.finish(kit.take().at(0), TableKit::fresh("2\n"), "2\n");
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", "1\n"},
                                         Change{kB, kB + " first\n", "2\n"}));
}

TEST(PageTable, WhatIsListedNoMoreIsDropped) {
  Had kit{{kA, kB}};
  kit.again(2, {kB});
  EXPECT_EQ(kit.table->unlisted(), 1U);
  kit.finish(kit.take().at(0), TableKit::same());
  kit.table->drop_unlisted();
  EXPECT_EQ(kit.texts(), kB + " first\n");
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", ""}));
  EXPECT_EQ(kit.table->sums().pages, 1U);
  std::vector<std::string> dropped;
  const auto note = [&](const PageFacts& page) { dropped.push_back(page.url); };
  kit.table->for_each_dropped(note);
  EXPECT_THAT(dropped, ElementsAre(kA));
  kit.table->forget_former();
  kit.table->for_each_dropped(note);
  EXPECT_EQ(dropped.size(), 1U) << "it is forgotten";
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page"), 1);
}

TEST(PageTable, AnUnlistedPageThatNeverHadAnythingIsForgottenToo) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  for (const WaitingPage& page : kit.take()) kit.finish(page, TableKit::gone());
  (void)offer_one(kit.open(2), kB, "", never);
  kit.finish(kit.take().at(0), TableKit::gone());
  kit.table->drop_unlisted();
  EXPECT_EQ(kit.table->sums().pages, 1U) << "else it counts as failed for ever";
  kit.table->forget_former();
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page"), 1);
}

TEST(PageTable, AnUnlistedPageThatChangedMeanwhileIsToldAsItWasBefore) {
  Had kit{{kA, kB}};
  (void)offer_one(kit.open(2), kA, "", never);
  (void)kit.take();  // the run ends at its bound
  (void)offer_one(kit.open(3), kB, "", never);
  for (const WaitingPage& page : kit.take()) {
    const std::string text = page.url + " third\n";
    kit.finish(page, TableKit::fresh(text), text);
  }
  kit.table->drop_unlisted();
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", ""},
                                         Change{kB, kB + " first\n", kB + " third\n"}));
  kit.table->forget_former();
  EXPECT_EQ(kit.texts(), kB + " third\n");
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 1);
}

TEST(PageTable, LinkedPagesAreNotDroppedForBeingUnlisted) {
  TableKit kit;
  (void)kit.open(1).offer_linked(kA, 1);
  kit.finish_all("");
  (void)kit.open(2);
  EXPECT_EQ(kit.table->unlisted(), 0U);
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kA));
}

}  // namespace
}  // namespace semsite::test::page_table_changes_test
