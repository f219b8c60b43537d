#include "fetch/published_digest.hpp"

#include <gtest/gtest.h>

#include "support/drain.hpp"

namespace semsite::test::published_digest_test {
namespace {

// Of "hello world", by `openssl dgst -binary | base64`.
const std::string kSha256 = "uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=";
const std::string kSha512 =
    "MJ7MSJwS1utMxA9QyQLytNDtd+5RGnx6m808qG1M2G+"
    "YndNbxf9JlnDaNCVbRbDP2DDoH2Bdz33FVC6TrpzXb"
    "w==";
const std::string kMd5 = "XrY7u+Ae7tCTyyK7j1rNww==";

ResponseHead head(HeaderList headers) {
  return {.status = 200, .headers = std::move(headers)};
}

Drained check(const std::string& text, const ResponseHead& head) {
  auto digest = published_digest(head);
  EXPECT_TRUE(digest.has_value());
  DigestCheck source{std::make_unique<MemorySource>(text), std::move(*digest),
                     "http://a.example/dump"};
  return drain(source);
}

struct Form {
  const char* field;
  std::string value;
};
class EveryForm : public testing::TestWithParam<Form> {};

TEST_P(EveryForm, LetsTheRightBytesThrough) {
  const Drained got = check("hello world", head({{GetParam().field, GetParam().value}}));
  EXPECT_EQ(got.text, "hello world");
  EXPECT_EQ(got.error, "");
}

TEST_P(EveryForm, RefusesOtherBytes) {
  const Drained got = check("hello worlD", head({{GetParam().field, GetParam().value}}));
  EXPECT_EQ(got.text, "hello worlD");
  EXPECT_EQ(got.error, "fetch.digest");
}

INSTANTIATE_TEST_SUITE_P(
    PublishedDigest, EveryForm,
    testing::Values(Form{"repr-digest", "sha-256=:" + kSha256 + ":"},     // RFC 9530 §3
                    Form{"content-digest", "sha-512=:" + kSha512 + ":"},  // RFC 9530 §2
                    Form{"digest", "SHA-256=" + kSha256},  // RFC 3230 §4.3.2
                    Form{"digest", "MD5=" + kMd5},
                    Form{"content-md5", kMd5}));  // RFC 1864

TEST(PublishedDigest, TakesTheStrongest) {  // RFC 9530 §5
  const auto digest =
      published_digest(head({{"content-md5", kMd5},
                             {"repr-digest", "unixsum=:AA==:, sha-256=:" + kSha256 +
                                                 ":, sha-512=:" + kSha512 + ":"},
                             {"digest", "sha-256=" + kSha256}}));
  ASSERT_TRUE(digest.has_value());
  EXPECT_EQ(digest->algorithm, "sha-512");
  EXPECT_EQ(digest->field, "Repr-Digest");
  EXPECT_EQ(digest->value.size(), 64U);
}

TEST(PublishedDigest, PassesOverWhatCannotBeRead) {
  EXPECT_FALSE(published_digest(head({{"repr-digest", "sha-256=:not base64:"}})));
  EXPECT_FALSE(published_digest(head({{"repr-digest", "sha-256=:" + kMd5 + ":"}})));
  EXPECT_FALSE(published_digest(head({{"repr-digest", "sha-256"}})));
  EXPECT_FALSE(published_digest(head({{"digest", "crc32c=AAAAAA=="}})));
  EXPECT_FALSE(published_digest(head({{"content-md5", ""}})));
}

// RFC 9530 §2: Content-Digest of a partial answer is that of the part.
TEST(PublishedDigest, DoesNotCountForAPartOrAnUndoneCoding) {
  ResponseHead part = head({{"content-digest", "sha-256=:" + kSha256 + ":"}});
  part.status = 206;
  EXPECT_FALSE(published_digest(part));
  ResponseHead decoded = head({{"repr-digest", "sha-256=:" + kSha256 + ":"}});
  decoded.decoded = true;
  EXPECT_FALSE(published_digest(decoded));
}

TEST(PublishedDigest, SaysWhatWasAnnouncedAndWhatCame) {
  auto digest = published_digest(head({{"content-md5", kMd5}}));
  DigestCheck source{std::make_unique<MemorySource>(std::string{"other"}),
                     std::move(*digest), "http://a.example/dump"};
  const Drained got = drain(source);
  EXPECT_EQ(got.message,
            "http://a.example/dump: the 5 bytes that came are not those the server "
            "announced: its Content-MD5 says md5 5eb63bbbe01eeed093cb22bb8f5acdc3, they "
            "give 795f3202b17cb6bc3d4b771d8c6c9eaf");
}

TEST(DescribedDigest, IsReadFromHexadecimal) {
  const auto digest = described_digest("md5", "b1946ac92492d2347c6235b4d2611184", "here");
  ASSERT_TRUE(digest);
  EXPECT_EQ(digest->value.size(), 16U);
  EXPECT_EQ(digest->value.front(), '\xb1');
  EXPECT_EQ(digest->field, "here");
  EXPECT_FALSE(described_digest("md5", "b1946ac92492d2347c6235b4d261118", "here"));
  EXPECT_FALSE(described_digest("md5", "x1946ac92492d2347c6235b4d2611184", "here"));
  EXPECT_FALSE(described_digest("crc32", "00000000", "here"));
}

TEST(DescribedDigest, AStrongerAlgorithmIsToldFromAWeakerOne) {
  const auto md5 = described_digest("md5", std::string(32, '0'), "");
  const auto sha = described_digest("sha", std::string(40, '0'), "");
  ASSERT_TRUE(md5 && sha);
  EXPECT_TRUE(is_stronger(*sha, *md5));
  EXPECT_FALSE(is_stronger(*md5, *sha));
  EXPECT_FALSE(is_stronger(*sha, *sha));
}

}  // namespace
}  // namespace semsite::test::published_digest_test
