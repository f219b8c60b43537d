#include "report/run_failures.hpp"

#include <gtest/gtest.h>

namespace semsite::run_failures_test {
namespace {

TEST(FaultMeaning, IsThatOfTheDocumentation) {
  EXPECT_EQ(
      fault_meaning("nquads.nul"),
      "a NUL byte between terms: the line is skipped; in a literal, where RDF allows it: "
      "only noted");
  EXPECT_EQ(fault_meaning("turtle.undefined-prefix"), "the prefix is not declared above");
}

TEST(FaultMeaning, KnowsEveryStatusOfHttp) {
  EXPECT_EQ(fault_meaning("http.503"), "the server answered with status 503");
}

TEST(FaultMeaning, HasNoMarkup) {
  // "a `\` that begins no escape, or names no character (ECHAR, UCHAR)"
  EXPECT_EQ(fault_meaning("nquads.bad-escape"),
            "a \\ that begins no escape, or names no character (ECHAR, UCHAR)");
}

TEST(FaultMeaning, IsEmptyForWhatNobodyKnows) {
  EXPECT_EQ(fault_meaning("no.such-code"), "");
  EXPECT_EQ(fault_meaning(""), "");
  EXPECT_EQ(fault_meaning("nquads"), "");
}

}  // namespace
}  // namespace semsite::run_failures_test
