#include "crawl/page_crawl.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/hash.hpp"
#include "semsite/errors.hpp"
#include "support/number_of.hpp"
#include "support/page_crawl_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::page_crawl_resume_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using testing::SizeIs;
using Kit = PageCrawlKit;

const std::string kSite = "http://a.example";

TEST(PageCrawl, TheNextRunBeginsWithThePagesThatTheBoundLeftOut) {  // --max-pages
  Kit kit;
  kit.rules.connections = 8;
  kit.rules.max_pages = 37;
  kit.list(100);
  EXPECT_TRUE(kit.crawl().cut_short);
  kit.end_run();
  kit.web.clear_log();
  kit.rules.max_pages = 63;
  EXPECT_TRUE(kit.crawl(2).cut_short) << "37 are not asked again";
  EXPECT_THAT(kit.asked(), SizeIs(63));
  EXPECT_EQ(kit.quads().size(), 100U) << "also those that had been taken";
}

TEST(PageCrawl, AStoppedRunGoesOnWithWhatWaits) {  // DESIGN §7
  const TemporaryFolder folder;
  for (const int at : {0, 1, 7, 19, 39}) {
    Kit kit;
    const auto pages = kit.list(40);
    kit.break_off(pages[static_cast<std::size_t>(at)]);
    EXPECT_LT(kit.table->sums().pages, 40U);
    const auto before = kit.ends();
    kit.web.clear_log();
    const PageCrawlResult result = kit.crawl();
    EXPECT_FALSE(result.cut_short);
    EXPECT_EQ(kit.quads().size(), 40U) << at;
    for (const auto& [url, end] : before) {
      EXPECT_EQ(end, "whole");
      EXPECT_EQ(kit.asked().count(url), 0U) << url << " was whole";
    }
    EXPECT_EQ(kit.asked().size() + before.size(), 40U);
  }
}

TEST(PageCrawl, AStateThatWasOpenedAnewGoesOnToo) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  std::vector<std::string> pages;
  {
    Kit kit{path};
    pages = kit.list(30);
    kit.break_off(pages[12]);
  }
  Kit kit{path};
  kit.list(30);
  (void)kit.crawl();
  EXPECT_EQ(kit.quads().size(), 30U);
  EXPECT_LT(kit.asked().size(), 30U);
}

TEST(PageCrawl, MaxPagesCountsOverARunThatWasBrokenOff) {
  Kit kit;
  kit.rules.max_pages = 20;
  const auto pages = kit.list(50);
  kit.break_off(pages[10]);
  const std::uint64_t done = kit.table->sums().pages;
  EXPECT_GT(done, 0U);
  kit.web.clear_log();
  EXPECT_TRUE(kit.crawl().cut_short);
  EXPECT_EQ(kit.table->sums().pages, 20U);
  EXPECT_EQ(kit.asked().size(), 20U - done);
}

TEST(PageCrawl, ALargePageThatIsKilledComesWhole) {
  Kit undisturbed;
  const std::string url = undisturbed.list(1)[0];
  const std::string text = Kit::large(url, "v");
  undisturbed.web.on(url, text);
  (void)undisturbed.crawl();
  const auto expected = undisturbed.quads();
  EXPECT_GT(expected.size(), 30'000U);

  Kit kit;
  kit.list(1);
  // Its parts are in the table when the run ends: the next page is asked for meanwhile.
  kit.entries.emplace_back(kSite + "/other", "");
  kit.web.on(url, {{.body = text, .break_after = text.size() - 10}, {.body = text}});
  kit.retry.first_pause = std::chrono::milliseconds{20'000};
  kit.retry.longest_pause = std::chrono::milliseconds{20'000};
  kit.web.on(kSite + "/other",
             {{.body = Kit::quad(kSite), .delay = std::chrono::milliseconds{20'000}}});
  std::jthread killer{[&kit] {
    const auto parts = [&kit] {
      return number_of(kit.state.database(), "SELECT count(*) FROM page_text");
    };
    while (parts() < 2) std::this_thread::sleep_for(std::chrono::milliseconds{2});
    kit.stop.request_stop();
    kit.web.cancel();
  }};
  (void)kit.crawl();
  killer.join();
  EXPECT_THAT(kit.ends(), Not(Contains(Pair(url, testing::_))));

  // The same state in another process; the server gives a shorter document now.
  PageTable resumed{kit.state.database(), "crawl", 1};
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 0)
      << "nothing of a part is left";
}

TEST(PageCrawl, ALargePageOfWhichAnAttemptBrokeOffHasEachQuadOnce) {
  Kit kit;
  const std::string url = kit.list(1)[0];
  const std::string text = Kit::large(url, "v");
  kit.web.on(url, {{.body = text, .break_after = text.size() - 10},
                   {.body = Kit::quad(url, "short")}});
  (void)kit.crawl();
  EXPECT_EQ(kit.quads().size(), 1U) << "nothing of the first attempt";
}

TEST(PageCrawl, PagesAreReadWholeWhenThereIsNoRoomToHoldThem) {
  Kit kit;
  kit.workers = 4;
  kit.rules.connections = 8;
  kit.held_bytes = 100;  // less than any of them
  const auto urls = kit.list(20);
  (void)kit.crawl();
  EXPECT_EQ(kit.quads().size(), urls.size());
  EXPECT_EQ(kit.ends().size(), urls.size());
}

TEST(PageCrawl, ALargePageThatHasNotChangedLeavesNoParts) {
  Kit kit;
  const std::string url = kit.list(1)[0];
  kit.web.on(url, Kit::large(url, "v"));
  (void)kit.crawl();
  kit.end_run();
  const auto before = kit.quads();
  const auto rows = number_of(kit.state.database(), "SELECT count(*) FROM page_text");
  (void)kit.crawl(2);
  kit.end_run();
  EXPECT_TRUE(kit.quads() == before);
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), rows);
}

TEST(PageCrawl, APageThatBreaksOffKeepsWhatAnEarlierRunHadWhole) {
  Kit kit;
  const std::string url = kit.list(1)[0];
  kit.web.on(url, Kit::quad(url, "1") + Kit::quad(url, "2"));
  (void)kit.crawl();
  kit.end_run();
  kit.web.on(url, {{.body = Kit::quad(url, "1") + Kit::quad(url, "2"),
                    .break_after = Kit::quad(url, "1").size() + 5}});
  (void)kit.crawl(2);
  EXPECT_THAT(kit.ends(), ElementsAre(Pair(url, "fetch.broken")));
  EXPECT_EQ(kit.quads().size(), 2U) << "a failure does not take anything away";
}

TEST(PageCrawl, StoppedInTheMiddleItLeavesPagesWaiting) {
  Kit kit;
  const auto pages = kit.list(200);
  for (const std::string& url : pages)
    kit.web.on(url, {{.body = Kit::quad(url), .delay = std::chrono::milliseconds{1}}});
  kit.break_off(pages[50]);
  const std::uint64_t done = kit.table->sums().pages;
  EXPECT_GT(done, 10U);
  EXPECT_LT(done, 100U);
  EXPECT_EQ(kit.asked().size() < 100, true);
  PageTable resumed{kit.state.database(), "crawl", 1};
  EXPECT_EQ(resumed.sums().pages + resumed.waiting_hosts().at("http://a.example:80"),
            200U);
}

TEST(PageCrawl, AFullDiskEndsTheCrawlWithItsName) {
  Kit kit;
  kit.rules.connections = 4;
  // Texts that cannot be packed, so that no free room of the file can take the rest.
  for (const std::string& url : kit.list(300)) {
    std::string text = url;
    while (text.size() < 3000) text += short_hash(text);
    kit.web.on(url, "<" + url + "> <http://a.example/p> \"" + text + "\" .\n");
  }
  Database& database = kit.state.database();
  std::atomic<int> requests = 0;
  kit.web.on_request = [&](const Request&) {
    if (++requests != 50) return;
    const std::scoped_lock lock{database.mutex()};
    database.run("PRAGMA max_page_count = 1");  // as many as there are now
  };
  std::string said;
  try {
    (void)kit.crawl();
  } catch (const RunError& error) {
    said = error.what();
  }
  EXPECT_THAT(said, HasSubstr("no space left"));
  kit.web.on_request = {};
  {
    const std::scoped_lock lock{database.mutex()};
    database.run("PRAGMA max_page_count = 1000000");
  }
  (void)kit.crawl();
  EXPECT_EQ(kit.quads().size(), 300U) << "and it can be gone on with";
}

TEST(PageCrawl, PagesLeftFromAnotherRunAreCountedOnce) {
  // Several hosts with pages that wait from a run that came to its bound, listed again.
  for (int round = 0; round < 5; ++round) {
    Kit kit;
    for (int host = 0; host < 5; ++host)
      kit.list(10, "http://h" + std::to_string(host) + ".example");
    kit.rules.max_pages = static_cast<std::uint64_t>(1 + round * 7);
    (void)kit.crawl();
    kit.end_run();
    kit.rules.max_pages = 1'000;
    EXPECT_FALSE(kit.crawl(2).cut_short);
    EXPECT_EQ(kit.quads().size(), 50U);
  }
}

}  // namespace
}  // namespace semsite::test::page_crawl_resume_test
