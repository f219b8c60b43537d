#include "state/page_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "state/page_table_kit.hpp"
#include "support/number_of.hpp"
#include "support/state_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::page_table_failures_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using Change = TableKit::Change;
using Offer = PageTable::Offer;

TEST(PageTable, AFailureKeepsTheQuads) {
  Had kit;
  for (std::int64_t run = 2; run < 6; ++run) {
    kit.again(run);
    kit.finish(kit.take().at(0), TableKit::kept());
    EXPECT_EQ(kit.texts(), kA + " first\n") << run;
    EXPECT_THAT(kit.changes(), IsEmpty());
    EXPECT_THAT(kit.codes(), ElementsAre("http.500"));
    kit.table->forget_former();
  }
}

TEST(PageTable, APageThatIsGoneInTwoRunsIsDropped) {  // DESIGN §7
  Had kit;
  kit.again(2);
  kit.finish(kit.take().at(0), TableKit::gone());
  EXPECT_EQ(kit.texts(), kA + " first\n") << "once is not enough";
  EXPECT_THAT(kit.changes(), IsEmpty());
  kit.table->forget_former();
  kit.again(3);
  kit.finish(kit.take().at(0), TableKit::gone());
  EXPECT_EQ(kit.texts(), "");
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", ""}));
  kit.table->forget_former();
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 0);
}

TEST(PageTable, AskedTwiceInOneRunItIsGoneOnce) {
  Had kit;
  kit.again(2);
  const auto page = kit.take().at(0);
  kit.finish(page, TableKit::gone());
  kit.finish(page, TableKit::gone());
  EXPECT_EQ(kit.texts(), kA + " first\n");
}

TEST(PageTable, TheFirstLineOfAFailureStaysUntilThePageEndsInAnotherWay) {  // report.md
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  const auto failure = [](const std::string& begins) {
    PageEnd out = TableKit::kept();
    out.begins = begins;
    return out;
  };
  {
    TableKit kit{path};
    kit.open(1);
    for (const std::string& url : {kA, kB, kC})
      (void)offer_one(*kit.table, url, "", never);
    for (const WaitingPage& page : kit.take())
      kit.finish(page, page.url == kC ? TableKit::fresh("c\n") : failure(page.url),
                 "c\n");
    EXPECT_THAT(kit.beginnings(), ElementsAre(kA, kB));
  }
  TableKit kit{path};
  kit.open(2);
  EXPECT_THAT(kit.beginnings(), ElementsAre(kA, kB)) << "it outlives the process";
  for (const std::string& url : {kA, kB}) (void)offer_one(*kit.table, url, "", never);
  const auto pages = kit.take();
  kit.finish(pages.at(0), TableKit::fresh("a\n"), "a\n");
  kit.finish(pages.at(1), TableKit::gone());
  EXPECT_THAT(kit.beginnings(), IsEmpty());
  kit.open(3);
  for (const std::string& url : {kA, kB}) (void)offer_one(*kit.table, url, "", never);
  for (const WaitingPage& page : kit.take()) kit.finish(page, failure("again"));
  kit.open(4);
  (void)offer_one(*kit.table, kA, "", never);
  (void)kit.table->give_up_host("http://a.example:80", Outcome::partial, "crawl.parked",
                                "left");
  EXPECT_THAT(kit.beginnings(), ElementsAre("again")) << "of the page that did not wait";
  kit.table->drop_unlisted();
  kit.table->forget_former();
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_begins"), 0)
      << "its number may be that of another page soon";
}

TEST(PageTable, KeepsFirstLinesForAsManyFailuresAsAReportHas) {
  TableKit kit;
  kit.open(1);
  std::vector<PageTable::Listed> entries;
  for (std::size_t i = 0; i < PageTable::kMostBegins + 50; ++i)
    entries.push_back(
        {.url = "http://a.example/" + std::to_string(i), .lastmod = {}, .task = {}});
  (void)kit.table->offer_listed(entries, never);
  PageEnd end = TableKit::kept();
  end.begins = "oops";
  const auto pages = kit.take(2'000);
  ASSERT_EQ(pages.size(), entries.size());
  // The first one ends last.
  for (std::size_t i = 1; i < pages.size(); ++i) kit.finish(pages[i], end);
  EXPECT_EQ(kit.beginnings().size(), PageTable::kMostBegins);
  end.begins = "first";
  kit.finish(pages[0], end);
  EXPECT_EQ(kit.beginnings().at(0), "first");
}

TEST(PageTable, AnAnswerBetweenTwoMissesBeginsTheCountAnew) {
  for (const PageEnd& between : {TableKit::same(), TableKit::fresh("x\n")}) {
    Had kit;
    kit.again(2);
    kit.finish(kit.take().at(0), TableKit::gone());
    kit.again(3);
    kit.finish(kit.take().at(0), between, "x\n");
    kit.table->forget_former();
    kit.again(4);
    kit.finish(kit.take().at(0), TableKit::gone());
    EXPECT_NE(kit.texts(), "");
  }
}

TEST(PageTable, APageThatComesBackIsNew) {
  Had kit;
  for (std::int64_t run = 2; run < 4; ++run) {
    kit.again(run);
    kit.finish(kit.take().at(0), TableKit::gone());
    kit.table->forget_former();
  }
  kit.again(4);
  const auto page = kit.take().at(0);
  EXPECT_EQ(page.digest, "") << "nothing to compare with";
  EXPECT_EQ(page.etag, "");
  kit.finish(page, TableKit::fresh("back\n"), "back\n");
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, "", "back\n"}));
}

TEST(PageTable, AHostThatIsGivenUpHasNoWaitingPages) {
  TableKit kit;
  PageTable& table = kit.open(1);
  for (const std::string& url : {kA, kB, kC, std::string{"http://b.example/1"}})
    (void)offer_one(table, url, "", never);
  kit.finish(kit.take(1).at(0), TableKit::fresh("a\n"), "a\n");
  (void)kit.take(1);  // one that was to be tried again
  EXPECT_EQ(table
                .give_up_host("http://a.example:80", Outcome::failed, "crawl.parked",
                              "too often")
                .pages,
            2U);
  EXPECT_THAT(table.waiting_hosts(), ElementsAre(Pair("http://b.example:80", 1)));
  EXPECT_THAT(kit.codes(), ElementsAre("", "crawl.parked", "crawl.parked"));
  EXPECT_EQ(kit.texts(), "a\n");
  EXPECT_EQ(table.sums().asked, 1U) << "they were not asked for";
  EXPECT_EQ(offer_one(kit.open(2), kB, "", never), Offer::again);
}

}  // namespace
}  // namespace semsite::test::page_table_failures_test
