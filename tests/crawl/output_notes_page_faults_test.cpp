#include "crawl/output_notes.hpp"

#include <gtest/gtest.h>

namespace semsite::output_notes_page_faults_test {
namespace {

TEST(PageFaults, CountsComeBackAsTheyWere) {
  const FaultCounts counts{{"html.encoding", 1},
                           {"json.repaired", 3},
                           {"nquads.bad-iri", 18'446'744'073'709U}};
  EXPECT_EQ(write_fault_counts(counts),
            "html.encoding=1 json.repaired=3 nquads.bad-iri=18446744073709");
  EXPECT_EQ(read_fault_counts(write_fault_counts(counts)), counts);
}

TEST(PageFaults, NoFaultsAreNoText) {
  EXPECT_EQ(write_fault_counts({}), "");
  EXPECT_EQ(read_fault_counts(""), FaultCounts{});
}

TEST(PageFaults, WhatIsNoCountIsPassedOver) {
  EXPECT_EQ(read_fault_counts("nothing  a=2 a=3"), (FaultCounts{{"a", 5}}));
}

}  // namespace
}  // namespace semsite::output_notes_page_faults_test
