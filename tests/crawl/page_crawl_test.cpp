#include "crawl/page_crawl.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "support/page_crawl_kit.hpp"

namespace semsite::test::page_crawl_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using Kit = PageCrawlKit;

const std::string kSite = "http://a.example";

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
  on("/away", redirect("gopher://a.example/"));
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
  EXPECT_EQ(ends.at(kSite + "/html"), "no-rdf");
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
  on("/binary.ttl", {.body = std::string{"\x7F\x45LF\x02\0\xFF rest", 12}});
  on("/wall", {.headers = {{"cf-mitigated", "challenge"}}, .body = "<p>Are you human?"});
  on("/missing", {.status = 404, .headers = html, .body = "<h1>No such page</h1>"});
  (void)kit.crawl();
  std::map<std::string, std::string> begins;
  kit.table->for_each([&](const PageFacts& page) {
    begins[page.url.substr(kSite.size())] = page.begins;
  });
  EXPECT_EQ(kit.ends().at(kSite + "/login.ttl"), "document.html");
  EXPECT_EQ(kit.ends().at(kSite + "/binary.ttl"), "document.binary");
  EXPECT_THAT(begins, UnorderedElementsAre(
                          Pair("/page/0", ""), Pair("/error", "<h1>Out of order</h1>"),
                          Pair("/login.ttl", "<!doctype html><title>Log in</title>"),
                          Pair("/binary.ttl", "\\x7FELF\\x02\\x00\xEF\xBF\xBD rest"),
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

TEST(PageCrawl, WithoutAStateTheQuadsGoOutAtOnceAndOnce) {
  Kit kit;
  kit.rules.connections = 4;
  std::mutex mutex;
  std::string out;
  kit.keeps_texts = false;
  kit.emit = [&](const WaitingPage&, const PageEnd&, std::string_view text) {
    const std::scoped_lock lock{mutex};
    out += text;
  };
  const auto pages = kit.list(50);
  kit.web.on(pages[7], Kit::large(pages[7], "v"));
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

}  // namespace
}  // namespace semsite::test::page_crawl_test
