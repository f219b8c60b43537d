#include "crawl/retrieve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "support/crawl_kit.hpp"

namespace semsite::test::retrieve_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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

TEST(Retriever, ReadsLocalFilesOnlyWhereTheUserNamedOne) {
  CrawlKit kit;
  kit.web.on("file:///data/x.nt", "x");
  const Retrieved got = kit.get("file:///data/x.nt");
  EXPECT_EQ(got.outcome, Retrieval::refused);
  EXPECT_EQ(got.code, "fetch.local-file");
  EXPECT_TRUE(kit.web.log().empty());
  EXPECT_EQ(kit.retriever.get({.url = "file:///data/x.nt", .named_by = NamedBy::user()})
                .outcome,
            Retrieval::got);
  EXPECT_THAT(kit.web.urls(), ElementsAre("file:///data/x.nt"));  // no robots.txt
}

TEST(Retriever, RefusesOtherSchemes) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("gopher://a.example/x")});
  for (const char* url : {"rsync://a.example/x", "gopher://a.example/", "javascript:x"})
    EXPECT_EQ(kit.get(url).code, "fetch.scheme") << url;
  EXPECT_TRUE(kit.web.log().empty());
  EXPECT_EQ(kit.get(kPage).code, "fetch.scheme");
}

TEST(Retriever, UndoesBrotliAlsoWhereIdentityWasAskedFor) {  // nothing else knows it
  CrawlKit kit;
  const std::string coded{"\x0f\x02\x80\x68\x65\x6c\x6c\x6f\x03", 9};
  kit.web.on(kPage, {{.headers = {{"content-encoding", "br"}}, .body = coded}});
  Retrieved got = kit.retriever.get(
      {.url = kPage, .named_by = NamedBy::network(), .content_coding = false});
  EXPECT_EQ(drain(*got.body).text, "hello");
  EXPECT_EQ(kit.web.times(kPage), 1U);
}

TEST(Retriever, UndoesDeflateAlsoWhereIdentityWasAskedFor) {  // its bytes do not show it
  CrawlKit kit;
  const std::string coded{"\x78\x9c\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02\x15", 13};
  kit.web.on(kPage, {{.headers = {{"content-encoding", "deflate"}}, .body = coded}});
  Retrieved got = kit.retriever.get(
      {.url = kPage, .named_by = NamedBy::network(), .content_coding = false});
  EXPECT_EQ(drain(*got.body).text, "hello");
  EXPECT_EQ(kit.web.times(kPage), 1U);
}

TEST(Retriever, LeavesAGzipCodingToTheUnpacker) {
  CrawlKit kit;
  kit.web.on(kPage, {{.headers = {{"content-encoding", "gzip"}}, .body = "packed"}});
  Retrieved got = kit.retriever.get(
      {.url = kPage, .named_by = NamedBy::network(), .content_coding = false});
  EXPECT_EQ(drain(*got.body).text, "packed");
  EXPECT_EQ(kit.web.times(kPage), 1U);
}

TEST(Retriever, SendsWhatItWasAskedToSend) {
  CrawlKit kit;
  kit.web.on(kPage, "x");
  (void)kit.retriever.get({.url = "HTTP://A.example/page#part",
                           .named_by = NamedBy::network(),
                           .accept = "text/turtle",
                           .max_bytes = 7});
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
      {.url = kPage,
       .named_by = NamedBy::network(),
       .copy = HeldCopy{.url = kPage, .etag = "\"1\"", .modified = date}});
  EXPECT_EQ(got.outcome, Retrieval::unchanged);
  EXPECT_EQ(got.code, "");
  EXPECT_EQ(got.head.status, 304);
  EXPECT_EQ(got.body, nullptr);
  EXPECT_EQ(header_of(kit.web.log().back(), "If-None-Match"), "\"1\"");
  EXPECT_EQ(header_of(kit.web.log().back(), "If-Modified-Since"), date);
  EXPECT_EQ(kit.retriever
                .get({.url = kPage,
                      .named_by = NamedBy::network(),
                      .copy = HeldCopy{.url = kPage, .modified = date}})
                .outcome,
            Retrieval::unchanged);
  got = kit.retriever.get({.url = kPage,
                           .named_by = NamedBy::network(),
                           .copy = HeldCopy{.url = kPage, .etag = "\"0\""}});
  EXPECT_EQ(got.outcome, Retrieval::got);
  EXPECT_EQ(drain(*got.body).text, "page");
  (void)kit.get(kPage);
  EXPECT_EQ(header_of(kit.web.log().back(), "If-None-Match"), "");
}

TEST(Retriever, A304ThatNobodyAskedForIsAnError) {
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 304}});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::http_error);
  EXPECT_EQ(got.code, "http.304");
}

}  // namespace
}  // namespace semsite::test::retrieve_test
