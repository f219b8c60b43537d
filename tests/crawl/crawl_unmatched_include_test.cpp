#include "crawl/crawl.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace semsite::test::crawl_unmatched_include_test {
namespace {

RunReport crawl_of(std::uint64_t documents, Outcome outcome) {
  RunReport out;
  out.datasets.push_back({});
  out.datasets.back().way = "crawl";
  out.sources.push_back({});
  out.sources.back().way = "crawl";
  out.sources.back().documents = documents;
  out.sources.back().outcome = outcome;
  return out;
}

TEST(UnmatchedInclude, TellsOfACrawlWithoutAnyPage) {
  RunReport report = crawl_of(0, Outcome::whole);
  EXPECT_EQ(unmatched_include({"*/x", "*/y"}, report),
            "--include */x, --include */y: no page of the sites matches");
  EXPECT_EQ(unmatched_include({}, report), "");
  // What the entries of sitemaps say came with these.
  SourceReport entries;
  entries.way = "entries";
  entries.outcome = Outcome::whole;
  entries.documents = 1;
  report.sources.push_back(entries);
  EXPECT_NE(unmatched_include({"*/x"}, report), "");
}

TEST(UnmatchedInclude, IsSilentWhereSomethingWasLeftOrFailed) {
  EXPECT_EQ(unmatched_include({"*"}, crawl_of(1, Outcome::whole)), "");
  EXPECT_EQ(unmatched_include({"*"}, crawl_of(0, Outcome::refused)), "");
  EXPECT_EQ(unmatched_include({"*"}, RunReport{}), "");
}

}  // namespace
}  // namespace semsite::test::crawl_unmatched_include_test
