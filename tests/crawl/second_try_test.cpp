#include "crawl/second_try.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "fetch/body.hpp"
#include "support/crawl_kit.hpp"

namespace semsite::test::second_try_test {
namespace {

const std::string kPage = "http://a.example/page";
const std::string kText = "0123456789abcdefghij";

Answer broken(HeaderList headers, std::size_t after) {
  return {.headers = std::move(headers), .body = kText, .break_after = after};
}

struct Reading {
  CrawlKit kit;

  Drained read(std::vector<Answer> answers, bool second_try = true) {
    kit.web.on(kPage, std::move(answers));
    Retrieved got = kit.retriever.get(
        {.url = kPage, .named_by = NamedBy::network(), .second_try = second_try});
    return drain(*got.body);
  }
  [[nodiscard]] std::size_t asked() const { return kit.web.times(kPage); }
};

TEST(SecondTry, BeginsAgainBehindTheBackOfTheReader) {
  for (const std::size_t after : {std::size_t{0}, std::size_t{1}, kText.size() - 1}) {
    Reading reading;
    const Drained got = reading.read({broken({}, after), {.body = kText}});
    EXPECT_EQ(got.error, "") << got.message;
    EXPECT_EQ(got.text, kText);
    EXPECT_EQ(reading.asked(), 2U);
  }
}

TEST(SecondTry, BeginsAgainWhereTheRestIsNotTheRest) {  // RFC 9110 §14.4
  const HeaderList tag{{"etag", "\"1\""}};
  Reading reading;
  const Drained got =
      reading.read({broken(tag, 5),
                    {.status = 206,
                     .headers = {{"content-range", "bytes 4-19/20"}, {"etag", "\"1\""}},
                     .body = kText.substr(4)},
                    {.headers = tag, .body = kText}});
  EXPECT_EQ(got.error, "") << got.message;
  EXPECT_EQ(got.text, kText);
}

TEST(SecondTry, OnlyOnce) {
  Reading reading;
  const Drained got = reading.read({broken({}, 5), broken({}, 7), {.body = kText}});
  EXPECT_EQ(got.error, "fetch.broken");
  EXPECT_EQ(got.text, kText.substr(0, 7));
  EXPECT_EQ(reading.asked(), 2U);
}

TEST(SecondTry, TakesNothingThatBeginsOtherwise) {
  for (const std::string& other : {std::string{"0123x56789"}, std::string{"0123"}}) {
    Reading reading;
    const Drained got = reading.read({broken({}, 5), {.body = other}});
    EXPECT_EQ(got.error, "fetch.changed");
    EXPECT_EQ(got.text, kText.substr(0, 5));
  }
}

TEST(SecondTry, WhatCannotBeHadAgainFailsAsItFailedFirst) {
  for (Answer second : {Answer{.status = 404}, redirect("http://b.example/"),
                        no_answer(FetchFailure::dns)}) {
    Reading reading;
    reading.kit.web.on("http://b.example/", kText);
    EXPECT_EQ(reading.read({broken({}, 5), std::move(second)}).error, "fetch.broken");
  }
}

TEST(SecondTry, NotWhereTheReaderBeginsAgain) {
  Reading reading;
  EXPECT_EQ(reading.read({broken({}, 5), {.body = kText}}, false).error, "fetch.broken");
  EXPECT_EQ(reading.asked(), 1U);
}

TEST(SecondTry, NotAfterWhatAnotherRequestCannotMend) {
  for (const char* code : {"fetch.too-large", "fetch.digest", "unpack.damaged"})
    EXPECT_FALSE(asks_for_second_try(code)) << code;
  EXPECT_TRUE(asks_for_second_try("fetch.stalled"));
}

}  // namespace
}  // namespace semsite::test::second_try_test
