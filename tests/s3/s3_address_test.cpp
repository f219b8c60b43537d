#include "s3/s3_address.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::test::s3_address_test {
namespace {

S3Place place(const std::string& argument, const S3Endpoint& endpoint) {
  return place_of(read_s3_argument(argument), endpoint);
}

TEST(S3Address, TheKeyStandsInAnArgumentAsItIs) {
  const S3Address address = read_s3_argument("s3://my-bucket/a b/%20/ü?x#y");
  EXPECT_EQ(address.bucket, "my-bucket");
  EXPECT_EQ(address.key, "a b/%20/ü?x#y");
  EXPECT_EQ(s3_url(address), "s3://my-bucket/a%20b/%2520/%C3%BC%3Fx%23y");
  EXPECT_EQ(address_of(s3_url(address)), address);
  EXPECT_EQ(read_s3_argument("S3://bucket").key, "");
}

TEST(S3Address, OthersAreNoBuckets) {
  for (const char* text : {"s3://", "s3:///key", "s3://ab/key", "s3://a b c/key",
                           "s3://name:secret@bucket/key", "s3://a..b/key"})
    EXPECT_THROW(static_cast<void>(read_s3_argument(text)), UsageError) << text;
  EXPECT_THROW(
      static_cast<void>(read_s3_argument("s3://bucket/" + std::string(1025, 'a'))),
      UsageError);
}

TEST(S3Address, AtAwsTheBucketStandsInTheHostWhereItCan) {
  const S3Place in_host = place("s3://bucket/a/b+c.nq", {.region = "eu-west-1"});
  EXPECT_EQ(in_host.origin, "https://bucket.s3.eu-west-1.amazonaws.com");
  EXPECT_EQ(in_host.host, "bucket.s3.eu-west-1.amazonaws.com");
  EXPECT_EQ(in_host.path, "/a/b%2Bc.nq");
  // The certificate of AWS is good for one label.
  const S3Place dotted = place("s3://my.bucket/a", {});
  EXPECT_EQ(dotted.origin, "https://s3.us-east-1.amazonaws.com");
  EXPECT_EQ(dotted.path, "/my.bucket/a");
  EXPECT_EQ(place("s3://bucket/a", {.region = "cn-north-1"}).host,
            "bucket.s3.cn-north-1.amazonaws.com.cn");
}

TEST(S3Address, ElsewhereItStandsInThePath) {
  const S3Endpoint own{.url = "http://store.example:9000/s3/"};
  EXPECT_EQ(place("s3://bucket/a", own).origin, "http://store.example:9000");
  EXPECT_EQ(place("s3://bucket/a", own).host, "store.example:9000");
  EXPECT_EQ(place("s3://bucket/a", own).path, "/s3/bucket/a");
  EXPECT_EQ(place("s3://bucket", own).path, "/s3/bucket");
  // The port of the scheme is not in the field Host.
  EXPECT_EQ(place("s3://bucket/a", {.url = "https://store.example:443"}).host,
            "store.example");
}

TEST(S3Address, TheStyleCanBeSaid) {
  const S3Endpoint own{.url = "http://store.example:9000",
                       .style = S3Style::virtual_host};
  EXPECT_EQ(place("s3://bucket/a", own).origin, "http://bucket.store.example:9000");
  EXPECT_EQ(place("s3://bucket/a", own).path, "/a");
  EXPECT_EQ(place("s3://bucket", own).path, "/");
  EXPECT_EQ(place("s3://bucket/a", {.style = S3Style::path}).path, "/bucket/a");
}

}  // namespace
}  // namespace semsite::test::s3_address_test
