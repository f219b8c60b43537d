#include "s3/signature.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sha256.hpp"

namespace semsite::test::signature_test {
namespace {

/// The keys and the time of the examples of "Signature Calculations for the Authorization
/// Header: Transferring Payload in a Single Chunk" (Amazon S3 API Reference).
const AccessKey kKey{.id = "AKIAIOSFODNN7EXAMPLE",
                     .secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"};

ToSign example(const std::string& method, const std::string& path,
               const std::string& body = {}) {
  const std::string digest = sha256_hex(body);
  return {.method = method,
          .path = path,
          .headers = {{"x-amz-date", "20130524T000000Z"},
                      {"host", "examplebucket.s3.amazonaws.com"},
                      {"x-amz-content-sha256", digest}},
          .body_sha256 = digest,
          .time = "20130524T000000Z",
          .region = "us-east-1"};
}

TEST(Signature, IsThatOfTheExampleGetObject) {
  ToSign what = example("GET", "/test.txt");
  what.headers.emplace_back("range", "bytes=0-9");
  EXPECT_EQ(canonical_request(what),
            "GET\n/test.txt\n\nhost:examplebucket.s3.amazonaws.com\nrange:bytes=0-9\n"
            "x-amz-content-sha256:"
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n"
            "x-amz-date:20130524T000000Z\n\n"
            "host;range;x-amz-content-sha256;x-amz-date\n"
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(string_to_sign(what),
            "AWS4-HMAC-SHA256\n20130524T000000Z\n20130524/us-east-1/s3/aws4_request\n"
            "7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972");
  EXPECT_EQ(authorization_of(what, kKey),
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/"
            "aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
            "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
}

TEST(Signature, IsThatOfTheExamplePutObject) {
  ToSign what = example("PUT", "/test%24file.text", "Welcome to Amazon S3.");
  what.headers.emplace_back("date", "Fri, 24 May 2013 00:00:00 GMT");
  what.headers.emplace_back("x-amz-storage-class", "REDUCED_REDUNDANCY");
  EXPECT_EQ(signature_of(what, kKey.secret),
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
}

TEST(Signature, IsThoseOfTheExamplesWithAQuery) {
  ToSign what = example("GET", "/");
  what.query = {{"lifecycle", ""}};
  EXPECT_EQ(signature_of(what, kKey.secret),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
  what.query = {{"prefix", "J"}, {"max-keys", "2"}};
  EXPECT_EQ(signature_of(what, kKey.secret),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

TEST(Signature, QueriesAreSortedAsTheyAreEscaped) {
  EXPECT_EQ(canonical_query({{"uploads", ""}}), "uploads=");
  EXPECT_EQ(canonical_query({{"b", "a b/c+~"}, {"a-", "2"}, {"a", "1"}, {"a", "0"}}),
            "a=0&a=1&a-=2&b=a%20b%2Fc%2B~");
}

TEST(Signature, ValuesLoseWhiteSpaceThatSaysNothing) {
  ToSign what = example("GET", "/");
  const std::string plain = canonical_request(what);
  what.headers[1].second = "  examplebucket.s3.amazonaws.com ";
  EXPECT_EQ(canonical_request(what), plain);
  what.headers[1].second = "a   b";
  EXPECT_NE(canonical_request(what).find("host:a b\n"), std::string::npos);
}

}  // namespace
}  // namespace semsite::test::signature_test
