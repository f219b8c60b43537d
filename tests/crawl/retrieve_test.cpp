#include "crawl/retrieve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/crawl_kit.hpp"

namespace semsite::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Texts = std::vector<std::string>;

const std::string kPage = "http://a.example/page";
const std::string kRobots = "http://a.example/robots.txt";

TEST(Retriever, AsksRobotsTxtFirstAndOnlyOnce) {  // RFC 9309 §2.3, §2.4
  CrawlKit kit;
  kit.web.on(kPage, "page");
  kit.web.on("http://a.example/other", "other");
  Retrieved got = kit.get(kPage);
  ASSERT_EQ(got.outcome, Retrieval::got);
  EXPECT_EQ(drain(*got.body).text, "page");
  EXPECT_EQ(kit.get("http://a.example/other").outcome, Retrieval::got);
  EXPECT_THAT(kit.web.urls(), ElementsAre(kRobots, kPage, "http://a.example/other"));
  EXPECT_EQ(got.attempts, 1U);
  EXPECT_EQ(kit.counters.requests, 3U);
}

TEST(Retriever, DoesNotAskForWhatRobotsTxtDenies) {  // RFC 9309 §2.2.2
  CrawlKit kit;
  kit.web.on(kRobots, "User-agent: *\nDisallow: /page\n");
  kit.web.on(kPage, "secret");
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::robots);
  EXPECT_EQ(got.code, "robots.denied");
  EXPECT_EQ(got.problem,
            "robots.txt does not allow http://a.example/page: Disallow: /page (line 2)");
  EXPECT_EQ(got.attempts, 0U);
  EXPECT_THAT(kit.web.urls(), ElementsAre(kRobots));
}

TEST(Retriever, IgnoresRobotsTxtOnlyWhenTold) {  // --ignore-robots
  CrawlKit kit{{}, true};
  kit.web.on(kRobots, "User-agent: *\nDisallow: /\n");
  kit.web.on(kPage, "page");
  EXPECT_EQ(kit.get(kPage).outcome, Retrieval::got);
  EXPECT_THAT(kit.web.urls(), ElementsAre(kPage));
}

TEST(Retriever, HandsTheCrawlDelayToTheTransport) {  // robots-txt: Crawl-delay
  CrawlKit kit;
  kit.web.on(kRobots, "User-agent: *\nCrawl-delay: 2.5\n");
  kit.web.on(kPage, "page");
  (void)kit.get(kPage);
  ASSERT_EQ(kit.web.log().size(), 2U);
  EXPECT_EQ(kit.web.log()[1].crawl_delay, std::chrono::milliseconds{2500});
}

TEST(Retriever, ChecksEveryHopAgainstTheRobotsTxtOfItsHost) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("http://b.example/private/x")});
  kit.web.on("http://b.example/robots.txt", "User-agent: *\nDisallow: /private/\n");
  kit.web.on("http://b.example/private/x", "secret");
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::robots);
  EXPECT_EQ(got.url, "http://b.example/private/x");
  EXPECT_EQ(got.hops, Texts{kPage});
  EXPECT_THAT(kit.web.urls(), ElementsAre(kRobots, kPage, "http://b.example/robots.txt"));
}

TEST(Retriever, FollowsRelativeRedirectsAndKeepsTheWay) {  // RFC 9110 §10.2.2
  CrawlKit kit;
  kit.web.on(kPage, {redirect("sub/x#part", 301)});
  kit.web.on("http://a.example/sub/x", {redirect("//b.example/y", 308)});
  kit.web.on("http://b.example/y", "there");
  Retrieved got = kit.get(kPage);
  ASSERT_EQ(got.outcome, Retrieval::got);
  EXPECT_EQ(got.url, "http://b.example/y");
  EXPECT_EQ(got.hops, (Texts{kPage, "http://a.example/sub/x"}));
  EXPECT_EQ(got.attempts, 3U);
  EXPECT_EQ(drain(*got.body).text, "there");
}

TEST(Retriever, SeesThatRedirectsGoInACircle) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("/b")});
  kit.web.on("http://a.example/b", {redirect("/page")});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::redirects);
  EXPECT_EQ(got.code, "redirect.loop");
  EXPECT_EQ(kit.web.times(kPage), 1U);
}

TEST(Retriever, FollowsAsManyRedirectsAsAllowedAndNoMore) {  // --max-redirects
  for (const std::uint32_t allowed : {2U, 3U}) {
    Limits limits;
    limits.redirects = allowed;
    CrawlKit kit{limits};
    kit.web.on("http://a.example/0", {redirect("/1")});
    kit.web.on("http://a.example/1", {redirect("/2")});
    kit.web.on("http://a.example/2", {redirect("/3")});
    kit.web.on("http://a.example/3", "end");
    const Retrieved got = kit.get("http://a.example/0");
    if (allowed == 3) {
      EXPECT_EQ(got.outcome, Retrieval::got);
    } else {
      EXPECT_EQ(got.outcome, Retrieval::redirects);
      EXPECT_EQ(got.code, "redirect.too-many");
      EXPECT_EQ(kit.web.times("http://a.example/3"), 0U);
    }
  }
}

TEST(Retriever, ARedirectWithoutATargetIsAnError) {
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 302}});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::http_error);
  EXPECT_EQ(got.code, "http.302");
}

Retrieved post(CrawlKit& kit, int status) {
  kit.web.on(kPage, {redirect("/result", status)});
  kit.web.on("http://a.example/result", "rows");
  return kit.retriever.get({.url = kPage,
                            .method = "POST",
                            .body = "query=x",
                            .content_type = "application/x-www-form-urlencoded"});
}

TEST(Retriever, AsksByGetWhereAPostIsSentElsewhere) {  // RFC 9110 §15.4.2 - §15.4.4
  for (const int status : {301, 302, 303}) {
    CrawlKit kit;
    ASSERT_EQ(post(kit, status).outcome, Retrieval::got);
    EXPECT_EQ(kit.web.log()[1].method, "POST");
    EXPECT_EQ(kit.web.log()[1].body, "query=x");
    const Request& last = kit.web.log().back();
    EXPECT_EQ(last.method, "GET") << status;
    EXPECT_EQ(last.body, "") << status;
    EXPECT_EQ(header_of(last, "Content-Type"), "") << status;
  }
}

TEST(Retriever, KeepsThePostWhereTheStatusSaysSo) {  // RFC 9110 §15.4.8, §15.4.9
  for (const int status : {307, 308}) {
    CrawlKit kit;
    ASSERT_EQ(post(kit, status).outcome, Retrieval::got);
    EXPECT_EQ(kit.web.log().back().method, "POST") << status;
    EXPECT_EQ(kit.web.log().back().body, "query=x") << status;
  }
}

TEST(Retriever, AHeadStaysAHeadThroughA303) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("/x", 303)});
  kit.web.on("http://a.example/x", "x");
  (void)kit.retriever.get({.url = kPage, .method = "HEAD"});
  EXPECT_EQ(kit.web.log().back().method, "HEAD");
}

TEST(Retriever, RepeatsServerErrorsAndThenGivesUp) {  // DESIGN §4
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 500}});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::http_error);
  EXPECT_EQ(got.code, "http.500");
  EXPECT_THAT(got.problem, HasSubstr("status 500"));
  EXPECT_EQ(kit.web.times(kPage), 3U);
  EXPECT_EQ(got.attempts, 3U);
  EXPECT_TRUE(kit.web.holds().empty());
}

TEST(Retriever, IsContentWhenARepetitionWorks) {
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 502}, no_answer(FetchFailure::stalled), {.body = "x"}});
  Retrieved got = kit.get(kPage);
  ASSERT_EQ(got.outcome, Retrieval::got);
  EXPECT_EQ(got.code, "");
  EXPECT_EQ(got.problem, "");
  EXPECT_EQ(got.attempts, 3U);
  EXPECT_EQ(drain(*got.body).text, "x");
}

TEST(Retriever, DoesNotRepeatWhatIsFinal) {  // RFC 9110 §15.5, §15.6.2, §15.6.6
  for (const int status : {401, 403, 404, 410, 501, 505}) {
    CrawlKit kit;
    kit.web.on(kPage, {{.status = status}});
    const Retrieved got = kit.get(kPage);
    EXPECT_EQ(got.outcome, Retrieval::http_error) << status;
    EXPECT_EQ(got.code, "http." + std::to_string(status));
    EXPECT_EQ(kit.web.times(kPage), 1U) << status;
  }
}

TEST(Retriever, ABusyHostIsLeftAloneForAWhile) {  // RFC 6585 §4, RFC 9110 §15.6.4
  for (const int status : {429, 503}) {
    CrawlKit kit;
    kit.web.on(kPage, {{.status = status, .headers = {{"retry-after", "0"}}}, {}});
    EXPECT_EQ(kit.get(kPage).outcome, Retrieval::got) << status;
    ASSERT_EQ(kit.web.holds().size(), 1U) << status;
    EXPECT_EQ(kit.web.holds()[0].first, kPage);
  }
}

TEST(Retriever, GivesUpOnAHostThatWantsTooLongAPause) {  // RFC 9110 §10.2.3
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 429, .headers = {{"retry-after", "7200"}}}});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.code, "http.429");
  EXPECT_EQ(kit.web.times(kPage), 1U);
}

TEST(Retriever, TellsNetworkFailuresFromRefusals) {
  const auto ask = [](FetchFailure failure) {
    CrawlKit kit;
    kit.web.on(kPage, {no_answer(failure)});
    const Retrieved got = kit.get(kPage);
    return std::tuple{got.outcome, got.code, kit.web.times(kPage)};
  };
  EXPECT_EQ(ask(FetchFailure::connect),
            (std::tuple{Retrieval::network, std::string{"fetch.connect"}, 3U}));
  EXPECT_EQ(ask(FetchFailure::refused_address),
            (std::tuple{Retrieval::refused, std::string{"fetch.refused-address"}, 1U}));
  EXPECT_EQ(ask(FetchFailure::protocol),
            (std::tuple{Retrieval::refused, std::string{"fetch.protocol"}, 1U}));
  EXPECT_EQ(ask(FetchFailure::cancelled),
            (std::tuple{Retrieval::cancelled, std::string{"fetch.cancelled"}, 1U}));
}

TEST(Retriever, SaysHowOftenItTried) {
  CrawlKit kit;
  kit.web.on(kPage, {no_answer(FetchFailure::connect)});
  EXPECT_EQ(kit.get(kPage).problem, "http://a.example/page: no answer (3 attempts)");
}

TEST(Retriever, StopsWhenTheRunStops) {
  CrawlKit kit;
  kit.web.on(kPage, {no_answer(FetchFailure::connect)});
  kit.stop.request_stop();
  EXPECT_EQ(kit.get(kPage).outcome, Retrieval::cancelled);
  EXPECT_EQ(kit.web.times(kPage), 1U);
}

TEST(Retriever, ReadsLocalFilesOnlyWhereTheUserNamedOne) {
  CrawlKit kit;
  kit.web.on("file:///data/x.nt", "x");
  const Retrieved got = kit.get("file:///data/x.nt");
  EXPECT_EQ(got.outcome, Retrieval::refused);
  EXPECT_EQ(got.code, "fetch.local-file");
  EXPECT_TRUE(kit.web.log().empty());
  EXPECT_EQ(kit.retriever.get({.url = "file:///data/x.nt", .allow_local = true}).outcome,
            Retrieval::got);
  EXPECT_THAT(kit.web.urls(), ElementsAre("file:///data/x.nt"));  // no robots.txt
}

TEST(Retriever, TheWebCannotRedirectToALocalFile) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("file:///etc/passwd")});
  kit.web.on("file:///etc/passwd", "root");
  const Retrieved got = kit.retriever.get({.url = kPage, .allow_local = true});
  EXPECT_EQ(got.outcome, Retrieval::refused);
  EXPECT_EQ(got.code, "fetch.local-file");
  EXPECT_EQ(kit.web.times("file:///etc/passwd"), 0U);
}

TEST(Retriever, RefusesOtherSchemes) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("ftp://a.example/x")});
  for (const char* url : {"ftp://a.example/x", "gopher://a.example/", "javascript:x"})
    EXPECT_EQ(kit.get(url).code, "fetch.scheme") << url;
  EXPECT_TRUE(kit.web.log().empty());
  EXPECT_EQ(kit.get(kPage).code, "fetch.scheme");
}

TEST(Retriever, AsksAgainWithCodingsWhenIdentityIsNotGiven) {  // RFC 9110 §12.5.3
  for (const std::string coding : {"br", "deflate"}) {
    CrawlKit kit;
    kit.web.on(kPage, {{.headers = {{"content-encoding", coding}}, .body = "coded"},
                       {.headers = {{"content-encoding", coding}}, .body = "plain"}});
    Retrieved got = kit.retriever.get({.url = kPage, .content_coding = false});
    ASSERT_EQ(got.outcome, Retrieval::got);
    EXPECT_EQ(drain(*got.body).text, "plain");
    EXPECT_EQ(kit.web.times(kPage), 2U);
    EXPECT_FALSE(kit.web.log()[1].content_coding);
    EXPECT_TRUE(kit.web.log()[2].content_coding);
  }
}

TEST(Retriever, LeavesAGzipCodingToTheUnpacker) {
  CrawlKit kit;
  kit.web.on(kPage, {{.headers = {{"content-encoding", "gzip"}}, .body = "packed"}});
  Retrieved got = kit.retriever.get({.url = kPage, .content_coding = false});
  EXPECT_EQ(drain(*got.body).text, "packed");
  EXPECT_EQ(kit.web.times(kPage), 1U);
}

TEST(Retriever, SendsWhatItWasAskedToSend) {
  CrawlKit kit;
  kit.web.on(kPage, "x");
  (void)kit.retriever.get(
      {.url = "HTTP://A.example/page#part", .accept = "text/turtle", .max_bytes = 7});
  const Request& sent = kit.web.log().back();
  EXPECT_EQ(sent.url, kPage);
  EXPECT_EQ(header_of(sent, "Accept"), "text/turtle");
  EXPECT_EQ(sent.max_bytes, 7U);
}

TEST(Retriever, RobotsTxtBehindARedirectCounts) {  // RFC 9309 §2.3.1.2
  CrawlKit kit;
  kit.web.on(kRobots, {redirect("http://b.example/rules.txt")});
  kit.web.on("http://b.example/rules.txt", "User-agent: *\nDisallow: /page\n");
  kit.web.on(kPage, "x");
  EXPECT_EQ(kit.get(kPage).outcome, Retrieval::robots);
}

TEST(Retriever, ARobotsTxtThatBreaksOffDeniesEverything) {  // RFC 9309 §2.3.1.4
  CrawlKit kit;
  kit.web.on(kRobots,
             {Answer{.body = "User-agent: *\nDisallow: /x\n", .break_after = 5}});
  kit.web.on(kPage, "x");
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::robots);
  EXPECT_THAT(got.problem, HasSubstr("broke off"));
  EXPECT_EQ(kit.web.times(kPage), 0U);
}

TEST(Retriever, AsksWhetherACopyIsStillGood) {  // RFC 9110 §13.1
  CrawlKit kit;
  const std::string date = "Sat, 21 Nov 2026 09:00:00 GMT";
  kit.web.on(kPage,
             {{.headers = {{"etag", "\"1\""}, {"last-modified", date}}, .body = "page"}});
  Retrieved got = kit.retriever.get(
      {.url = kPage, .if_none_match = "\"1\"", .if_modified_since = date});
  EXPECT_EQ(got.outcome, Retrieval::unchanged);
  EXPECT_EQ(got.code, "");
  EXPECT_EQ(got.head.status, 304);
  EXPECT_EQ(got.body, nullptr);
  EXPECT_EQ(header_of(kit.web.log().back(), "If-None-Match"), "\"1\"");
  EXPECT_EQ(header_of(kit.web.log().back(), "If-Modified-Since"), date);
  EXPECT_EQ(kit.retriever.get({.url = kPage, .if_modified_since = date}).outcome,
            Retrieval::unchanged);
  got = kit.retriever.get({.url = kPage, .if_none_match = "\"0\""});
  EXPECT_EQ(got.outcome, Retrieval::got);
  EXPECT_EQ(drain(*got.body).text, "page");
  (void)kit.get(kPage);
  EXPECT_EQ(header_of(kit.web.log().back(), "If-None-Match"), "");
}

TEST(Retriever, AsksBehindARedirectToo) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("/other")});
  kit.web.on("http://a.example/other", {{.headers = {{"etag", "\"1\""}}, .body = "x"}});
  const Retrieved got = kit.retriever.get({.url = kPage, .if_none_match = "\"1\""});
  EXPECT_EQ(got.outcome, Retrieval::unchanged);
  EXPECT_EQ(got.url, "http://a.example/other");
}

TEST(Retriever, A304ThatNobodyAskedForIsAnError) {
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 304}});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::http_error);
  EXPECT_EQ(got.code, "http.304");
}

TEST(Retriever, TriesAsOftenAsTheAskerSays) {  // crawls wait elsewhere
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 503, .headers = {{"retry-after", "9"}}}});
  Retrieved got = kit.retriever.get({.url = kPage, .max_attempts = 1});
  EXPECT_EQ(got.outcome, Retrieval::http_error);
  EXPECT_EQ(got.attempts, 1U);
  EXPECT_EQ(got.last.status, 503);
  EXPECT_EQ(got.last.number, 1U);
  EXPECT_EQ(got.last.retry_after, std::chrono::seconds{9});
  EXPECT_EQ(kit.web.times(kPage), 1U);
  EXPECT_TRUE(kit.web.holds().empty()) << "the asker says for how long";
  kit.web.on(kPage, {no_answer(FetchFailure::connect)});
  got = kit.retriever.get({.url = kPage, .max_attempts = 1});
  EXPECT_EQ(got.outcome, Retrieval::network);
  EXPECT_EQ(got.code, "fetch.connect");
  EXPECT_EQ(got.last.failure, FetchFailure::connect);
  EXPECT_EQ(kit.web.times(kPage), 2U);
}

TEST(Retriever, NamesAWallAgainstRobots) {  // fetch.blocked
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 403, .headers = {{"cf-mitigated", "challenge"}}}});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::http_error);
  EXPECT_TRUE(got.blocked);
  EXPECT_EQ(got.code, "fetch.blocked");
  EXPECT_THAT(got.problem, HasSubstr("Cloudflare"));
  EXPECT_FALSE(kit.get("http://a.example/missing").blocked);
}

TEST(Retriever, FollowsARedirectOnlyToWhatIsWanted) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("/1")});
  kit.web.on("http://a.example/1", {redirect("/2")});
  kit.web.on("http://a.example/2", "two");
  Texts seen;
  const Retrieved got =
      kit.retriever.get({.url = kPage, .wants = [&](const std::string& url) {
                           seen.push_back(url);
                           return !url.ends_with("/2");
                         }});
  EXPECT_EQ(got.outcome, Retrieval::elsewhere);
  EXPECT_EQ(got.attempts, 2U);
  EXPECT_THAT(seen, ElementsAre("http://a.example/1", "http://a.example/2"));
  EXPECT_EQ(kit.web.times("http://a.example/2"), 0U);
}

}  // namespace
}  // namespace semsite::test
