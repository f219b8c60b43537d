#include "crawl/resuming_body.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/crawl_kit.hpp"

namespace semsite::test::resuming_body_test {
namespace {

const std::string kUrl = "http://a.example/dump.nt";
const std::string kDate = "Thu, 15 Jan 2026 10:00:00 GMT";
const HeaderList kStrong{{"etag", "\"v1\""}};

/// 10,000 bytes that differ from place to place.
std::string data() {
  std::string out;
  for (int i = 0; out.size() < 10'000; ++i) out += std::to_string(i) + ",";
  out.resize(10'000);
  return out;
}

/// The rest of data() from `from` on, as a server would send it.
Answer rest(std::size_t from) {
  return {.status = 206,
          .headers = {{"content-range", "bytes " + std::to_string(from) + "-9999/10000"},
                      {"etag", "\"v1\""}},
          .body = data().substr(from)};
}

Answer broken(HeaderList headers, std::size_t after) {
  return {.headers = std::move(headers), .body = data(), .break_after = after};
}

/// Reads kUrl to its end.
struct Reading {
  CrawlKit kit;
  bool resumable = false;

  Drained read(std::vector<Answer> answers, bool content_coding = false) {
    kit.web.on(kUrl, std::move(answers));
    Request request;
    request.url = kUrl;
    request.content_coding = content_coding;
    ResumingBody body{
        kit.web.open(request),
        request,
        {kit.web, kit.counters, kit.console, hasty(), kit.stop.get_token()}};
    resumable = body.resumable();
    return drain(body);
  }
  [[nodiscard]] std::size_t requests() const { return kit.web.log().size(); }
  [[nodiscard]] const Request& sent(std::size_t i) const { return kit.web.log().at(i); }
};

TEST(ResumingBody, AsksForTheRestGuardedByAStrongETag) {  // RFC 9110 §13.1.5, §14.2
  Reading reading;
  const Drained got = reading.read({broken(kStrong, 4321), rest(4321)});
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == data());
  ASSERT_EQ(reading.requests(), 2U);
  EXPECT_EQ(reading.sent(1).range_from, 4321U);
  EXPECT_EQ(reading.sent(1).if_range, "\"v1\"");
  EXPECT_FALSE(reading.sent(1).content_coding);
  EXPECT_EQ(reading.kit.counters.wire_bytes, 10'000U);  // each byte once
  EXPECT_EQ(reading.kit.counters.requests, 1U);         // the first is the caller's
}

TEST(ResumingBody, ContinuesAsOftenAsItGetsFurther) {
  Reading reading;
  std::vector<Answer> answers{broken(kStrong, 1000)};
  for (std::size_t from = 1000; from < 9000; from += 1000) {
    answers.push_back(rest(from));
    answers.back().break_after = 1000;
  }
  answers.push_back(rest(9000));
  const Drained got = reading.read(answers);
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == data());
  EXPECT_EQ(reading.requests(), 10U);
  EXPECT_EQ(reading.kit.counters.wire_bytes, 10'000U);
}

TEST(ResumingBody, GivesUpWhenNothingMoreComes) {
  Reading reading;
  Answer nothing = rest(4000);
  nothing.break_after = 0;
  const Drained got = reading.read({broken(kStrong, 4000), nothing});
  EXPECT_EQ(got.error, "fetch.broken");
  EXPECT_TRUE(got.text == data().substr(0, 4000));
  EXPECT_EQ(reading.requests(), 3U);  // max_attempts
}

TEST(ResumingBody, ARepeatedStartIsNoProgress) {
  Reading reading;  // a server that knows no ranges and always breaks off at one place
  const Drained got = reading.read({broken(kStrong, 4000)});
  EXPECT_EQ(got.error, "fetch.broken");
  EXPECT_EQ(got.text.size(), 4000U);
  EXPECT_EQ(reading.requests(), 3U);
}

TEST(ResumingBody, CannotContinueWithAWeakETag) {  // RFC 9110 §13.1.5
  Reading reading;
  const Drained got =
      reading.read({broken({{"etag", "W/\"v1\""},
                            {"last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"},
                            {"date", kDate}},
                           100),
                    rest(100)});
  EXPECT_FALSE(reading.resumable);
  EXPECT_EQ(got.error, "fetch.broken");
  EXPECT_THAT(got.message, testing::HasSubstr("cannot be resumed"));
  EXPECT_EQ(reading.requests(), 1U);
}

TEST(ResumingBody, TakesLastModifiedOnlyIfItIsOldEnough) {  // RFC 9110 §8.8.2.2
  const auto validator = [](HeaderList headers) -> std::string {
    Reading reading;
    (void)reading.read({broken(std::move(headers), 100), rest(100)});
    return reading.requests() > 1 ? reading.sent(1).if_range : "none";
  };
  const std::string before = "Thu, 15 Jan 2026 09:59:59 GMT";
  EXPECT_EQ(validator({{"last-modified", before}, {"date", kDate}}), before);
  EXPECT_EQ(validator({{"last-modified", kDate}, {"date", kDate}}), "none");
  EXPECT_EQ(validator({{"last-modified", before}}), "none");
  EXPECT_EQ(validator({{"last-modified", "yesterday"}, {"date", kDate}}), "none");
  EXPECT_EQ(validator({}), "none");
}

TEST(ResumingBody, SkipsWhatItHasWhenTheServerKnowsNoRanges) {  // RFC 9110 §14.2
  Reading reading;
  const Drained got =
      reading.read({broken(kStrong, 2500), {.headers = kStrong, .body = data()}});
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == data());
  EXPECT_EQ(reading.kit.counters.wire_bytes, 12'500U);  // it did come twice
}

TEST(ResumingBody, NeverMixesTwoVersions) {
  for (const HeaderList& other :
       {HeaderList{{"etag", "\"v2\""}}, HeaderList{}, HeaderList{{"etag", "W/\"v1\""}}}) {
    Reading reading;
    const Drained got =
        reading.read({broken(kStrong, 2500), {.headers = other, .body = data()}});
    EXPECT_EQ(got.error, "fetch.changed");
    EXPECT_TRUE(got.text == data().substr(0, 2500));
  }
}

TEST(ResumingBody, TakesNoOtherRangeThanTheOneItAskedFor) {  // RFC 9110 §15.3.7
  Reading reading;
  const Drained got = reading.read({broken(kStrong, 2500), rest(2400)});
  EXPECT_EQ(got.error, "fetch.bad-range");
  EXPECT_EQ(got.text.size(), 2500U);
}

/// A part of data(), whatever is said of it.
Answer part(std::size_t from, std::size_t count, const std::string& says,
            const std::string& etag = "\"v1\"") {
  Answer out{.status = 206, .headers = {}, .body = data().substr(from, count)};
  if (!says.empty()) out.headers.emplace_back("content-range", says);
  if (!etag.empty()) out.headers.emplace_back("etag", etag);
  return out;
}

TEST(ResumingBody, TakesNoPartThatIsNotWhatItAskedFor) {  // RFC 9110 §14.4, §15.3.7
  const auto error = [](Answer answer) {
    Reading reading;
    const Drained got = reading.read({broken(kStrong, 2500), std::move(answer)});
    EXPECT_TRUE(data().starts_with(got.text));
    EXPECT_LE(got.text.size(), 5000U);
    return got.error;
  };
  for (const char* says :
       {"", "bytes */10000", "bytes 0-9999/10000", "bytes 2400-9999/10000",
        "bytes 2600-9999/10000", "bytes 2500-2499/10000", "bytes 2500-10000/10000",
        "items 2500-9999/10000", "bytes 2500-9999", "2500-9999/10000"})
    EXPECT_EQ(error(part(2500, 2500, says)), "fetch.bad-range") << says;
  Answer several = part(2500, 2500, "");
  several.headers.emplace_back("content-type", "multipart/byteranges; boundary=x");
  EXPECT_EQ(error(several), "fetch.bad-range");
  Answer twice = part(2500, 2500, "bytes 2500-9999/10000");
  twice.headers.emplace_back("content-range", "bytes 0-99/10000");
  EXPECT_EQ(error(twice), "fetch.bad-range");
  Answer length = part(2500, 2500, "bytes 2500-9999/10000");
  length.headers.emplace_back("content-length", "10");
  EXPECT_EQ(error(length), "fetch.bad-range");
}

TEST(ResumingBody, TakesNoPartOfAnotherVersion) {
  const auto error = [](Answer answer, HeaderList first = kStrong) {
    Reading reading;
    return reading.read({broken(std::move(first), 2500), std::move(answer)}).error;
  };
  const std::string rest_of_it = "bytes 2500-9999/10000";
  EXPECT_EQ(error(part(2500, 7500, rest_of_it, "\"v2\"")), "fetch.changed");
  EXPECT_EQ(error(part(2500, 7500, rest_of_it, "W/\"v1\"")), "fetch.changed");
  EXPECT_EQ(error(part(2500, 7500, rest_of_it, "")), "") << "it need not be said again";
  HeaderList first = kStrong;
  first.emplace_back("content-length", "12000");
  EXPECT_EQ(error(part(2500, 7500, rest_of_it), first), "fetch.changed")
      << "another total";
  Answer later = part(2500, 7500, rest_of_it);
  later.headers.emplace_back("last-modified", kDate);
  EXPECT_EQ(error(later), "fetch.changed");
  Answer coded = part(2500, 7500, rest_of_it);
  coded.headers.emplace_back("content-encoding", "gzip");
  EXPECT_EQ(error(coded), "fetch.changed");
}

TEST(ResumingBody, AShorterPartIsFollowedByAnother) {
  Reading reading;
  const Drained got =
      reading.read({broken(kStrong, 2500), part(2500, 3000, "bytes 2500-5499/10000"),
                    part(5500, 4500, "bytes 5500-9999/*")});
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == data());
  ASSERT_EQ(reading.requests(), 3U);
  EXPECT_EQ(reading.sent(2).range_from, 5500U);
  EXPECT_EQ(reading.sent(2).if_range, "\"v1\"");
}

TEST(ResumingBody, APartWithoutATotalIsFollowedUntilNothingIsLeft) {
  Reading reading;
  const Drained got =
      reading.read({broken(kStrong, 2500),
                    part(2500, 7500, "bytes 2500-9999/*"),
                    {.status = 416, .headers = {{"content-range", "bytes */10000"}}}});
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == data());
  EXPECT_EQ(reading.requests(), 3U);
}

TEST(ResumingBody, APartThatIsShorterThanItSaysIsBroken) {
  Reading reading;
  const Drained got =
      reading.read({broken(kStrong, 2500), part(2500, 1000, "bytes 2500-9999/10000"),
                    part(3500, 6500, "bytes 3500-9999/10000")});
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == data());
}

TEST(ResumingBody, APartThatIsLongerThanItSaysIsNotTaken) {
  Reading reading;
  const Drained got =
      reading.read({broken(kStrong, 2500), part(2500, 3000, "bytes 2500-3499/10000")});
  EXPECT_EQ(got.error, "fetch.bad-range");
}

/// What stands from 100 to `end`, in parts of `bytes`.
std::vector<Answer> crumbs(std::size_t bytes, const std::string& total, std::size_t end) {
  std::vector<Answer> out{broken(kStrong, 100)};
  for (std::size_t at = 100; at < end; at += bytes)
    out.push_back(
        part(at, bytes, fmt::format("bytes {}-{}/{}", at, at + bytes - 1, total)));
  return out;
}

TEST(ResumingBody, SmallPartsAreFollowedAsLongAsTheyComeToAnEnd) {  // RFC 9110 §15.3.7
  Reading reading;
  EXPECT_TRUE(reading.read(crumbs(10, "10000", 10'000)).text == data());
  EXPECT_EQ(reading.requests(), 991U);
}

TEST(ResumingBody, AServerThatGivesNextToNothingIsNotAskedForEver) {
  std::vector<Answer> broken_off{broken(kStrong, 100)};
  for (std::size_t at = 100; at < 10'000; at += 100) {
    broken_off.push_back(rest(at));
    broken_off.back().break_after = 100;
  }
  for (std::vector<Answer> answers : {crumbs(1, "100000", 150), broken_off}) {
    Reading reading;
    const Drained got = reading.read(std::move(answers));
    EXPECT_EQ(got.error, "fetch.broken");
    EXPECT_THAT(got.message, testing::HasSubstr("too small"));
    EXPECT_LT(reading.requests(), 20U);
  }
}

TEST(ResumingBody, AnEndBeforeThePromisedLengthIsResumed) {  // by HEAD, before
  CrawlKit kit;
  kit.web.on(kUrl, {{.headers = kStrong, .body = data().substr(0, 4000)}, rest(4000)});
  Request request;
  request.url = kUrl;
  request.content_coding = false;
  ResumingBody body{kit.web.open(request),
                    request,
                    {.transport = kit.web,
                     .counters = kit.counters,
                     .console = kit.console,
                     .retry = hasty(),
                     .stop = kit.stop.get_token(),
                     .promises = {{.version = {.etag = "\"v1\""},
                                   .bytes = 10'000,
                                   .by = "the Content-Length of HEAD"}}}};
  const Drained got = drain(body);
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == data());
  EXPECT_TRUE(body.length()->holds());
}

TEST(ResumingBody, ARepeatedBodyThatIsShorterIsAnotherOne) {
  Reading reading;
  const Drained got = reading.read(
      {broken(kStrong, 2500), {.headers = kStrong, .body = data().substr(0, 2000)}});
  EXPECT_EQ(got.error, "fetch.changed");
  EXPECT_EQ(got.text.size(), 2500U);
}

TEST(ResumingBody, IsAtTheEndWhenNothingIsLeft) {  // RFC 9110 §15.5.17
  Reading reading;
  const Drained got =
      reading.read({broken(kStrong, 10'000),
                    {.status = 416, .headers = {{"content-range", "bytes */10000"}}}});
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == data());
}

TEST(ResumingBody, IsNotAtTheEndWhenTheTotalIsAnother) {
  Reading reading;
  const Drained got =
      reading.read({broken(kStrong, 9000),
                    {.status = 416, .headers = {{"content-range", "bytes */8000"}}}});
  EXPECT_EQ(got.error, "fetch.changed");
}

TEST(ResumingBody, SaysWhenTheDocumentIsGone) {
  Reading reading;
  const Drained got = reading.read({broken(kStrong, 9000), {.status = 404}});
  EXPECT_EQ(got.error, "fetch.changed");
  EXPECT_THAT(got.message, testing::HasSubstr("status 404"));
}

TEST(ResumingBody, ServerErrorsAndLostConnectionsAreTriedAgain) {
  Reading reading;
  const Drained got = reading.read({broken(kStrong, 5000), {.status = 503}, rest(5000)});
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.text == data());
  Reading lost;
  EXPECT_TRUE(
      lost.read({broken(kStrong, 5000), no_answer(FetchFailure::connect), rest(5000)})
          .text == data());
}

TEST(ResumingBody, AFinalFailureIsNotTriedAgain) {
  Reading reading;
  const Drained got =
      reading.read({broken(kStrong, 5000), no_answer(FetchFailure::refused_address)});
  EXPECT_EQ(got.error, "fetch.refused-address");
  EXPECT_EQ(reading.requests(), 2U);
}

TEST(ResumingBody, DoesNotContinueABodyWhoseCodingIsUndone) {
  // A range counts bytes of the coded body, which were never seen (RFC 9110 §14.1.2).
  Reading reading;
  (void)reading.read(
      {broken({{"etag", "\"v1\""}, {"content-encoding", "gzip"}}, 100), rest(100)}, true);
  EXPECT_FALSE(reading.resumable);
  EXPECT_EQ(reading.requests(), 1U);
}

TEST(ResumingBody, TakesNoPageForTheRest) {
  Reading reading;
  Answer page = rest(4321);
  page.headers.emplace_back("content-type", "text/html; charset=utf-8");
  EXPECT_EQ(reading.read({broken(kStrong, 4321), page}).error, "fetch.bad-range");
}

TEST(ResumingBody, StopsWithTheRun) {
  Reading reading;
  reading.kit.stop.request_stop();
  const Drained got = reading.read({broken(kStrong, 5000), rest(5000)});
  EXPECT_EQ(got.error, "fetch.broken");
  EXPECT_EQ(reading.requests(), 1U);
}

TEST(ResumingBody, CountsForTheProgressLine) {
  CrawlKit kit;
  HeaderList headers = kStrong;
  headers.emplace_back("content-length", "10000");
  kit.web.on(kUrl, {broken(headers, 3000), rest(3000)});
  Request request;
  request.url = kUrl;
  request.content_coding = false;
  ResumingBody body{
      kit.web.open(request),
      request,
      {kit.web, kit.counters, kit.console, hasty(), kit.stop.get_token(), true}};
  EXPECT_EQ(kit.counters.inputs.total(), 10'000U);
  EXPECT_TRUE(drain(body).text == data());
  EXPECT_EQ(kit.counters.inputs.done(), 10'000U);
}

}  // namespace
}  // namespace semsite::test::resuming_body_test
