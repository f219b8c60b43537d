#include "crawl/retrieve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <tuple>

#include "support/crawl_kit.hpp"

namespace semsite::test::retrieve_failures_test {
namespace {

using testing::HasSubstr;

const std::string kPage = "http://a.example/page";

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
  EXPECT_THAT(got.problem, HasSubstr("asks to be left alone for 2 hours"));
  EXPECT_EQ(kit.web.times(kPage), 1U);
}

TEST(Retriever, AHostThatAsksForYearsIsNotAskedAgainAtAll) {
  for (const char* after :
       {"99999999999999999999", "3153600000", "Fri, 31 Dec 9999 23:59:59 GMT"}) {
    CrawlKit kit;
    kit.web.on(kPage, {{.status = 503, .headers = {{"retry-after", after}}}});
    EXPECT_THAT(kit.get(kPage).problem, HasSubstr("68 years")) << after;
    const Retrieved other = kit.get("http://a.example/other");
    EXPECT_EQ(other.outcome, Retrieval::http_error);
    EXPECT_EQ(other.code, "http.503");
    EXPECT_THAT(other.problem, HasSubstr("its host asked to be left alone for 68 years"));
    EXPECT_EQ(kit.web.times("http://a.example/other"), 0U);
    EXPECT_EQ(kit.get("http://b.example/").head.status, 404) << "another host";
  }
}

TEST(Retriever, ARetryAfterThatIsNoTimeIsNone) {
  for (const char* after : {"-5", "1.5", "soon"}) {
    CrawlKit kit;
    kit.web.on(kPage, {{.status = 503, .headers = {{"retry-after", after}}}, {}});
    EXPECT_EQ(kit.get(kPage).outcome, Retrieval::got) << after;
  }
}

TEST(Retriever, APartThatNobodyAskedForIsNoDocument) {  // RFC 9110 §15.3.7
  const Answer part{
      .status = 206, .headers = {{"content-range", "bytes 0-3/10"}}, .body = "abcd"};
  CrawlKit kit;
  kit.web.on(kPage, {part});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::network);
  EXPECT_EQ(got.code, "fetch.bad-range");
  EXPECT_THAT(got.problem, HasSubstr("206"));
  EXPECT_EQ(kit.web.times(kPage), 2U) << "once more, from the beginning";
  CrawlKit better;
  better.web.on(kPage, {part, {.body = "abcdefghij"}});
  Retrieved whole = better.get(kPage);
  ASSERT_EQ(whole.outcome, Retrieval::got);
  EXPECT_EQ(drain(*whole.body).text, "abcdefghij");
}

/// How reading kPage, which is answered with 10 bytes and these fields, ends.
std::string end_of_ten(HeaderList fields, std::string_view method = "GET") {
  CrawlKit kit;
  kit.web.on(kPage, {{.headers = std::move(fields), .body = "0123456789"}});
  Retrieved got = kit.retriever.get({.url = kPage,
                                     .named_by = NamedBy::user(),
                                     .method = std::string{method},
                                     .content_coding = false});
  if (got.outcome != Retrieval::got) return got.code;
  std::string error = drain(*got.body).error;
  if (!error.empty()) return error;
  return got.length->holds() ? "holds" : "unverified";
}

TEST(Retriever, AWholeThatSaysThatItIsAPartIsNone) {  // RFC 9110 §14.4
  for (const char* says : {"bytes 0-9/20", "bytes 0-19/20", "bytes 5-14/15",
                           "bytes 10-19/20", "bytes 10-19/*"})
    EXPECT_THAT(end_of_ten({{"content-range", says}}),
                testing::AnyOf("fetch.bad-range", "fetch.wrong-length"))
        << says;
  EXPECT_EQ(end_of_ten({{"content-range", "bytes 0-9/20"}}), "fetch.bad-range");
  EXPECT_EQ(end_of_ten({{"content-range", "bytes */20"}}), "fetch.wrong-length");
  EXPECT_EQ(end_of_ten({{"content-range", "bytes */20"}, {"content-length", "10"}}),
            "fetch.bad-range");
  EXPECT_EQ(end_of_ten(
                {{"content-range", "bytes 0-9/10"}, {"content-range", "bytes 10-19/20"}}),
            "fetch.bad-range");
  EXPECT_EQ(end_of_ten({{"content-range", "bytes 0-9/20"}}, "HEAD"), "unverified");
}

TEST(Retriever, AWholeMaySayThatItIsAll) {
  EXPECT_EQ(end_of_ten({{"content-range", "bytes 0-9/10"}}), "holds");
  EXPECT_EQ(end_of_ten({{"content-range", "bytes 0-9/*"}}), "holds");
  EXPECT_EQ(end_of_ten({{"content-range", "bytes 0-10/10"}}), "holds")
      << "counted one too far";
  EXPECT_EQ(end_of_ten({{"content-range", "items 0-0/1"}}), "unverified")
      << "no promise of bytes";
  EXPECT_EQ(end_of_ten({}), "unverified");
}

TEST(Retriever, WhatIsNotTheDocumentIsNotTakenForIt) {
  for (const int status : {202, 226}) {  // RFC 9110 §15.3.3, RFC 3229 §10.4.1
    CrawlKit kit;
    kit.web.on(kPage, {{.status = status, .body = "0123456789"}});
    const Retrieved got = kit.get(kPage);
    EXPECT_EQ(got.outcome, Retrieval::http_error);
    EXPECT_EQ(got.code, "http." + std::to_string(status));
    EXPECT_EQ(got.body, nullptr);
  }
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 203, .body = "0123456789"}});
  EXPECT_EQ(kit.get(kPage).outcome, Retrieval::got) << "changed by a proxy, and whole";
}

TEST(Retriever, TwoLengthsAreAFailure) {  // RFC 9112 §6.3
  for (const HeaderList& headers :
       {HeaderList{{"content-length", "5"}, {"content-length", "6"}},
        HeaderList{{"content-length", "5, 6"}}, HeaderList{{"content-length", "-5"}}}) {
    CrawlKit kit;
    kit.web.on(kPage, {{.headers = headers, .body = "12345"}});
    EXPECT_EQ(kit.get(kPage).code, "fetch.wrong-length");
    EXPECT_EQ(kit.web.times(kPage), 1U);
  }
}

/// What comes of a GET after a HEAD that promised 10 bytes.
std::string after_head(HeaderList of_head, HeaderList of_get, const std::string& body) {
  CrawlKit kit;
  of_head.emplace_back("content-length", "10");
  kit.web.on(kPage, {{.headers = std::move(of_head)},
                     {.headers = std::move(of_get), .body = body}});
  (void)kit.retriever.get({.url = kPage,
                           .named_by = NamedBy::user(),
                           .method = "HEAD",
                           .content_coding = false});
  Retrieved got = kit.retriever.get(
      {.url = kPage, .named_by = NamedBy::user(), .content_coding = false});
  std::string error = drain(*got.body).error;
  if (!error.empty()) return error;
  EXPECT_TRUE(got.length->ended);
  return got.length->holds() ? "holds" : "unverified";
}

TEST(Retriever, ABodyIsHeldAgainstTheLengthThatHeadPromised) {
  EXPECT_EQ(after_head({}, {}, "0123456789"), "holds");
  EXPECT_EQ(after_head({}, {}, "01234"), "fetch.wrong-length");
  EXPECT_EQ(after_head({}, {}, "0123456789ab"), "fetch.wrong-length");
  const HeaderList one{{"etag", "\"1\""}};
  EXPECT_EQ(after_head(one, one, "0123456789"), "holds");
  EXPECT_EQ(after_head(one, {}, "01234"), "fetch.wrong-length");
  const HeaderList modified{{"last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"}};
  EXPECT_EQ(after_head(modified, modified, "01234"), "fetch.wrong-length");
}

TEST(Retriever, TheLengthOfAnotherVersionPromisesNothing) {
  EXPECT_EQ(after_head({{"etag", "\"1\""}}, {{"etag", "\"2\""}}, "01234"), "unverified");
  EXPECT_EQ(after_head({}, {{"content-encoding", "gzip"}}, "01234"), "unverified");
}

TEST(Retriever, HeadAndGetThatPromiseDifferentLengthsAreAFailure) {
  const HeaderList one{{"etag", "\"1\""}};
  HeaderList short_one = one;
  short_one.emplace_back("content-length", "5");
  EXPECT_EQ(after_head(one, short_one, "01234"), "fetch.wrong-length");
  EXPECT_EQ(after_head({{"etag", "\"0\""}}, short_one, "01234"), "holds");
}

TEST(Retriever, APageIsNotHeldToALengthWithoutAValidator) {  // it is made anew each time
  CrawlKit kit;
  kit.web.on(kPage, {{.headers = {{"content-length", "10"}}, .body = "0123456789"},
                     {.headers = {{"content-length", "5"}}, .body = "01234"}});
  for (int i = 0; i < 2; ++i) {
    Retrieved got = kit.get(kPage);
    EXPECT_EQ(drain(*got.body).error, "");
    EXPECT_TRUE(got.length->holds());
  }
}

TEST(Retriever, CountsBodiesWithoutALength) {
  CrawlKit kit;
  kit.web.on(kPage, "x");
  Retrieved got = kit.get(kPage);
  EXPECT_FALSE(got.length->ended);
  (void)drain(*got.body);
  EXPECT_TRUE(got.length->ended);
  EXPECT_FALSE(got.length->promised);
  EXPECT_EQ(kit.counters.unverified_lengths, 1U);
}

TEST(Retriever, NothingIsAskedOfAHostWhoseCrawlDelayIsTooLong) {
  for (const char* delay :
       {"3601", "1000000000", "99999999999999999999", "1e308", "inf"}) {
    CrawlKit kit;
    kit.web.on("http://a.example/robots.txt",
               std::string{"User-agent: *\nCrawl-delay: "} + delay + "\n");
    kit.web.on(kPage, "x");
    const Retrieved got = kit.get(kPage);
    EXPECT_EQ(got.outcome, Retrieval::robots) << delay;
    EXPECT_EQ(got.code, "robots.crawl-delay");
    EXPECT_THAT(got.problem, HasSubstr("--max-delay"));
    EXPECT_EQ(kit.web.times(kPage), 0U);
  }
  for (const char* delay : {"3600", "3.6e3", "-1", "nan", "10 s", ""}) {
    CrawlKit kit;
    kit.web.on("http://a.example/robots.txt",
               std::string{"User-agent: *\nCrawl-delay: "} + delay + "\n");
    kit.web.on(kPage, "x");
    EXPECT_EQ(kit.get(kPage).outcome, Retrieval::got) << delay;
  }
}

TEST(Retriever, ARobotsTxtHasATimeAsAWhole) {
  Limits limits;
  limits.request_timeout = std::chrono::seconds{7};
  CrawlKit kit{limits};
  kit.web.on(kPage, "x");
  (void)kit.get(kPage);
  ASSERT_EQ(kit.web.log().size(), 2U);
  EXPECT_EQ(kit.web.log()[0].whole_within, std::chrono::seconds{7});
  EXPECT_EQ(kit.web.log()[1].whole_within.count(), 0);
}

TEST(Retriever, ARobotsTxtThatTakesTooLongIsUnreachable) {  // RFC 9309 §2.3.1.4
  CrawlKit kit;
  kit.web.on("http://a.example/robots.txt", {{.body = "User-agent: *\nAllow: /\n",
                                              .break_after = 3,
                                              .failure = FetchFailure::timeout}});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::robots);
  EXPECT_THAT(got.problem, HasSubstr("§2.3.1.4"));
  EXPECT_EQ(kit.web.log().size(), 1U) << "a time-out is not repeated";
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

/// Nobody has said that the page may not be asked for: whoever goes on does so.
TEST(Retriever, StopsWhenTheRunStopsWhileRobotsTxtIsAskedFor) {
  CrawlKit kit;
  kit.web.on("http://a.example/robots.txt", {no_answer(FetchFailure::cancelled)});
  const Retrieved got = kit.get(kPage);
  EXPECT_EQ(got.outcome, Retrieval::cancelled);
  EXPECT_EQ(got.code, "fetch.cancelled");
  EXPECT_EQ(kit.web.times(kPage), 0U);
}

TEST(Retriever, TriesAsOftenAsTheAskerSays) {  // crawls wait elsewhere
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 503, .headers = {{"retry-after", "9"}}}});
  Retrieved got = kit.retriever.get(
      {.url = kPage, .named_by = NamedBy::network(), .max_attempts = 1});
  EXPECT_EQ(got.outcome, Retrieval::http_error);
  EXPECT_EQ(got.attempts, 1U);
  EXPECT_EQ(got.last.status, 503);
  EXPECT_EQ(got.last.number, 1U);
  EXPECT_EQ(got.last.retry_after, std::chrono::seconds{9});
  EXPECT_EQ(kit.web.times(kPage), 1U);
  EXPECT_TRUE(kit.web.holds().empty()) << "the asker says for how long";
  kit.web.on(kPage, {no_answer(FetchFailure::connect)});
  got = kit.retriever.get(
      {.url = kPage, .named_by = NamedBy::network(), .max_attempts = 1});
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

}  // namespace
}  // namespace semsite::test::retrieve_failures_test
