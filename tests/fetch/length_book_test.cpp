#include "fetch/length_book.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::test::length_book_test {
namespace {

ResponseHead head_of(HeaderList headers, int status = 200) {
  ResponseHead out;
  out.status = status;
  out.headers = std::move(headers);
  return out;
}

TEST(ContentLength, IsOneNumberHoweverOftenItIsSaid) {  // RFC 9112 §6.3
  EXPECT_EQ(read_content_length(head_of({{"content-length", "5"}})).bytes, 5U);
  EXPECT_EQ(
      read_content_length(head_of({{"content-length", "5"}, {"content-length", "5"}}))
          .bytes,
      5U);
  EXPECT_EQ(read_content_length(head_of({{"content-length", "5, 5"}})).bytes, 5U);
  const ContentLength none = read_content_length(head_of({}));
  EXPECT_FALSE(none.bytes);
  EXPECT_EQ(none.problem, "");
}

TEST(ContentLength, TwoDifferentOnesAreAProblem) {
  for (const HeaderList& headers :
       {HeaderList{{"content-length", "5"}, {"content-length", "6"}},
        HeaderList{{"content-length", "5, 6"}}})
    EXPECT_EQ(read_content_length(head_of(headers)).problem,
              "it has two different Content-Lengths, 5 and 6 (RFC 9112 §6.3)");
}

TEST(ContentLength, WhatIsNoLengthIsAProblem) {
  for (const char* text : {"", "-5", "five", "5 bytes", "99999999999999999999", "5,"})
    EXPECT_NE(read_content_length(head_of({{"content-length", text}})).problem, "")
        << text;
}

TEST(LengthPromise, IsOfTheWholeDocument) {
  const auto whole = promise_of(head_of({{"content-length", "500"}}), "GET");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->bytes, 500U);
  const auto part = promise_of(
      head_of({{"content-length", "500"}, {"content-range", "bytes 500-999/1000"}}, 206),
      "GET");
  ASSERT_TRUE(part);
  EXPECT_EQ(part->bytes, 1000U);
  EXPECT_FALSE(promise_of(
      head_of({{"content-length", "500"}, {"content-range", "bytes 500-999/*"}}, 206),
      "GET"));
}

TEST(LengthPromise, IsAlsoTheContentRangeOfAWhole) {  // RFC 9110 §14.4
  const auto by_range = [](const char* text) {
    const auto promise = promise_of(head_of({{"content-range", text}}), "GET");
    return promise ? promise->by + " " + std::to_string(promise->bytes) : "none";
  };
  EXPECT_EQ(by_range("bytes 0-499/500"), "Content-Range 500");
  EXPECT_EQ(by_range("bytes 0-499/*"), "Content-Range 500");
  EXPECT_EQ(by_range("bytes */500"), "Content-Range 500");
  EXPECT_EQ(by_range("bytes 0-500/500"), "Content-Range 500") << "counted one too far";
  EXPECT_EQ(by_range("items 0-499/500"), "none") << "of no bytes";
  EXPECT_EQ(by_range("0-499/500"), "none");
  EXPECT_EQ(by_range("bytes"), "none");
}

TEST(LengthPromise, IsNotWhatWasLeftBehindByACoding) {
  const HeaderList both{{"content-length", "500"}, {"transfer-encoding", "chunked"}};
  EXPECT_TRUE(promise_of(head_of(both), "GET"));
  EXPECT_FALSE(promise_of(head_of(both), "HEAD"));
  HeaderList coded = both;
  coded.emplace_back("content-encoding", "gzip");
  EXPECT_FALSE(promise_of(head_of(coded), "GET"));
  EXPECT_FALSE(promise_of(head_of({{"content-length", "0"}}), "HEAD"));
  EXPECT_TRUE(promise_of(head_of({{"content-length", "0"}}), "GET"));
}

TEST(Version, IsAnotherWhenAValidatorOrTheCodingDiffers) {
  const Version one{.etag = "\"1\"", .modified = "Mon"};
  EXPECT_TRUE(may_be_same(one, one));
  EXPECT_TRUE(may_be_same(one, {.etag = "\"1\""}));
  EXPECT_TRUE(may_be_same(one, {}));
  EXPECT_FALSE(may_be_same(one, {.etag = "\"2\"", .modified = "Mon"}));
  EXPECT_FALSE(may_be_same(one, {.etag = "\"1\"", .modified = "Tue"}));
  EXPECT_FALSE(may_be_same(one, {.etag = "\"1\"", .modified = "Mon", .coding = "gzip"}));
}

TEST(Version, IsTheSameByWeakComparison) {  // RFC 9110 §8.8.3.2
  const Version weak{.etag = "W/\"1\""};
  EXPECT_TRUE(may_be_same(weak, {.etag = "\"1\""}));
  EXPECT_TRUE(may_be_same({.etag = "\"1\""}, weak));
  EXPECT_TRUE(may_be_same(weak, weak));
  EXPECT_FALSE(may_be_same(weak, {.etag = "\"2\""}));
  EXPECT_FALSE(may_be_same(weak, {.etag = "W/\"2\""}));
  EXPECT_FALSE(may_be_same(weak, {.etag = "\"W/1\""}));
}

TEST(Version, KnowsCodingsByAllTheirNames) {
  EXPECT_EQ(version_of(head_of({{"content-encoding", "Identity"}})).coding, "");
  EXPECT_EQ(version_of(head_of({{"content-encoding", "x-gzip"}})).coding, "gzip");
}

TEST(LengthBook, GivesWhatWasPromisedOfTheSameVersion) {
  LengthBook book;
  book.note("a", {.version = {.etag = "\"1\""}, .bytes = 10, .by = "HEAD"});
  book.note("a", {.version = {.etag = "\"1\""}, .bytes = 10, .by = "again"});
  book.note("a", {.version = {.etag = "\"2\""}, .bytes = 20, .by = "HEAD"});
  EXPECT_EQ(book.of("a", {.etag = "\"1\""}).size(), 1U);
  EXPECT_EQ(book.of("a", {.etag = "\"2\""}).at(0).bytes, 20U);
  EXPECT_EQ(book.of("a", {.etag = "\"3\""}).size(), 0U);
  EXPECT_EQ(book.of("b", {.etag = "\"1\""}).size(), 0U);
}

TEST(LengthBook, ForgetsTheFirstOfVeryMany) {
  LengthBook book;
  for (int i = 0; i <= 20'000; ++i)
    book.note(std::to_string(i), {.version = {}, .bytes = 1, .by = ""});
  EXPECT_TRUE(book.of("0", {}).empty());
  EXPECT_FALSE(book.of("1", {}).empty());
  EXPECT_FALSE(book.of("20000", {}).empty());
}

}  // namespace
}  // namespace semsite::test::length_book_test
