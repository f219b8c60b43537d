#include "state/page_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/errors.hpp"
#include "support/number_of.hpp"
#include "support/state_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using Change = TableKit::Change;
using Offer = PageTable::Offer;

const std::string kA = "http://a.example/1";
const std::string kB = "http://a.example/2";
const std::string kC = "http://a.example/3";

/// A page whose quads an earlier run has.
struct Had : TableKit {
  explicit Had(std::vector<std::string> urls = {kA}, const std::string& lastmod = "") {
    open(1);
    for (const std::string& url : urls) (void)offer_one(*table, url, lastmod, never);
    finish_all(" first");
    table->forget_former();
  }
  /// Begins run `number`, with every page listed again.
  void again(std::int64_t number, const std::vector<std::string>& urls = {kA}) {
    open(number);
    for (const std::string& url : urls) (void)offer_one(*table, url, "", never);
  }
};

TEST(PageTable, EachPageIsInItOnce) {
  TableKit kit;
  PageTable& table = kit.open(1);
  EXPECT_EQ(offer_one(table, kA, "", never), Offer::added);
  EXPECT_EQ(offer_one(table, kA, "", never), Offer::seen);
  EXPECT_EQ(table.offer_linked(kA, 3), Offer::seen);
  EXPECT_EQ(table.offer_linked(kB, 1), Offer::added);
  EXPECT_EQ(table.offer_linked(kB, 1), Offer::seen);
  EXPECT_THAT(table.waiting_hosts(), ElementsAre(Pair("http://a.example:80", 2)));
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kA, kB));
  EXPECT_THAT(kit.take(), IsEmpty()) << "nobody else is given them";
  EXPECT_THAT(table.waiting_hosts(), IsEmpty());
}

TEST(PageTable, APageThatALinkFoundFirstIsNoneThatItsLastmodSpared) {
  TableKit kit;
  PageTable& table = kit.open(1);
  EXPECT_EQ(table.offer_linked(kA, 2), Offer::added);
  EXPECT_EQ(offer_one(table, kA, "2026-01-01", always), Offer::seen);
  const auto pages = kit.take();
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].depth, 0U) << "a listed page is a seed";
  EXPECT_EQ(pages[0].lastmod, "2026-01-01");
}

TEST(PageTable, PagesOfDifferentHostsAreGivenByHost) {
  TableKit kit;
  PageTable& table = kit.open(1);
  (void)offer_one(table, kA, "", never);
  (void)offer_one(table, "https://a.example/1", "", never);
  (void)offer_one(table, "http://a.example:8080/1", "", never);
  EXPECT_EQ(table.waiting_hosts().size(), 3U);
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kA));
}

TEST(PageTable, TwoCrawlsShareNothing) {
  RunState state{""};
  PageTable one{state.database(), "one", 1};
  PageTable other{state.database(), "other", 1};
  EXPECT_EQ(offer_one(one, kA, "", never), Offer::added);
  EXPECT_EQ(offer_one(other, kA, "", never), Offer::added);
  one.forget();
  EXPECT_THAT(one.waiting_hosts(), IsEmpty());
  EXPECT_EQ(other.waiting_hosts().size(), 1U);
  EXPECT_THAT(crawls_of(state.database(), 1), ElementsAre("other"));
  EXPECT_THAT(crawls_before(state.database(), 2), ElementsAre("other"));
  EXPECT_THAT(crawls_before(state.database(), 1), IsEmpty());
}

TEST(PageTable, TakenPagesComeAgainAfterAKill) {  // DESIGN §7
  TableKit kit;
  for (const std::string& url : {kA, kB, kC})
    (void)offer_one(kit.open(1), url, "", never);
  const auto pages = kit.take();
  ASSERT_EQ(pages.size(), 3U);
  kit.finish(pages[1], TableKit::fresh("two\n"), "two\n");
  const PageTable& table = kit.open(1);
  EXPECT_TRUE(table.is_known());
  EXPECT_TRUE(table.is_resumed());
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kA, kC)) << "what was whole stays";
  EXPECT_EQ(kit.texts(), "two\n");
}

TEST(PageTable, TakenPagesThatARunDidNotComeToWaitForTheNext) {  // --max-pages
  TableKit kit;
  for (const std::string& url : {kA, kB, kC})
    (void)offer_one(kit.open(1), url, "", never);
  kit.finish(kit.take().at(0), TableKit::fresh("one\n"), "one\n");
  EXPECT_FALSE(kit.open(2).is_resumed());
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kB, kC));
}

TEST(PageTable, WhatWaitsAlreadyIsNotSaidToWaitOnceMore) {
  // The crawl counts waiting pages by what `offer_listed` says.
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  PageTable& table = kit.open(2);
  EXPECT_THAT(table.waiting_hosts(), ElementsAre(Pair("http://a.example:80", 1)));
  EXPECT_EQ(offer_one(table, kA, "", never), Offer::seen);
  EXPECT_EQ(table.unlisted(), 0U) << "it is listed, though";
}

TEST(PageTable, PartsOfAPageThatDoesNotEndAreForgotten) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  auto page = kit.take().at(0);
  kit.table->put_text(page.id, 0, "part of the first attempt\n");
  kit.table->put_text(page.id, 1, "another\n");
  kit.open(1);
  page = kit.take().at(0);
  kit.finish(page, TableKit::fresh("whole\n"), "whole\n");
  EXPECT_EQ(kit.texts(), "whole\n");
}

TEST(PageTable, WhatAKilledProcessOfTheRunReadIsWrittenAgain) {
  TableKit kit;
  const PageEnd read = TableKit::fresh("entries\n");
  kit.finish(kit.open(1).take_listed(kA), read, "entries\n");
  (void)kit.open(1).take_listed(kA);  // killed here
  const WaitingPage page = kit.open(1).take_listed(kA);
  EXPECT_EQ(page.digest, "") << "its texts may be gone";
  kit.finish(page, read, "entries\n");
  EXPECT_EQ(kit.texts(), "entries\n");
  EXPECT_EQ(kit.open(2).take_listed(kA).digest, read.digest);
}

TEST(PageTable, PartsOfAnEarlierAttemptDoNotOutliveAShorterOne) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  const auto page = kit.take().at(0);
  for (unsigned part : {0U, 1U, 2U}) kit.table->put_text(page.id, part, "broke off\n");
  kit.table->put_text(page.id, 0, "one\n");
  kit.finish(page, TableKit::fresh("two\n"), "two\n", 1);
  EXPECT_EQ(kit.texts(), "one\ntwo\n");
}

TEST(PageTable, PartsOfAnAttemptDoNotOutliveOneWithoutText) {
  Had kit;
  kit.again(2);
  const auto page = kit.take().at(0);
  kit.table->put_text(page.id, 0, "broke off\n");
  kit.finish(page, TableKit::kept());
  EXPECT_EQ(kit.texts(), kA + " first\n");
  const auto rows = number_of(kit.state.database(), "SELECT count(*) FROM page_text");
  EXPECT_EQ(rows, 1);
}

TEST(PageTable, TheTextOfAPageIsItsPartsInOrder) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  const auto pages = kit.take();
  kit.finish(pages[1], TableKit::fresh("b\n"), "b\n");
  for (unsigned part = 0; part < 12; ++part)
    kit.table->put_text(pages[0].id, part, std::to_string(part) + "\n");
  std::string parts;
  kit.table->for_each_part(pages[0].id, 12,
                           [&](std::string_view text) { parts += text; });
  EXPECT_EQ(parts, "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
  kit.finish(pages[0], TableKit::fresh("a\n"), "last\n", 12);
  EXPECT_EQ(kit.texts(), parts + "last\nb\n")
      << "pages in the order in which they were found";
}

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
  (void)kit.table->give_up_host("http://a.example:80", 4, "crawl.parked", "left");
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

TEST(PageTable, ALastmodSparesARequestOnlyWhereItMayBeBelieved) {
  for (const bool believed : {true, false}) {
    Had kit{{kA}, "2026-01-01"};
    PageTable& table = kit.open(2);
    const auto may_skip = [&](std::string_view url) {
      EXPECT_EQ(url, kA);
      return believed;
    };
    EXPECT_EQ(offer_one(table, kA, "2026-01-01", may_skip),
              believed ? Offer::current : Offer::again);
    EXPECT_EQ(kit.take().size(), believed ? 0U : 1U);
    EXPECT_EQ(table.unlisted(), 0U);
  }
}

TEST(PageTable, ALastmodSparesOnlyTheContentThatItCameWith) {
  {
    Had kit{{kA}, "2026-01-01"};
    EXPECT_EQ(offer_one(kit.open(2), kA, "2026-01-02", always), Offer::again) << "moved";
    kit.finish(kit.take().at(0), TableKit::kept());
    EXPECT_EQ(offer_one(kit.open(3), kA, "2026-01-02", always), Offer::again)
        << "what it came with was not had";
  }
  {
    Had kit;
    EXPECT_EQ(offer_one(kit.open(2), kA, "", always), Offer::again) << "none";
  }
  {
    TableKit kit;
    (void)offer_one(kit.open(1), kA, "2026-01-01", always);
    kit.finish(kit.take().at(0), TableKit::kept());
    EXPECT_EQ(offer_one(kit.open(2), kA, "2026-01-01", always), Offer::again)
        << "never had";
  }
  {
    Had kit{{kA}, "2026-01-01"};
    (void)offer_one(kit.open(2), kA, "2026-01-01", never);
    kit.finish(kit.take().at(0), TableKit::gone());
    EXPECT_EQ(offer_one(kit.open(3), kA, "2026-01-01", always), Offer::again)
        << "it failed last time";
  }
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
  kit.table->forget_former();
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

TEST(PageTable, AForgottenPageLeavesItsDocumentToOthers) {
  Had kit{{kB, kA}};
  const auto claim_all = [&] {
    for (const WaitingPage& page : kit.take()) {
      EXPECT_TRUE(kit.table->claim(page.id, page.url)) << page.url;
      kit.finish(page, TableKit::fresh(page.url), page.url);
    }
  };
  kit.again(2, {kB, kA});
  claim_all();
  kit.again(3, {kB});
  kit.table->drop_unlisted();
  kit.table->forget_former();
  // The new page may get the number of the forgotten one.
  kit.again(4, {kB, kC, kA});
  claim_all();
}

TEST(PageTable, LinkedPagesAreNotDroppedForBeingUnlisted) {
  TableKit kit;
  (void)kit.open(1).offer_linked(kA, 1);
  kit.finish_all("");
  (void)kit.open(2);
  EXPECT_EQ(kit.table->unlisted(), 0U);
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kA));
}

TEST(PageTable, OfOneDocumentOnePageHasTheQuads) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  const auto pages = kit.take();
  const std::string document = "http://a.example/d";
  EXPECT_TRUE(kit.table->claim(pages[0].id, document));
  EXPECT_TRUE(kit.table->claim(pages[0].id, document)) << "another attempt";
  EXPECT_FALSE(kit.table->claim(pages[1].id, document));
  PageEnd end = TableKit::fresh("d\n");
  end.final_url = document;
  kit.finish(pages[0], end, "d\n");
  EXPECT_FALSE(kit.table->claim(pages[1].id, document));
  EXPECT_EQ(kit.table->offer_linked(document, 1), Offer::seen)
      << "had under another name";
}

TEST(PageTable, ADocumentStaysWithItsPageOverRuns) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  PageEnd end = TableKit::fresh("d\n");
  end.final_url = kB;
  auto page = kit.take().at(0);
  EXPECT_TRUE(kit.table->claim(page.id, kB));
  kit.finish(page, end, "d\n");
  (void)offer_one(kit.open(2), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  const auto pages = kit.take();
  ASSERT_EQ(pages.size(), 2U);
  ASSERT_EQ(pages[0].url, kB);
  EXPECT_FALSE(kit.table->claim(pages[0].id, kB)) << "the other may still have it";
  EXPECT_TRUE(kit.table->claim(pages[1].id, kB));
}

TEST(PageTable, ADocumentGoesToAnotherPageWhenItsOwnerFails) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  const auto pages = kit.take();
  EXPECT_TRUE(kit.table->claim(pages[0].id, kB));
  kit.finish(pages[0], TableKit::kept());
  EXPECT_TRUE(kit.table->claim(pages[1].id, kB));
}

TEST(PageTable, ADocumentGoesToAnotherPageWhenItsOwnerIsGone) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  auto page = kit.take().at(0);
  EXPECT_TRUE(kit.table->claim(page.id, kB));
  PageEnd end = TableKit::fresh("d\n");
  end.final_url = kB;
  kit.finish(page, end, "d\n");
  for (std::int64_t run = 2; run < 4; ++run) {
    (void)offer_one(kit.open(run), kA, "", never);
    kit.finish(kit.take().at(0), TableKit::gone());
    kit.table->forget_former();
  }
  (void)offer_one(kit.open(4), kB, "", never);
  EXPECT_TRUE(kit.table->claim(kit.take().at(0).id, kB));
}

TEST(PageTable, ADocumentGoesToAnotherPageWhenItsOwnerLeadsElsewhere) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  auto pages = kit.take();
  EXPECT_TRUE(kit.table->claim(pages[0].id, kB));
  PageEnd end = TableKit::fresh("b\n");
  end.final_url = kB;
  kit.finish(pages[0], end, "b\n");
  EXPECT_FALSE(kit.table->claim(pages[1].id, kB));
  kit.finish(pages[1], TableKit::fresh(""));
  // Now A is a page of its own.
  (void)offer_one(kit.open(2), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  pages = kit.take();
  EXPECT_TRUE(kit.table->claim(pages[0].id, kA));
  kit.finish(pages[0], TableKit::fresh("a\n"), "a\n");
  EXPECT_TRUE(kit.table->claim(pages[1].id, kB)) << "else its quads are lost";
  EXPECT_EQ(kit.table->offer_linked("http://a.example/new", 1), Offer::added);
}

TEST(PageTable, NewPagesComeBeforeThoseToBeAskedAgain) {  // --max-pages
  Had kit{{kA, kB}};
  const std::string added = "http://a.example/9";
  kit.again(2, {kA, kB, added});
  EXPECT_THAT(urls_of(kit.take(1)), ElementsAre(added));
  kit.open(2);
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(added, kA, kB));
}

TEST(PageTable, LinksOfAPageWaitWithItsEnd) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  const auto page = kit.take().at(0);
  const std::vector<PageTable::Link> links{
      {kA, 1}, {kB, 1}, {kC, 1}, {"http://b.example/", 1}};
  const auto admit = [](const PageTable::Link& link) { return link.url != kC; };
  EXPECT_THAT(kit.table->finish(page.id, TableKit::fresh("a\n"), "a\n", 0, links, admit),
              ElementsAre(kB, "http://b.example/"));
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kB)) << "of this host";
  const auto more =
      kit.table->finish(page.id, TableKit::fresh("a\n"), "a\n", 0, links, any_link);
  EXPECT_THAT(more, ElementsAre(kC)) << "those that are known are not new";
}

TEST(PageTable, AShorterWayToAPageCounts) {
  TableKit kit;
  (void)kit.open(1).offer_linked(kA, 5);
  (void)kit.table->offer_linked(kA, 2);
  (void)kit.table->offer_linked(kA, 7);
  EXPECT_EQ(kit.take().at(0).depth, 2U);
}

TEST(PageTable, AHostThatIsGivenUpHasNoWaitingPages) {
  TableKit kit;
  PageTable& table = kit.open(1);
  for (const std::string& url : {kA, kB, kC, std::string{"http://b.example/1"}})
    (void)offer_one(table, url, "", never);
  kit.finish(kit.take(1).at(0), TableKit::fresh("a\n"), "a\n");
  (void)kit.take(1);  // one that was to be tried again
  EXPECT_EQ(table
                .give_up_host("http://a.example:80", static_cast<int>(Outcome::failed),
                              "crawl.parked", "too often")
                .pages,
            2U);
  EXPECT_THAT(table.waiting_hosts(), ElementsAre(Pair("http://b.example:80", 1)));
  EXPECT_THAT(kit.codes(), ElementsAre("", "crawl.parked", "crawl.parked"));
  EXPECT_EQ(kit.texts(), "a\n");
  EXPECT_EQ(table.sums().asked, 1U) << "they were not asked for";
  EXPECT_EQ(offer_one(kit.open(2), kB, "", never), Offer::again);
}

TEST(PageTable, SumsTellOfAllPagesThatHaveEnded) {
  TableKit kit;
  PageTable& table = kit.open(1);
  for (const std::string& url : {kA, kB, kC}) (void)offer_one(table, url, "", never);
  const auto pages = kit.take();
  kit.finish(pages[0], TableKit::fresh("12345"), "12345");
  PageEnd failed = TableKit::kept();
  failed.attempts = 3;
  kit.finish(pages[1], failed);
  const PageSums sums = table.sums();
  EXPECT_EQ(sums.pages, 2U);
  EXPECT_EQ(sums.asked, 2U);
  EXPECT_EQ(sums.attempts, 4U);
  EXPECT_EQ(sums.quads, 1U);
  EXPECT_EQ(sums.bytes, 5U);
  EXPECT_EQ(sums.outcomes.at(static_cast<int>(Outcome::whole)), 1U);
  EXPECT_EQ(sums.outcomes.at(static_cast<int>(Outcome::failed)), 1U);
}

TEST(PageTable, AttemptsAreThoseOfTheRun) {
  Had kit{{kA, kB}, "2026-01-01"};
  PageTable& table = kit.open(2);
  (void)offer_one(table, kA, "2026-01-01", always);
  (void)offer_one(table, kB, "2026-01-01", never);
  kit.finish(kit.take().at(0), TableKit::same());
  EXPECT_EQ(table.sums().pages, 2U);
  EXPECT_EQ(table.sums().asked, 1U);
  EXPECT_EQ(table.sums().attempts, 1U);
}

TEST(PageTable, CountsOfLastmodAddUp) {
  TableKit kit;
  PageTable& table = kit.open(1);
  table.add_lastmod_counts({1, 2, 3, 4, 5, 6});
  table.add_lastmod_counts({.agreed = 10});
  const LastmodCounts seen = kit.open(2).lastmod_counts();
  EXPECT_EQ(seen.agreed, 11U);
  EXPECT_EQ(seen.betrayed, 2U);
  EXPECT_EQ(seen.moved, 3U);
  EXPECT_EQ(seen.idle, 4U);
  EXPECT_EQ(seen.matched, 5U);
  EXPECT_EQ(seen.contradicted, 6U);
}

TEST(PageTable, TellsWhetherAllPagesHaveOneLastmod) {
  TableKit kit;
  PageTable& table = kit.open(1);
  EXPECT_FALSE(table.one_lastmod());
  (void)offer_one(table, kA, "2026-01-01", never);
  EXPECT_FALSE(table.one_lastmod()) << "one page says nothing";
  (void)offer_one(table, kB, "2026-01-01", never);
  EXPECT_TRUE(table.one_lastmod());
  EXPECT_EQ(table.listed_pages(), 2U);
  (void)table.offer_linked("http://a.example/linked", 1);
  EXPECT_TRUE(table.one_lastmod());
  (void)offer_one(table, kC, "2026-01-02", never);
  EXPECT_FALSE(table.one_lastmod());
}

TEST(PageTable, AFormerCrawlCanBeRead) {
  Had kit;
  EXPECT_THAT(crawls_before(kit.state.database(), 2), ElementsAre("crawl"));
  PageTable former = PageTable::former(kit.state.database(), "crawl", 2);
  std::string text;
  former.for_each_text([&](std::int64_t, std::string_view one) { text += one; });
  EXPECT_EQ(text, kA + " first\n");
  EXPECT_THAT(crawls_before(kit.state.database(), 2), ElementsAre("crawl"))
      << "reading it does not begin it";
  former.forget();
  EXPECT_THAT(crawls_before(kit.state.database(), 2), IsEmpty());
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 0);
}

TEST(PageTable, ADamagedTextIsSaid) {
  Had kit;
  for (const char* damage : {"UPDATE page_text SET text = substr(text, 1, 12)",
                             "UPDATE page_text SET text = 'no frame at all'"}) {
    {
      const std::scoped_lock lock{kit.state.database().mutex()};
      kit.state.database().run(damage);
    }
    EXPECT_THROW((void)kit.texts(), RunError);
  }
}

TEST(PageTable, AFullDiskIsSaidAndLeavesAPageAsItWas) {
  Had kit;
  kit.again(2);
  const auto page = kit.take().at(0);
  Database& database = kit.state.database();
  {
    const std::scoped_lock lock{database.mutex()};
    database.settle();
  }
  const std::int64_t pages = database.number("PRAGMA page_count");
  database.run("PRAGMA max_page_count = " + std::to_string(pages));
  std::string noise;  // does not compress
  std::uint32_t x = 1;
  for (int i = 0; i < 100'000; ++i)
    noise += static_cast<char>((x = x * 1664525U + 1013904223U) >> 24U);
  EXPECT_THROW(kit.finish(page, TableKit::fresh(noise), noise), RunError);
  database.run("PRAGMA max_page_count = 1000000");
  EXPECT_EQ(kit.texts(), kA + " first\n");
  kit.open(2);
  kit.finish(kit.take().at(0), TableKit::fresh("now\n"), "now\n");
  EXPECT_EQ(kit.texts(), "now\n");
}

TEST(PageTable, ItIsAllThereInAFileToo) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    TableKit kit{path};
    (void)offer_one(kit.open(1), kA, "", never);
    (void)offer_one(*kit.table, kB, "", never);
    kit.finish(kit.take(1).at(0), TableKit::fresh("a\n"), "a\n");
    (void)kit.take(1);
  }
  TableKit kit{path};
  kit.open(1);
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kB));
  EXPECT_EQ(kit.texts(), "a\n");
}

TEST(PageTable, ThreadsShareIt) {
  TableKit kit;
  PageTable& table = kit.open(1);
  for (int i = 0; i < 400; ++i)
    (void)offer_one(table, "http://a.example/" + std::to_string(i), "", never);
  std::vector<std::jthread> threads;
  std::atomic<int> taken = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (;;) {
        const auto pages = table.take_waiting("http://a.example:80", 7);
        if (pages.empty()) return;
        for (const WaitingPage& page : pages) {
          ++taken;
          (void)table.claim(page.id, page.url);
          table.put_text(page.id, 0, page.url);
          (void)table.finish(page.id, TableKit::fresh("x\n"), "x\n", 1,
                             {{page.url + "/linked", page.depth + 1}},
                             [](const PageTable::Link& link) { return link.depth < 2; });
        }
        (void)table.sums();
      }
    });
  threads.clear();
  EXPECT_EQ(taken, 800);
  EXPECT_EQ(table.sums().pages, 800U);
}

TEST(PageTable, GivesTheTextsOfThosePagesThatAreWanted) {
  TableKit kit;
  PageTable& table = kit.open(1);
  for (const char* url : {"http://a.example/1", "http://a.example/2"})
    (void)offer_one(table, url, "", never);
  const auto pages = table.take_waiting("http://a.example:80", 2);
  ASSERT_EQ(pages.size(), 2U);
  for (const WaitingPage& page : pages) {
    table.put_text(page.id, 0, page.url + " first\n");
    (void)table.finish(page.id, TableKit::fresh("x"), page.url + " last\n", 1, {},
                       [](const PageTable::Link&) { return false; });
  }
  std::string text;
  table.for_each_text([&](std::int64_t, std::string_view one) { text += one; },
                      [&](std::int64_t page) { return page == pages[1].id; });
  EXPECT_EQ(text, "http://a.example/2 first\nhttp://a.example/2 last\n");
}

}  // namespace
}  // namespace semsite::test
