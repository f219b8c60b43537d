#include "crawl/checked_body.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/crawl_kit.hpp"
#include "support/packing.hpp"

namespace semsite::test::checked_body_coded_body_test {
namespace {

const std::string kPage = "http://a.example/page";

Drained undone(const std::string& coding, std::string coded, std::size_t step = 4096,
               std::uint64_t max_bytes = 0) {
  return drain(*undo_coding(memory(std::move(coded), step), coding, kPage, max_bytes));
}

/// "hello" as the brotli command writes it (Brotli 1.0.9).
const std::string kBrotli{"\x0f\x02\x80\x68\x65\x6c\x6c\x6f\x03", 9};

/// "hello" as Python's zlib writes it, with and without what zlib puts around it.
const std::string kZlib{"\x78\x9c\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02\x15", 13};
const std::string kBare = kZlib.substr(2, 7);

TEST(CodedBody, UndoesWhatItSaysItCan) {
  const std::string text = sample_text(300'000);
  const std::string gzip = pack_stream(ARCHIVE_FILTER_GZIP, text);
  for (const char* name : {"gzip", "x-gzip", " GZip "}) {
    ASSERT_TRUE(can_undo(name));
    EXPECT_EQ(undone(name, gzip).text, text);
  }
  EXPECT_EQ(undone("gzip", gzip + gzip).text, text + text);
  EXPECT_EQ(undone("zstd", pack_stream(ARCHIVE_FILTER_ZSTD, text)).text, text);
  for (const std::size_t step : {1U, 2U, 4096U}) {
    EXPECT_EQ(undone("deflate", kZlib, step).text, "hello");
    EXPECT_EQ(undone("Deflate", kBare, step).text, "hello");  // RFC 9110 §8.4.1.2, note
    EXPECT_EQ(undone("br", kBrotli, step).text, "hello");
  }
  for (const char* name : {"compress", "gzip, gzip", "identity", ""})
    EXPECT_FALSE(can_undo(name)) << name;
}

TEST(CodedBody, OneThatStopsInTheMiddleIsNoWhole) {
  const std::string text = sample_text(1000);
  for (const auto& [coding, coded] :
       {std::pair{"gzip", pack_stream(ARCHIVE_FILTER_GZIP, text)},
        std::pair{"zstd", pack_stream(ARCHIVE_FILTER_ZSTD, text)},
        std::pair{"deflate", kZlib}, std::pair{"deflate", kBare},
        std::pair{"br", kBrotli}})
    for (std::size_t bytes = 1; bytes < coded.size(); ++bytes)
      EXPECT_EQ(undone(coding, coded.substr(0, bytes)).error, "fetch.bad-coding")
          << coding << " " << bytes;
}

TEST(CodedBody, AWrongChecksumIsAFailure) {
  std::string coded = kZlib;
  coded.back() ^= 1;
  EXPECT_EQ(undone("deflate", coded).error, "fetch.bad-coding");
}

TEST(CodedBody, BytesBehindTheEndOfABrotliStreamAreAFailure) {
  EXPECT_EQ(undone("br", kBrotli + "x").error, "fetch.bad-coding");
  EXPECT_EQ(undone("br", "hello, this is plain").error, "fetch.bad-coding");
}

TEST(CodedBody, NothingMayBeCodedAsNothing) {
  for (const char* coding : {"gzip", "deflate", "zstd", "br"})
    EXPECT_EQ(undone(coding, "").error, "") << coding;
}

TEST(CodedBody, IsBoundedWhereItIsPlain) {
  const std::string text(100'000, 'x');
  const Drained got =
      undone("gzip", pack_stream(ARCHIVE_FILTER_GZIP, text), 4096, 99'999);
  EXPECT_EQ(got.error, "fetch.too-large");
  EXPECT_EQ(got.text.size(), 99'999U);
  EXPECT_EQ(undone("gzip", pack_stream(ARCHIVE_FILTER_GZIP, text), 4096, 100'000).error,
            "");
}

TEST(CodedBody, OfThoseIsAskedForAndNoOther) {
  CrawlKit kit;
  kit.web.on(kPage, {{.headers = {{"content-encoding", "gzip"}},
                      .body = pack_stream(ARCHIVE_FILTER_GZIP, "plain")}});
  Retrieved got = kit.get(kPage);
  EXPECT_EQ(drain(*got.body).text, "plain");
  EXPECT_TRUE(got.head.decoded);
  EXPECT_EQ(header_of(kit.web.log().back(), "Accept-Encoding"), kCodings);
  EXPECT_FALSE(kit.web.log().back().content_coding);
}

// Unasked-for codings: only libcurl knows them.
TEST(CodedBody, OthersAreLeftToTheTransport) {
  CrawlKit kit;
  kit.web.on(kPage, {{.headers = {{"content-encoding", "gzip, br"}}, .body = "coded"},
                     {.headers = {{"content-encoding", "gzip, br"}}, .body = "plain"}});
  Retrieved got = kit.get(kPage);
  EXPECT_EQ(drain(*got.body).text, "plain");
  EXPECT_TRUE(kit.web.log().back().content_coding);
}

TEST(CodedBody, WhatComesWithAFailureIsReadToo) {
  CrawlKit kit;
  kit.web.on(kPage, {{.status = 403,
                      .headers = {{"content-encoding", "gzip"}},
                      .body = pack_stream(ARCHIVE_FILTER_GZIP, "Not for you.\n")}});
  EXPECT_EQ(kit.get(kPage).begins, "Not for you.");
}

TEST(CodedBody, EndsWhatIsCodedAndGivesNothing) {
  std::string blocks{"\x1f\x8b\x08\0\0\0\0\0\0\x03", 10};
  for (int i = 0; i < 5'000'000; ++i) blocks.append("\0\0\0\xff\xff", 5);
  std::string frames;
  for (int i = 0; i < 250; ++i)
    frames +=
        std::string{"\x50\x2a\x4d\x18\xa0\x86\x01\0", 8} + std::string(100'000, 'x');
  const std::string metadata(20'000'000, '\x06');
  for (const auto& [coding, coded] :
       {std::pair{"gzip", blocks}, std::pair{"zstd", frames}}) {
    const Drained all = undone(coding, coded, 65536);
    EXPECT_EQ(all.error, "fetch.bad-coding");
    EXPECT_NE(all.message.find("gave 0 unpacked"), std::string::npos) << all.message;
    // What may be short only has less.
    const Drained few = undone(coding, coded.substr(0, 3'000'000), 65536, 500 * kKiB);
    EXPECT_NE(few.message.find("gave 0 unpacked"), std::string::npos) << few.message;
  }
  EXPECT_EQ(undone("br", metadata, 65536).error, "fetch.bad-coding");
}

}  // namespace
}  // namespace semsite::test::checked_body_coded_body_test
