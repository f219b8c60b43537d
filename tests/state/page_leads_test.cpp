#include "state/page_leads.hpp"

// What is a part of a crawl because another page leads to it (docs/fetch.md, State).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "state/page_table.hpp"
#include "state/page_table_kit.hpp"
#include "support/number_of.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::page_leads_test {
namespace {

using testing::UnorderedElementsAre;
using Links = std::vector<PageTable::Link>;

const std::string kData = "http://a.example/1.ttl";
const std::string kMore = "http://a.example/2.ttl";

PageTable::Link to(const std::string& url) {
  return {.url = url, .depth = 1, .task = "m"};
}

class PageLeads : public testing::Test {
 protected:
  /// A run in which these are listed, and each page that waits ends so.
  void run(const std::vector<std::string>& listed,
           const std::map<std::string, Links>& links, LeadRules rules = {}) {
    kit_.open(++run_);
    for (const std::string& url : listed) (void)offer_one(*kit_.table, url, "", never);
    for (std::vector<WaitingPage> pages = kit_.take(); !pages.empty();
         pages = kit_.take())
      for (const WaitingPage& page : pages) {
        const auto found = links.find(page.url);
        PageEnd end = TableKit::fresh(page.url);
        end.names_all = true;
        (void)kit_.table->finish(
            page.id, ends_.contains(page.url) ? ends_[page.url] : end, "a line\n", 0,
            found == links.end() ? Links{} : found->second, any_link);
      }
    dropped_ = kit_.table->drop_leaderless(rules);
    if (rules.unlisted_go && kit_.table->unlisted() > 0) kit_.table->drop_unlisted();
    kit_.table->forget_former();
  }
  std::vector<std::string> pages() {
    std::vector<std::string> out;
    kit_.table->for_each([&](const PageFacts& page) { out.push_back(page.url); });
    return out;
  }

  TableKit kit_;
  std::int64_t run_ = 0;
  std::uint64_t dropped_ = 0;
  std::map<std::string, PageEnd> ends_;
};

TEST_F(PageLeads, WhatNothingLeadsToAnyMoreIsDropped) {
  run({kA}, {{kA, {to(kData)}}});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA, kData));
  run({kA}, {});
  EXPECT_EQ(dropped_, 1U);
  EXPECT_THAT(pages(), UnorderedElementsAre(kA));
  EXPECT_EQ(number_of(kit_.state.database(), "SELECT count(*) FROM lead"), 0);
}

TEST_F(PageLeads, WhatAnotherPageLeadsToStays) {
  run({kA, kB}, {{kA, {to(kData)}}, {kB, {to(kData)}}});
  run({kB}, {{kB, {to(kData)}}});
  EXPECT_THAT(pages(), UnorderedElementsAre(kB, kData));
  run({kC}, {});
  EXPECT_THAT(pages(), UnorderedElementsAre(kC)) << "neither is listed any more";
}

TEST_F(PageLeads, PagesOfASitemapThatWasNotReadStillLead) {
  run({kA}, {{kA, {to(kData)}}});
  run({}, {}, {.unlisted_go = false});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA, kData));
}

TEST_F(PageLeads, AnAnswerThatSaysNothingOfLinksLeavesThem) {
  run({kA}, {{kA, {to(kData)}}});
  ends_[kA] = TableKit::same();
  run({kA}, {});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA, kData));
}

TEST_F(PageLeads, WhatLeadsOnlyInACircleIsDropped) {
  run({kA}, {{kA, {to(kData)}}, {kData, {to(kMore)}}, {kMore, {to(kData)}}});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA, kData, kMore));
  run({kA}, {{kData, {to(kMore)}}, {kMore, {to(kData)}}});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA));
}

TEST_F(PageLeads, WhatIsListedNoMoreAndLedToStays) {
  run({kA, kData}, {{kA, {to(kData)}}});
  run({kA}, {{kA, {to(kData)}}});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA, kData));
  run({kA}, {});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA));
}

TEST_F(PageLeads, NothingGoesWhileAPageThatNeverCameMayLeadToIt) {
  run({kA}, {{kA, {to(kData)}}});
  ends_[kB] = TableKit::kept();
  run({kA, kB}, {});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA, kB, kData));
  ends_[kB] = TableKit::gone();
  run({kA, kB}, {});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA, kB));
}

TEST_F(PageLeads, LinksBetweenDocumentsDoNotCountWhereTheCrawlGoesByThem) {
  const PageTable::Link page{
      .url = kB, .depth = 1, .task = {}, .is_between_documents = true};
  run({kA}, {{kA, {page, to(kData)}}}, {.links_are_noted = false});
  run({kA}, {}, {.links_are_noted = false});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA, kB));
}

TEST_F(PageLeads, AnEarlierStateFindsOutWhenSomethingIsGone) {
  run({kA}, {{kA, {to(kData)}}});
  {
    const MutexLock lock{kit_.state.database().mutex()};
    kit_.state.database().run("DELETE FROM lead; DELETE FROM leads_known");
  }
  ends_[kA] = TableKit::same();
  run({kA}, {});
  const char* const reselected = "SELECT count(*) FROM reselected";
  EXPECT_EQ(number_of(kit_.state.database(), reselected), 0);
  ends_[kData] = TableKit::gone();
  run({kA}, {});
  run({kA}, {});
  EXPECT_THAT(pages(), UnorderedElementsAre(kA, kData)) << "who led to it is not known";
  EXPECT_EQ(number_of(kit_.state.database(), reselected), 1);
}

}  // namespace
}  // namespace semsite::test::page_leads_test
