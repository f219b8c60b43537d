#include "crawl/retrieve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <tuple>

#include "support/crawl_kit.hpp"

namespace semsite::test {
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
}  // namespace semsite::test
