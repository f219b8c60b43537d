#include "crawl/cause.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "fetch/body.hpp"

namespace semsite::cause_test {
namespace {

TEST(Cause, IsToldByTheKindOfError) {
  for (const auto& [failure, cause] : {std::pair{FetchFailure::stalled, Cause::broke_off},
                                       {FetchFailure::broken, Cause::broke_off},
                                       {FetchFailure::wrong_length, Cause::wrong_length},
                                       {FetchFailure::too_large, Cause::other},
                                       {FetchFailure::slow, Cause::other},
                                       {FetchFailure::bad_coding, Cause::transfer},
                                       {FetchFailure::cancelled, Cause::transfer},
                                       {FetchFailure::dns, Cause::transfer}})
    EXPECT_EQ(cause_of(FetchError{failure, "x"}), cause) << failure_name(failure);
  for (const auto& [fault, cause] : {std::pair{BodyFault::broken, Cause::broke_off},
                                     {BodyFault::wrong_length, Cause::wrong_length},
                                     {BodyFault::bad_range, Cause::other_bytes},
                                     {BodyFault::changed, Cause::other_bytes},
                                     {BodyFault::checksum, Cause::transfer},
                                     {BodyFault::digest, Cause::transfer}})
    EXPECT_EQ(cause_of(BodyError{fault, "x"}), cause) << body_fault_name(fault);
  EXPECT_EQ(cause_of(Interrupted{}), Cause::interrupted);
  EXPECT_EQ(cause_of(DocumentError{"fetch.broken", "x"}), Cause::other)
      << "a code tells people, and nobody else";
}

TEST(Cause, CodesAreAsTheyWere) {
  EXPECT_EQ((BodyError{BodyFault::wrong_length, "x"}.code()), "fetch.wrong-length");
  EXPECT_EQ((BodyError{BodyFault::bad_range, "x"}.code()), "fetch.bad-range");
  EXPECT_EQ((BodyError{BodyFault::changed, "x"}.code()), "fetch.changed");
  EXPECT_EQ((BodyError{BodyFault::broken, "x"}.code()), "fetch.broken");
  EXPECT_EQ((BodyError{BodyFault::checksum, "x"}.code()), "fetch.checksum");
  EXPECT_EQ((BodyError{BodyFault::digest, "x"}.code()), "fetch.digest");
  EXPECT_EQ(Interrupted{}.code(), "run.interrupted");
}

TEST(Cause, WhatFailedOnItsWayMayComeWhole) {
  for (const Cause cause :
       {Cause::broke_off, Cause::wrong_length, Cause::other_bytes, Cause::transfer})
    EXPECT_TRUE(may_come_whole(cause)) << static_cast<int>(cause);
  for (const Cause cause : {Cause::other, Cause::interrupted, Cause::no_rdf})
    EXPECT_FALSE(may_come_whole(cause)) << static_cast<int>(cause);
}

}  // namespace
}  // namespace semsite::cause_test
