#include "s3/s3_answer.hpp"

#include <gtest/gtest.h>

#include "semsite/errors.hpp"

namespace semsite::test::s3_answer_test {
namespace {

TEST(S3Answer, AFaultHasItsCodeMessageAndRequest) {
  const S3Fault fault = read_s3_fault(
      "<?xml version=\"1.0\"?>\n<Error>\n <Code>PermanentRedirect</Code>\n"
      " <Message>a &amp; b</Message><Region>eu-west-1</Region>"
      "<RequestId>R1</RequestId></Error>");
  EXPECT_EQ(fault.code, "PermanentRedirect");
  EXPECT_EQ(fault.message, "a & b");
  EXPECT_EQ(fault.region, "eu-west-1");
  EXPECT_EQ(fault.request, "R1");
}

TEST(S3Answer, TheStsWrapsItsFaults) {
  const S3Fault fault = read_s3_fault(
      "<ErrorResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><Error>"
      "<Type>Sender</Type><Code>AccessDenied</Code><Message>no</Message></Error>"
      "<RequestId>R2</RequestId></ErrorResponse>");
  EXPECT_EQ(fault.code, "AccessDenied");
  EXPECT_EQ(fault.request, "R2");
}

TEST(S3Answer, WhatIsNoFaultHasNoCode) {
  for (const char* text :
       {"", "<html><Code>x</Code></html>", "<Error><Code>Slo", "Bad Gateway",
        "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>"})
    EXPECT_EQ(read_s3_fault(text).code, "") << text;
}

TEST(S3Answer, TheRootIsThatOfAWholeAnswer) {
  EXPECT_EQ(root_of_xml("<a xmlns=\"urn:x\"><b/></a>"), "a");
  EXPECT_EQ(root_of_xml("<a><b/>"), "");
  EXPECT_EQ(root_of_xml(""), "");
}

TEST(S3Answer, AListHasKeysAndMayHaveANextPage) {
  const S3List list = read_s3_list(
      "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
      "<Name>b</Name><Contents><Key>a &lt;1&gt;</Key><Size>12</Size><Owner><ID>x</ID>"
      "</Owner></Contents><Contents><Key>b</Key><Size>0</Size></Contents>"
      "<NextContinuationToken>t/=</NextContinuationToken></ListBucketResult>");
  ASSERT_EQ(list.objects.size(), 2U);
  EXPECT_EQ(list.objects[0].key, "a <1>");
  EXPECT_EQ(list.objects[0].bytes, 12U);
  EXPECT_EQ(list.objects[1].key, "b");
  EXPECT_EQ(list.next, "t/=");
  EXPECT_THROW(static_cast<void>(read_s3_list("<Other/>")), DocumentError);
  EXPECT_THROW(static_cast<void>(read_s3_list("<ListBucketResult>")), DocumentError);
}

}  // namespace
}  // namespace semsite::test::s3_answer_test
