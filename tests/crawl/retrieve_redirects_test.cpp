#include "crawl/retrieve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/crawl_kit.hpp"

namespace semsite::test::retrieve_redirects_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Texts = std::vector<std::string>;

const std::string kPage = "http://a.example/page";
const std::string kRobots = "http://a.example/robots.txt";

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
                            .named_by = NamedBy::network(),
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
  (void)kit.retriever.get(
      {.url = kPage, .named_by = NamedBy::network(), .method = "HEAD"});
  EXPECT_EQ(kit.web.log().back().method, "HEAD");
}

TEST(Retriever, TheWebCannotRedirectToALocalFile) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("file:///etc/passwd")});
  kit.web.on("file:///etc/passwd", "root");
  const Retrieved got = kit.retriever.get({.url = kPage, .named_by = NamedBy::user()});
  EXPECT_EQ(got.outcome, Retrieval::refused);
  EXPECT_EQ(got.code, "fetch.local-file");
  EXPECT_EQ(kit.web.times("file:///etc/passwd"), 0U);
}

/// Asks for kPage, of which a copy is at hand that came from `url`.
Retrieved ask_again(CrawlKit& kit, const std::string& url, std::string etag = "\"1\"",
                    std::string modified = {}) {
  return kit.retriever.get(
      {.url = kPage,
       .named_by = NamedBy::network(),
       .copy = HeldCopy{
           .url = url, .etag = std::move(etag), .modified = std::move(modified)}});
}

/// URLs that were asked for with a condition.
Texts conditional(const CrawlKit& kit) {
  Texts out;
  for (const Request& request : kit.web.log())
    if (!header_of(request, "If-None-Match").empty() ||
        !header_of(request, "If-Modified-Since").empty())
      out.push_back(request.url);
  return out;
}

TEST(Retriever, AsksBehindARedirectToo) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("/other")});
  kit.web.on("http://a.example/other", {{.headers = {{"etag", "\"1\""}}, .body = "x"}});
  const Retrieved got = ask_again(kit, "http://a.example/other");
  EXPECT_EQ(got.outcome, Retrieval::unchanged);
  EXPECT_EQ(got.url, "http://a.example/other");
  EXPECT_THAT(conditional(kit), ElementsAre("http://a.example/other"));
}

TEST(Retriever, AValidatorIsOfOneUrl) {  // RFC 9110 §8.8
  for (const int status : {301, 302, 303, 307, 308}) {
    CrawlKit kit;
    kit.web.on(kPage, {redirect("/y", status)});
    kit.web.on("http://a.example/y", {{.headers = {{"etag", "\"1\""}}, .body = "y"}});
    Retrieved got = ask_again(kit, "http://a.example/x");
    ASSERT_EQ(got.outcome, Retrieval::got) << status;
    EXPECT_EQ(drain(*got.body).text, "y");
    EXPECT_THAT(conditional(kit), IsEmpty());
  }
}

TEST(Retriever, AValidatorIsNotOfWhatLeadsToItsUrl) {
  CrawlKit kit;
  const std::string date = "Sat, 21 Nov 2026 09:00:00 GMT";
  const HeaderList fields{{"etag", "\"1\""}, {"last-modified", date}};
  // It redirected before, and does no more.
  kit.web.on(kPage, {{.headers = fields, .body = "page"}});
  EXPECT_EQ(ask_again(kit, "http://a.example/x", "\"1\"", date).outcome, Retrieval::got);
  EXPECT_EQ(ask_again(kit, "http://a.example/x", "", date).outcome, Retrieval::got);
  // It was direct before, and redirects now, by way of another host.
  kit.web.on(kPage, {redirect("http://b.example/1")});
  kit.web.on("http://b.example/1", {redirect("http://b.example/2", 307)});
  kit.web.on("http://b.example/2", {{.headers = fields, .body = "page"}});
  EXPECT_EQ(ask_again(kit, kPage, "\"1\"", date).outcome, Retrieval::got);
  EXPECT_EQ(ask_again(kit, "http://b.example/1").outcome, Retrieval::got);
  EXPECT_EQ(ask_again(kit, "http://b.example/2").outcome, Retrieval::unchanged);
}

TEST(Retriever, A304OfAnUrlThatWasAskedWithoutConditionIsAnError) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("/y")});
  kit.web.on("http://a.example/y", {{.status = 304}});
  const Retrieved got = ask_again(kit, "http://a.example/x");
  EXPECT_EQ(got.outcome, Retrieval::http_error);
  EXPECT_EQ(got.code, "http.304");
}

TEST(Retriever, A304OfAnotherVersionIsAskedForAnew) {  // RFC 9110 §15.4.5
  const std::string date = "Sat, 21 Nov 2026 09:00:00 GMT";
  const auto says = [&](HeaderList fields, const std::string& etag) {
    CrawlKit kit;
    kit.web.on(kPage, {{.status = 304, .headers = std::move(fields)}, {.body = "new"}});
    return ask_again(kit, kPage, etag, date).outcome;
  };
  EXPECT_EQ(says({{"etag", "\"2\""}}, "\"1\""), Retrieval::got);
  EXPECT_EQ(says({{"etag", "\"2\""}, {"last-modified", date}}, "\"1\""), Retrieval::got);
  EXPECT_EQ(says({{"last-modified", "Sun, 22 Nov 2026 09:00:00 GMT"}}, "\"1\""),
            Retrieval::got);
  EXPECT_EQ(says({{"last-modified", "Sun, 22 Nov 2026 09:00:00 GMT"}}, ""),
            Retrieval::got);
  EXPECT_EQ(says({{"etag", "W/\"1\""}}, "\"1\""), Retrieval::unchanged) << "weak";
  EXPECT_EQ(says({}, "\"1\""), Retrieval::unchanged) << "it need not be said again";
  EXPECT_EQ(says({{"etag", "\"2\""}, {"last-modified", date}}, ""), Retrieval::unchanged);
}

TEST(Retriever, A304OfAnotherVersionTwiceIsAnError) {
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 304, .headers = {{"etag", "\"2\""}}}});
  const Retrieved got = ask_again(kit, kPage);
  EXPECT_EQ(got.outcome, Retrieval::http_error);
  EXPECT_EQ(got.attempts, 2U);
}

TEST(Retriever, FollowsARedirectOnlyToWhatIsWanted) {
  CrawlKit kit;
  kit.web.on(kPage, {redirect("/1")});
  kit.web.on("http://a.example/1", {redirect("/2")});
  kit.web.on("http://a.example/2", "two");
  Texts seen;
  const Retrieved got = kit.retriever.get({.url = kPage,
                                           .named_by = NamedBy::network(),
                                           .wants = [&](const std::string& url) {
                                             seen.push_back(url);
                                             return !url.ends_with("/2");
                                           }});
  EXPECT_EQ(got.outcome, Retrieval::elsewhere);
  EXPECT_EQ(got.attempts, 2U);
  EXPECT_THAT(seen, ElementsAre("http://a.example/1", "http://a.example/2"));
  EXPECT_EQ(kit.web.times("http://a.example/2"), 0U);
}

}  // namespace
}  // namespace semsite::test::retrieve_redirects_test
