#include "crawl/page_crawl.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/hash.hpp"
#include "support/number_of.hpp"
#include "support/page_crawl_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using Kit = PageCrawlKit;

const std::string kSite = "http://a.example";

std::vector<std::string> keys(const std::map<std::string, int>& map) {
  std::vector<std::string> out;
  for (const auto& [key, value] : map) out.push_back(key);
  return out;
}

HeaderList tagged(const std::string& tag) { return {{"etag", tag}}; }

TEST(PageCrawl, EveryUrlEndsInExactlyOneOutcome) {  // DESIGN §4
  Kit kit;
  const auto on = [&](const std::string& path, Answer answer) {
    kit.entries.emplace_back(kSite + path, "");
    kit.web.on(kSite + path, {std::move(answer)});
  };
  kit.web.on(kSite + "/robots.txt", "User-agent: *\nDisallow: /secret\n");
  kit.list(5);
  on("/secret/1", {.body = Kit::quad(kSite)});
  on("/gone", {.status = 410});
  on("/missing", {.status = 404});
  on("/login", {.status = 401});
  on("/error", {.status = 500});
  on("/never", {.status = 501});
  on("/unknown", no_answer(FetchFailure::dns));
  on("/slow", no_answer(FetchFailure::stalled));
  on("/private", no_answer(FetchFailure::refused_address));
  on("/loop", redirect("/loop"));
  on("/to-secret", redirect("/secret/2"));
  on("/to-page", redirect("/page/0"));
  on("/away", redirect("ftp://a.example/"));
  on("/empty", {.body = ""});
  on("/html", {.headers = {{"content-type", "text/html"}},
               .body = "<!DOCTYPE html><title>t</title><p>nothing"});
  on("/broken", {.body = Kit::quad(kSite + "/broken"), .break_after = 10});
  on("/faulty", {.body = "<http://a.example/x> oops .\n" + [] {
       std::string text;
       for (int i = 0; i < 20; ++i) text += Kit::quad(kSite + "/faulty");
       return text;
     }()});
  on("/wall", {.status = 403, .headers = {{"cf-mitigated", "challenge"}}});
  kit.entries.emplace_back(kSite + "/page/1#part", "");  // the same document
  (void)kit.crawl();
  const auto ends = kit.ends();
  EXPECT_EQ(ends.size(), kit.entries.size() - 1);
  EXPECT_EQ(kit.table->sums().pages, ends.size());
  EXPECT_EQ(kit.waiting(), 0U);
  EXPECT_EQ(ends.at(kSite + "/page/0"), "whole");
  EXPECT_EQ(ends.at(kSite + "/secret/1"), "robots.denied");
  EXPECT_EQ(ends.at(kSite + "/gone"), "http.410");
  EXPECT_EQ(ends.at(kSite + "/missing"), "http.404");
  EXPECT_EQ(ends.at(kSite + "/login"), "http.401");
  EXPECT_EQ(ends.at(kSite + "/error"), "http.500");
  EXPECT_EQ(ends.at(kSite + "/never"), "http.501");
  EXPECT_EQ(ends.at(kSite + "/unknown"), "fetch.dns");
  EXPECT_EQ(ends.at(kSite + "/slow"), "fetch.stalled");
  EXPECT_EQ(ends.at(kSite + "/private"), "fetch.refused-address");
  EXPECT_EQ(ends.at(kSite + "/loop"), "redirect.loop");
  EXPECT_EQ(ends.at(kSite + "/to-secret"), "robots.denied");
  EXPECT_EQ(ends.at(kSite + "/to-page"), "whole");
  EXPECT_EQ(ends.at(kSite + "/away"), "fetch.scheme");
  EXPECT_EQ(ends.at(kSite + "/html"), "whole");
  EXPECT_EQ(ends.at(kSite + "/broken"), "fetch.broken");
  EXPECT_EQ(ends.at(kSite + "/faulty"), "faulty");
  EXPECT_EQ(ends.at(kSite + "/wall"), "fetch.blocked");
  EXPECT_EQ(kit.asked().count(kSite + "/secret/1"), 0U);
  EXPECT_EQ(kit.asked().count(kSite + "/secret/2"), 0U);
}

TEST(PageCrawl, APageThatFailsTellsTheFirstLineOfWhatCame) {  // report.md, begins
  Kit kit;
  const auto on = [&](const std::string& path, Answer answer) {
    kit.entries.emplace_back(kSite + path, "");
    kit.web.on(kSite + path, {std::move(answer)});
  };
  const HeaderList html{{"content-type", "text/html"}};
  kit.list(1);
  on("/error", {.status = 500, .headers = html, .body = "\n <h1>Out of order</h1>\n<p>"});
  on("/login.ttl", {.headers = html, .body = "<!doctype html><title>Log in</title>"});
  on("/binary", {.body = std::string{"\x7F\x45LF\x02\0\xFF rest", 12}});
  on("/wall", {.headers = {{"cf-mitigated", "challenge"}}, .body = "<p>Are you human?"});
  on("/missing", {.status = 404, .headers = html, .body = "<h1>No such page</h1>"});
  (void)kit.crawl();
  std::map<std::string, std::string> begins;
  kit.table->for_each([&](const PageFacts& page) {
    begins[page.url.substr(kSite.size())] = page.begins;
  });
  EXPECT_EQ(kit.ends().at(kSite + "/login.ttl"), "document.html");
  EXPECT_EQ(kit.ends().at(kSite + "/binary"), "document.binary");
  EXPECT_THAT(begins, UnorderedElementsAre(
                          Pair("/page/0", ""), Pair("/error", "<h1>Out of order</h1>"),
                          Pair("/login.ttl", "<!doctype html><title>Log in</title>"),
                          Pair("/binary", "\\x7FELF\\x02\\x00\xEF\xBF\xBD rest"),
                          Pair("/wall", "<p>Are you human?"), Pair("/missing", "")));
}

TEST(PageCrawl, APageIsTriedAsOftenAsAllowedAndNoMore) {  // --retries
  Kit kit;
  const std::vector<std::pair<Answer, int>> cases{
      {{.status = 500}, 3},
      {{.status = 503}, 3},
      {{.status = 429}, 3},
      {no_answer(FetchFailure::connect), 3},
      {{.body = Kit::quad("http://x.example/"), .break_after = 8}, 3},
      {{.status = 404}, 1},
      {{.status = 501}, 1},
      {no_answer(FetchFailure::tls), 1},
      {{.status = 403, .headers = {{"cf-mitigated", "challenge"}}}, 1}};
  int number = 0;
  std::uint64_t sum = 0;
  for (const auto& [answer, times] : cases) {
    const std::string site = "http://" + std::to_string(++number) + ".example";
    kit.entries.emplace_back(site + "/p", "");
    kit.web.on(site + "/p", {answer});
    sum += static_cast<std::uint64_t>(times);
  }
  (void)kit.crawl();
  for (std::size_t i = 0; i < cases.size(); ++i)
    EXPECT_EQ(kit.asked().at(kit.entries[i].first), cases[i].second) << i;
  EXPECT_EQ(kit.table->sums().attempts, sum) << "as the report says";
}

TEST(PageCrawl, APageThatWorksInTheEndIsWhole) {
  Kit kit;
  const std::string url = kit.list(1)[0];
  const std::string whole = Kit::quad(url, "1") + Kit::quad(url, "2");
  kit.web.on(url, {{.status = 503},
                   {.body = whole, .break_after = Kit::quad(url).size() + 5},
                   {.body = whole}});
  (void)kit.crawl();
  EXPECT_THAT(kit.ends(), ElementsAre(Pair(url, "whole")));
  EXPECT_EQ(kit.quads().size(), 2U) << "none twice, though one came twice";
  EXPECT_EQ(kit.table->sums().attempts, 3U);
}

TEST(PageCrawl, EachDocumentHasItsOwnGraph) {  // fetch.md
  Kit kit;
  const std::string url = kit.list(1)[0];
  (void)kit.crawl();
  EXPECT_THAT(kit.quads(),
              ElementsAre("<" + url + "> <http://p.example/p> \"v\" <" + url + "> ."));
}

TEST(PageCrawl, TwoUrlsOfOneDocumentGiveItOnce) {
  Kit kit;
  kit.rules.connections = 4;
  const std::string document = kSite + "/document";
  kit.web.on(document,
             {{.body = Kit::quad(document), .delay = std::chrono::milliseconds{10}}});
  for (int i = 0; i < 6; ++i) {
    const std::string url = kSite + "/id/" + std::to_string(i);
    kit.web.on(url, {redirect("/document", 303)});
    kit.entries.emplace_back(url, "");
  }
  kit.entries.emplace_back(document, "");
  (void)kit.crawl();
  EXPECT_EQ(kit.quads().size(), 1U);
  EXPECT_EQ(kit.table->sums().quads, 1U);
  EXPECT_EQ(kit.ends().size(), 7U);
  (void)kit.crawl(2);
  EXPECT_EQ(kit.quads().size(), 1U) << "and again in the next run";
}

TEST(PageCrawl, ADocumentIsAskedForByAnotherNameWhenItsFirstFails) {
  // /id/0 leads to the document, which fails as often as is allowed; in the meantime the
  // others are passed over. Then it works.
  Kit kit;
  kit.rules.connections = 1;
  const std::string document = kSite + "/document";
  std::vector<Answer> answers(kit.retry.max_attempts, Answer{.status = 500});
  answers.push_back({.body = Kit::quad(document)});
  kit.web.on(document, answers);
  for (int i = 0; i < 3; ++i) {
    const std::string url = kSite + "/id/" + std::to_string(i);
    kit.web.on(url, {redirect("/document", 303)});
    kit.entries.emplace_back(url, "");
  }
  (void)kit.crawl();
  EXPECT_EQ(kit.quads().size(), 1U);
  EXPECT_EQ(kit.table->sums().quads, 1U);
  EXPECT_EQ(kit.web.times(document), kit.retry.max_attempts + 1);
}

TEST(PageCrawl, AHostThatFailsAndFailsIsLeft) {  // --retry-budget
  Kit kit;
  kit.rules.retry_budget = 5;
  const auto good = kit.list(30);
  const auto bad = kit.list(40, "http://b.example");
  for (const std::string& url : bad) kit.web.on(url, {{.status = 500}});
  const PageCrawlResult result = kit.crawl();
  const auto ends = kit.ends();
  EXPECT_EQ(ends.size(), 70U);
  for (const std::string& url : good) EXPECT_EQ(ends.at(url), "whole");
  int requests = 0;
  std::uint64_t parked = 0;
  for (const std::string& url : bad) {
    parked += ends.at(url) == "crawl.parked" ? 1U : 0U;
    if (const auto asked = kit.asked(); asked.contains(url)) requests += asked.at(url);
  }
  EXPECT_GE(requests, 5);
  EXPECT_LE(requests, 7) << "two may be under way when the fifth fails";
  EXPECT_EQ(result.parked, parked);
  EXPECT_GE(parked, 33U);
  EXPECT_FALSE(result.cut_short);
}

TEST(PageCrawl, AWallEverywhereUsesTheBudgetUpToo) {  // fetch.blocked
  Kit kit;
  kit.rules.retry_budget = 4;
  const auto pages = kit.list(30);
  for (const std::string& url : pages)
    kit.web.on(url, {{.status = 403, .headers = {{"cf-mitigated", "challenge"}}}});
  const PageCrawlResult result = kit.crawl();
  EXPECT_LE(kit.asked().size(), 6U);
  EXPECT_GE(result.parked, 24U);
}

TEST(PageCrawl, AWallThatSaysThatAllIsWellIsNamedToo) {
  Kit kit;
  const std::string url = kit.list(1, kSite, "2026-01-01")[0];
  kit.web.on(url,
             {{.headers = {{"content-type", "text/html"}, {"cf-mitigated", "challenge"}},
               .body = "<!DOCTYPE html><title>Just a moment...</title>"}});
  (void)kit.crawl();
  EXPECT_THAT(kit.ends(), ElementsAre(Pair(url, "fetch.blocked")));
}

TEST(PageCrawl, AWallSaysNothingOfLastmod) {
  Kit kit;
  const std::string url = kit.list(1, kSite, "2026-01-01")[0];
  (void)kit.crawl();
  kit.end_run();
  const auto quads = kit.quads();
  kit.web.on(url,
             {{.headers = {{"content-type", "text/html"}, {"cf-mitigated", "challenge"}},
               .body = "<!DOCTYPE html><title>Just a moment...</title>"}});
  (void)kit.crawl(2);
  EXPECT_THAT(kit.ends(), ElementsAre(Pair(url, "fetch.blocked")));
  EXPECT_EQ(kit.quads(), quads) << "what was had stays";
  EXPECT_EQ(kit.table->lastmod_counts().betrayed, 0U);
}

TEST(PageCrawl, AHostThatWantsTooLongAPauseIsLeftAtOnce) {  // fetch.md: an hour
  Kit kit;
  const auto pages = kit.list(5'000);  // more than are taken at once
  for (const std::string& url : pages)
    kit.web.on(url, {{.status = 429, .headers = {{"retry-after", "7200"}}}});
  const PageCrawlResult result = kit.crawl();
  EXPECT_LE(kit.asked().size(), 3U) << "for all of its pages";
  EXPECT_EQ(kit.ends().size(), 5'000U);
  EXPECT_GE(result.parked, 4'997U);
}

TEST(PageCrawl, LinksToAHostThatWasLeftAreLeftToo) {
  Kit kit;
  kit.order.prefixes = {"http://a.example/", "http://b.example/"};
  kit.order.takes_listed = false;
  kit.rules.connections = 1;
  kit.order.seeds = {"http://b.example/0", kSite + "/0"};
  for (int i = 0; i < 20; ++i) {
    const std::string url = kSite + "/" + std::to_string(i);
    kit.web.on(url, {{.body = Kit::link(url, kSite + "/" + std::to_string(i + 1)) +
                              Kit::link(url, "http://b.example/" + std::to_string(i + 1)),
                      .delay = std::chrono::milliseconds{3}}});
    kit.web.on("http://b.example/" + std::to_string(i),
               {{.status = 503, .headers = {{"retry-after", "7200"}}}});
  }
  (void)kit.crawl();
  const auto asked = kit.asked();
  EXPECT_EQ(asked.count(kSite + "/19"), 1U);
  int of_b = 0;
  for (const auto& [url, times] : asked)
    of_b += url.starts_with("http://b.example/") ? times : 0;
  EXPECT_EQ(of_b, 1) << "it asked to be left alone for two hours";
}

TEST(PageCrawl, MaxPagesIsExactWithManyAtOnce) {  // --max-pages
  Kit kit;
  kit.rules.connections = 8;
  kit.rules.max_pages = 37;
  for (int host = 0; host < 4; ++host) {
    for (const std::string& url :
         kit.list(25, "http://" + std::to_string(host) + ".example"))
      kit.web.on(url, {{.body = Kit::quad(url), .delay = std::chrono::milliseconds{1}}});
  }
  EXPECT_TRUE(kit.crawl().cut_short);
  EXPECT_THAT(kit.asked(), SizeIs(37));
  EXPECT_EQ(kit.table->sums().pages, 37U);
}

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

TEST(PageCrawl, MaxPagesThatAreEnoughCutNothing) {
  Kit kit;
  kit.rules.max_pages = 10;
  kit.list(10);
  EXPECT_FALSE(kit.crawl().cut_short);
  kit.list(11);
  EXPECT_TRUE(kit.crawl(2).cut_short);
}

TEST(PageCrawl, RetriesAreStillMadeAtTheBound) {
  Kit kit;
  kit.rules.max_pages = 3;
  const auto pages = kit.list(10);
  for (const std::string& url : pages)
    kit.web.on(url, {{.status = 500}, {.body = Kit::quad(url)}});
  EXPECT_TRUE(kit.crawl().cut_short);
  EXPECT_THAT(kit.ends(), SizeIs(3));
  EXPECT_THAT(kit.ends(), Each(Pair(testing::_, "whole")));
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

/// A document of about 3 MiB of quads.
std::string large(const std::string& url, const std::string& mark) {
  std::string out;
  for (int i = 0; out.size() < 2'500'000; ++i)
    out += Kit::quad(url, mark + std::to_string(i));
  return out;
}

TEST(PageCrawl, ALargePageThatIsKilledComesWhole) {
  Kit undisturbed;
  const std::string url = undisturbed.list(1)[0];
  const std::string text = large(url, "v");
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
  const std::string text = large(url, "v");
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
  kit.web.on(url, large(url, "v"));
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

/// 30 pages, three runs; `changed` and `gone` tell which.
class Refresh : public testing::Test {
 protected:
  Refresh() {
    for (int i = 0; i < 30; ++i) {
      const std::string url = kSite + "/page/" + std::to_string(i);
      kit.entries.emplace_back(url, "2026-01-" + std::to_string(10 + i % 20));
      write(i, "first", "\"1\"");
    }
  }
  [[nodiscard]] std::string url(int i) const {
    return kit.entries.at(static_cast<std::size_t>(i)).first;
  }
  void write(int i, const std::string& value, const std::string& tag) {
    kit.web.on(url(i), {{.headers = tag.empty() ? HeaderList{} : tagged(tag),
                         .body = Kit::quad(url(i), value)}});
  }
  PageCrawlResult run(std::int64_t number) {
    kit.web.clear_log();
    const PageCrawlResult result = kit.crawl(number);
    kit.web.on_request = {};
    return result;
  }
  int not_modified() {
    int count = 0;
    kit.table->for_each([&](const PageFacts& page) { count += page.status == 304; });
    return count;
  }

  Kit kit;
};

TEST_F(Refresh, WhatHasNotChangedIsNotReadAgain) {  // 304, RFC 9110 §15.4.5
  (void)run(1);
  const auto first = kit.quads();
  EXPECT_THAT(first, SizeIs(30));
  kit.end_run();
  for (auto& entry : kit.entries) entry.second.clear();
  (void)run(2);
  EXPECT_THAT(kit.asked(), SizeIs(30));
  EXPECT_EQ(not_modified(), 30);
  EXPECT_EQ(kit.quads(), first);
  kit.end_run();
  (void)run(3);
  EXPECT_EQ(not_modified(), 30) << "the validator outlives a 304";
  EXPECT_EQ(kit.quads(), first);
}

TEST_F(Refresh, ChangedPagesAreReplacedAndMissingOnesDroppedAtTheSecondTime) {
  (void)run(1);
  kit.end_run();
  write(3, "second", "\"2\"");
  kit.web.on(url(4), {{.status = 404}});
  kit.web.on(url(5), {{.status = 500}});
  kit.web.on(url(6), {{.status = 410}});
  write(7, "first", "");  // the same without a validator
  for (auto& entry : kit.entries) entry.second.clear();
  (void)run(2);
  EXPECT_EQ(kit.quads().size(), 30U);
  EXPECT_THAT(kit.quads(),
              Contains(HasSubstr(url(3) + "> <http://p.example/p> \"second\"")));
  EXPECT_THAT(kit.quads(), Contains(HasSubstr("<" + url(4) + ">")));
  EXPECT_EQ(not_modified(), 25);
  kit.end_run();
  kit.web.on(url(6), {{.headers = tagged("\"9\""), .body = Kit::quad(url(6), "back")}});
  (void)run(3);
  EXPECT_EQ(kit.quads().size(), 29U);
  EXPECT_THAT(kit.quads(), Not(Contains(HasSubstr("<" + url(4) + ">"))));
  EXPECT_THAT(kit.quads(), Contains(HasSubstr("<" + url(5) + ">")))
      << "5xx drops nothing";
  EXPECT_THAT(kit.quads(), Contains(HasSubstr("\"back\"")));
}

TEST_F(Refresh, ALastmodThatHasProvedRightSparesRequests) {
  EXPECT_EQ(run(1).trust, "unknown");
  kit.end_run();
  EXPECT_EQ(run(2).trust, "unknown");
  EXPECT_THAT(kit.asked(), SizeIs(30));
  EXPECT_EQ(kit.table->lastmod_counts().agreed, 30U);
  kit.end_run();
  write(3, "second", "\"2\"");
  kit.entries[3].second = "2026-03-01";
  const PageCrawlResult third = run(3);
  EXPECT_EQ(third.trust, "trusted");
  EXPECT_LE(kit.asked().size(), 3U) << "the one that changed, and a sample";
  EXPECT_EQ(kit.asked().count(url(3)), 1U);
  EXPECT_EQ(third.skipped_by_lastmod + kit.asked().size(), 30U);
  EXPECT_EQ(kit.quads().size(), 30U);
  EXPECT_THAT(kit.quads(), Contains(HasSubstr("\"second\"")));
  EXPECT_EQ(kit.table->sums().pages, 30U) << "those that were not asked for count";
}

TEST_F(Refresh, ALastmodThatLiesSparesNothing) {
  (void)run(1);
  kit.end_run();
  write(3, "second", "\"2\"");  // behind its back
  (void)run(2);
  EXPECT_EQ(kit.table->lastmod_counts().betrayed, 1U);
  kit.end_run();
  EXPECT_EQ(run(3).trust, "lying");
  EXPECT_THAT(kit.asked(), SizeIs(30));
}

TEST_F(Refresh, WhatIsListedNoMoreGoesIfEverySitemapWasRead) {
  kit.order.listing_complete = true;
  for (auto& entry : kit.entries) entry.second.clear();
  (void)run(1);
  kit.end_run();
  kit.entries.resize(28);
  kit.order.listing_complete = false;
  EXPECT_EQ(run(2).dropped, 0U);
  EXPECT_EQ(kit.quads().size(), 30U) << "a sitemap may have failed";
  kit.end_run();
  kit.order.listing_complete = true;
  kit.rules.max_pages = 5;
  EXPECT_EQ(run(3).dropped, 0U) << "not all of it was looked at";
  kit.end_run();
  kit.rules.max_pages = 1'000;
  EXPECT_EQ(run(4).dropped, 2U);
  EXPECT_EQ(kit.quads().size(), 28U);
  EXPECT_EQ(kit.table->sums().pages, 28U);
}

TEST_F(Refresh, ARefreshThatIsBrokenOffGoesOn) {
  (void)run(1);
  kit.end_run();
  for (int i = 0; i < 30; i += 3) write(i, "second", "\"2\"");
  for (auto& entry : kit.entries) entry.second.clear();
  kit.web.clear_log();
  kit.break_off(url(11), 2);
  const auto done = kit.ends().size() - kit.waiting();
  EXPECT_GT(done, 0U);
  kit.web.clear_log();
  (void)kit.crawl(2);
  EXPECT_LT(kit.asked().size(), 30U);
  int second = 0;
  for (const std::string& quad : kit.quads())
    second += quad.find("\"second\"") != std::string::npos ? 1 : 0;
  EXPECT_EQ(second, 10);
  EXPECT_EQ(kit.quads().size(), 30U);
  std::vector<std::string> changed;
  kit.table->for_each_change(
      [&](const std::string& document, std::string_view former, std::string_view now) {
        EXPECT_NE(former, "");
        EXPECT_NE(now, "");
        changed.push_back(document);
      });
  EXPECT_THAT(changed, SizeIs(10)) << "those of both halves";
}

/// Links under a prefix.
struct LinkedKit : Kit {
  LinkedKit() {
    order.prefixes = {kSite + "/id/"};
    order.takes_listed = false;
    order.seeds = {kSite + "/id/1"};
  }
  void on(const std::string& from, const std::vector<std::string>& to) {
    std::string text = quad(from);
    for (const std::string& url : to) text += link(from, url);
    web.on(from, text);
  }
};

TEST(PageCrawl, LinksUnderThePrefixAreFollowedAndNoOthers) {
  LinkedKit kit;
  kit.on(kSite + "/id/1", {kSite + "/id/2#me", kSite + "/id/2", kSite + "/about",
                           "http://b.example/id/3", "https://a.example/id/4", "urn:x:5"});
  kit.on(kSite + "/id/2", {kSite + "/id/1", kSite + "/id/6"});
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()),
              UnorderedElementsAre(kSite + "/id/1", kSite + "/id/2", kSite + "/id/6"));
  EXPECT_THAT(kit.ends(), Contains(Pair(kSite + "/id/6", "http.404")));
}

TEST(PageCrawl, APrefixMayEndInAHashOrHoldOtherThanAscii) {  // linkedDataPrefix, as IRIs
  LinkedKit kit;
  kit.order.prefixes = {kSite + "/voc#", kSite + "/caf\xC3\xA9/"};
  kit.order.seeds = {kSite + "/start"};
  kit.on(kSite + "/start", {kSite + "/voc#Term", kSite + "/vocabulary#x",
                            kSite + "/caf\xC3\xA9/1", kSite + "/caf%C3%A9/2"});
  kit.on(kSite + "/voc", {});
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()), UnorderedElementsAre(kSite + "/start", kSite + "/voc",
                                                      kSite + "/caf%C3%A9/1"));
}

TEST(PageCrawl, LinksOfHtmlPagesAreFollowedToo) {
  LinkedKit kit;
  kit.web.on(kSite + "/id/1",
             {{.headers = {{"content-type", "text/html"}},
               .body = "<!DOCTYPE html><p><a href=2>two</a><a href=/else>no</a>"}});
  kit.on(kSite + "/id/2", {});
  (void)kit.crawl();
  EXPECT_THAT(kit.asked(), SizeIs(2));
}

TEST(PageCrawl, LinkedPagesAreAskedForAgainInTheNextRun) {
  LinkedKit kit;
  kit.on(kSite + "/id/1", {kSite + "/id/2"});
  kit.on(kSite + "/id/2", {});
  (void)kit.crawl();
  kit.end_run();
  kit.on(kSite + "/id/1", {});  // names it no more
  kit.web.clear_log();
  (void)kit.crawl(2);
  EXPECT_THAT(kit.asked(), SizeIs(2));
  EXPECT_THAT(kit.ends(), SizeIs(2));
}

TEST(PageCrawl, TrapsAreCountedByReason) {  // fetch.md, Crawling
  LinkedKit kit;
  std::vector<std::string> links;
  for (int i = 0; i < 3; ++i)
    links.push_back(kSite + "/id/x;jsessionid=AB12CD34EF56AB12CD34EF56AB12CD3" +
                    std::to_string(i));
  links.push_back(kSite + "/id/a/a/a/a/a/a");
  for (int i = 0; i < 1'010; ++i)
    links.push_back(kSite + "/id/search?day=" + std::to_string(i) + "&sort=up");
  kit.on(kSite + "/id/1", links);
  const PageCrawlResult result = kit.crawl();
  EXPECT_EQ(result.left_out.at("crawl.trap.session-id"), 3U);
  EXPECT_EQ(result.left_out.at("crawl.trap.repeated-segments"), 1U);
  EXPECT_EQ(result.left_out.at("crawl.trap.same-shape"), 10U);
  EXPECT_THAT(kit.asked(), SizeIs(1'001));
}

TEST(PageCrawl, WhatASitemapListsIsNoTrap) {
  Kit kit;
  for (int i = 0; i < 3; ++i) {
    const std::string url =
        kSite + "/x;jsessionid=AB12CD34EF56AB12CD34EF56AB12CD3" + std::to_string(i);
    kit.entries.emplace_back(url, "");
    kit.web.on(url, Kit::quad(url));
  }
  EXPECT_THAT(kit.crawl().left_out, IsEmpty());
  EXPECT_EQ(kit.quads().size(), 3U);
}

TEST(PageCrawl, MaxDepthCountsLinksFromTheSeeds) {  // --max-depth
  LinkedKit kit;
  kit.rules.max_depth = 3;
  for (int i = 1; i < 10; ++i)
    kit.on(kSite + "/id/" + std::to_string(i), {kSite + "/id/" + std::to_string(i + 1)});
  const PageCrawlResult result = kit.crawl();
  EXPECT_THAT(kit.asked(), SizeIs(4));
  EXPECT_EQ(result.left_out.at("crawl.max-depth"), 1U);
}

TEST(PageCrawl, IncludeAndExcludeHoldForEntriesSeedsAndLinks) {
  LinkedKit kit;
  kit.order.takes_listed = true;
  kit.rules.include = {"*/id/*"};
  kit.rules.exclude = {"*/id/no*"};
  kit.order.seeds = {kSite + "/id/1", kSite + "/id/no-seed"};
  kit.on(kSite + "/id/1", {kSite + "/id/no-link", kSite + "/id/2"});
  kit.entries = {{kSite + "/id/3", ""}, {kSite + "/id/no-entry", ""}};
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()),
              UnorderedElementsAre(kSite + "/id/1", kSite + "/id/2", kSite + "/id/3"));
}

TEST(PageCrawl, EntriesOutsideThePrefixAreNotTaken) {
  LinkedKit kit;
  kit.order.takes_listed = true;
  kit.order.seeds = {};
  kit.entries = {{kSite + "/id/3", ""}, {kSite + "/other", ""}};
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()), ElementsAre(kSite + "/id/3"));
}

TEST(PageCrawl, EntriesOlderThanSinceAreLeftOut) {  // --since
  Kit kit;
  const auto pages = kit.list(4);
  kit.entries[0].second = "2025-12-31";
  kit.entries[1].second = "2026-01-01";
  kit.entries[2].second = "2026-06-01T00:00:00Z";
  kit.rules.since = 1'767'225'600;  // 2026-01-01
  kit.order.listing_complete = true;
  const PageCrawlResult result = kit.crawl();
  EXPECT_THAT(keys(kit.asked()), UnorderedElementsAre(pages[1], pages[2], pages[3]))
      << "what says nothing may be new";
  EXPECT_EQ(result.not_since, 1U);
}

TEST(PageCrawl, WithoutAStateTheQuadsGoOutAtOnceAndOnce) {
  Kit kit;
  kit.rules.connections = 4;
  std::mutex mutex;
  std::string out;
  kit.keeps_texts = false;
  kit.emit = [&](std::int64_t, std::string_view text) {
    const std::scoped_lock lock{mutex};
    out += text;
  };
  const auto pages = kit.list(50);
  kit.web.on(pages[7], large(pages[7], "v"));
  kit.web.on(pages[8], {redirect(pages[9])});
  (void)kit.crawl();
  const auto lines = Kit::sorted_lines(out);
  const std::set<std::string> different(lines.begin(), lines.end());
  EXPECT_EQ(different.size(), lines.size());
  for (int i = 0; i < 50; ++i) {
    if (i != 8) {
      EXPECT_THAT(out, HasSubstr("<" + pages[static_cast<std::size_t>(i)] + ">"));
    }
  }
  EXPECT_EQ(kit.table->sums().quads, lines.size());
}

TEST(PageCrawl, HostsOfOneAddressShareTheirConnections) {  // DESIGN §4
  Kit kit;
  kit.rules.connections = 1;
  std::vector<std::string> pages;
  for (const char* site : {"http://x.example", "http://y.example", "http://z.example"})
    for (const std::string& url : kit.list(8, site)) pages.push_back(url);
  for (const std::string& url : pages)
    kit.web.on(url, {{.body = Kit::quad(url),
                      .address = "192.0.2.1",
                      .delay = std::chrono::milliseconds{3}}});
  const auto begin = std::chrono::steady_clock::now();
  (void)kit.crawl();
  EXPECT_EQ(kit.quads().size(), 24U);
  EXPECT_LE(kit.web.most_at_once(), 3) << "while their addresses are unknown";
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds{22 * 3})
      << "one after another from then on";
}

TEST(PageCrawl, ThreadsOfManyHostsEndTogether) {
  Kit kit;
  kit.rules.connections = 3;
  kit.workers = 4;
  for (int host = 0; host < 12; ++host) {
    const std::string site = "http://h" + std::to_string(host) + ".example";
    for (const std::string& url : kit.list(20, site))
      kit.web.on(url, {{.status = host % 3 == 0 ? 503 : 200, .body = Kit::quad(url)},
                       {.body = Kit::quad(url)}});
  }
  (void)kit.crawl();
  EXPECT_EQ(kit.quads().size(), 240U);
  EXPECT_EQ(kit.waiting(), 0U);
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
}  // namespace semsite::test
