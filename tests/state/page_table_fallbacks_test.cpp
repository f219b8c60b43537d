// What is asked for in the place of pages that come to nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/state_kit.hpp"

namespace semsite::test::page_table_fallbacks_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kMeta = "http://a.example/7.ttl";
const std::string kNext = "http://a.example/7.rdf";
const std::string kPage = "http://a.example/7";

class Fallbacks : public testing::Test {
 protected:
  /// An entry of a sitemap in this run; gives what waits because of it, itself aside.
  std::vector<std::string> offer(const std::string& url,
                                 std::vector<PageTable::Fallback> fallbacks,
                                 const std::string& task = {}) {
    const std::vector<PageTable::Listed> entries{
        {.url = url, .lastmod = {}, .task = task, .fallbacks = std::move(fallbacks)}};
    (void)kit_.table->offer_listed(entries, [](std::string_view) { return false; });
    return kit_.table->offer_fallbacks(entries);
  }
  std::vector<std::string> finish(const WaitingPage& page, PageEnd end,
                                  const std::vector<PageTable::Link>& links = {}) {
    return kit_.table->finish(page.id, end, end.quads > 0 ? "a line\n" : "", 0, links,
                              any_link);
  }
  std::vector<std::string> fail(const WaitingPage& page) {
    PageEnd end = TableKit::gone();
    end.barren = true;
    return finish(page, end);
  }
  WaitingPage next() { return kit_.take(1).at(0); }

  TableKit kit_;
};

TEST_F(Fallbacks, WaitOnlyWhenThePageHasComeToNothing) {
  kit_.open(1);
  EXPECT_THAT(offer(kMeta, {{kNext, "m\n\n"}, {kPage, {}}}), IsEmpty());
  EXPECT_THAT(finish(next(), TableKit::fresh("data")), IsEmpty());
  EXPECT_THAT(kit_.take(), IsEmpty());
}

TEST_F(Fallbacks, FollowOneAnother) {
  kit_.open(1);
  (void)offer(kMeta, {{kNext, "m\n\n"}, {kPage, {}}});
  EXPECT_THAT(fail(next()), ElementsAre(kNext));
  const WaitingPage second = next();
  EXPECT_EQ(second.url + second.task, kNext + "m\n\n");
  PageEnd nothing_in_it = TableKit::fresh("");
  nothing_in_it.barren = true;
  EXPECT_THAT(finish(second, nothing_in_it), ElementsAre(kPage));
  EXPECT_THAT(finish(next(), TableKit::fresh("data")), IsEmpty());
}

TEST_F(Fallbacks, OfAPageThatHasFailedAlreadyWaitAtOnce) {
  kit_.open(1);
  (void)offer(kMeta, {{kNext, {}}});
  (void)fail(next());
  (void)fail(next());
  // Another object has the same description, and another page.
  EXPECT_THAT(offer(kMeta, {{kPage, {}}}), ElementsAre(kPage));
  const WaitingPage page = next();
  EXPECT_THAT(finish(page, TableKit::fresh("data"),
                     {{.url = kMeta, .fallbacks = {{kNext, {}}, {kPage + "/x", {}}}}}),
              ElementsAre(kPage + "/x"))
      << "through both that have failed";
}

TEST_F(Fallbacks, APageWhoseHeaderWasLookedAtIsReadAfterAll) {
  kit_.open(1);
  (void)offer(kPage, {}, "s\n\n");
  PageEnd head = TableKit::fresh("links");
  head.header_only = true;
  head.etag = "\"of the head\"";
  EXPECT_THAT(finish(next(), head, {{.url = kMeta, .fallbacks = {{kPage, {}}}}}),
              ElementsAre(kMeta));
  EXPECT_THAT(fail(next()), ElementsAre(kPage));
  const WaitingPage page = next();
  EXPECT_EQ(page.task + page.etag + page.digest, "") << "nothing to compare with";
  EXPECT_THAT(finish(page, TableKit::fresh("all of it")), IsEmpty());
  EXPECT_EQ(kit_.table->sums().pages, 2U) << "one outcome each";
}

TEST_F(Fallbacks, ThatLeadBackToThePageEndThere) {
  kit_.open(1);
  (void)offer(kMeta, {{kPage, {}}, {kMeta, {}}});
  EXPECT_THAT(fail(next()), ElementsAre(kPage));
  EXPECT_THAT(fail(next()), IsEmpty());
}

TEST_F(Fallbacks, OutliveAKill) {
  kit_.open(1);
  (void)offer(kMeta, {{kPage, {}}});
  (void)kit_.take();
  kit_.open(1);
  EXPECT_THAT(fail(next()), ElementsAre(kPage));
  kit_.open(1);
  EXPECT_EQ(next().url, kPage);
}

TEST_F(Fallbacks, AreNotNeededWhileAnEarlierRunHasThePage) {
  kit_.open(1);
  (void)offer(kMeta, {{kPage, {}}});
  (void)finish(next(), TableKit::fresh("data"));
  kit_.open(2);
  (void)offer(kMeta, {{kPage, {}}});
  EXPECT_THAT(fail(next()), IsEmpty()) << "it stays the first time";
  kit_.open(3);
  (void)offer(kMeta, {{kPage, {}}});
  EXPECT_THAT(fail(next()), ElementsAre(kPage)) << "and is dropped the second";
}

TEST_F(Fallbacks, OfAHostThatIsGivenUpWait) {
  kit_.open(1);
  (void)offer("http://b.example/7.ttl", {{kPage, {}}});
  (void)offer("http://b.example/8.ttl", {});
  const auto given_up = kit_.table->give_up_host("http://b.example:80", Outcome::failed,
                                                 "crawl.parked", "");
  EXPECT_EQ(given_up.pages, 2U);
  EXPECT_THAT(given_up.instead, ElementsAre(kPage));
}

}  // namespace
}  // namespace semsite::test::page_table_fallbacks_test
