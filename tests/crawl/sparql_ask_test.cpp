#include "crawl/sparql_ask.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace semsite::sparql_ask_test {
namespace {

/// An endpoint with so many processors: queries beyond them share these.
struct Endpoint {
  unsigned processors = 1;

  /// All queries that may be under way are; each answer is one unit of work.
  void answer(QueryLimit& limit, unsigned answers) const {
    for (unsigned i = 0; i < answers; ++i) {
      const unsigned at_once = limit.limit();
      const double share = std::max(1.0, static_cast<double>(at_once) / processors);
      limit.answered(at_once, 1, QueryLimit::Seconds{share});
    }
  }
};

TEST(QueryLimit, AsksOneAtATimeUnlessTheUserAllowsMore) {
  QueryLimit limit{1};
  Endpoint{.processors = 16}.answer(limit, 200);
  EXPECT_EQ(limit.limit(), 1U);
  EXPECT_EQ(QueryLimit{0}.limit(), 1U);
}

TEST(QueryLimit, RisesToWhatTheUserAllowsWhereThatIsFaster) {
  QueryLimit limit{8};
  EXPECT_EQ(limit.limit(), 2U);
  Endpoint{.processors = 16}.answer(limit, 12);
  EXPECT_EQ(limit.limit(), 4U);
  Endpoint{.processors = 16}.answer(limit, 12);
  EXPECT_EQ(limit.limit(), 8U);
  Endpoint{.processors = 16}.answer(limit, 200);
  EXPECT_EQ(limit.limit(), 8U);
}

TEST(QueryLimit, StaysWhereMoreQueriesOnlyHinderEachOther) {
  QueryLimit limit{8};
  Endpoint{.processors = 2}.answer(limit, 24);
  EXPECT_EQ(limit.limit(), 2U);
  QueryLimit four{8};
  Endpoint{.processors = 4}.answer(four, 12 + 12 + 24);
  EXPECT_EQ(four.limit(), 4U);
}

TEST(QueryLimit, AThirdQueryIsWorthHalfOfWhatTwoMoreAre) {
  QueryLimit limit{3};
  Endpoint{.processors = 3}.answer(limit, 12);
  EXPECT_EQ(limit.limit(), 3U);
  Endpoint{.processors = 3}.answer(limit, 12);
  EXPECT_EQ(limit.limit(), 3U);
}

TEST(QueryLimit, TriesMoreAgainAfterAWhile) {
  QueryLimit limit{4};
  Endpoint{.processors = 2}.answer(limit, 24 + 100);
  EXPECT_EQ(limit.limit(), 2U);
  Endpoint{.processors = 8}.answer(limit, 12 + 12);
  EXPECT_EQ(limit.limit(), 4U);
}

TEST(QueryLimit, AFailureIsTimeWithoutWork) {
  QueryLimit limit{4};
  Endpoint{.processors = 8}.answer(limit, 12);
  ASSERT_EQ(limit.limit(), 4U);
  for (int i = 0; i < 12; ++i)
    limit.answered(4, i % 2 == 0 ? 1 : 0, QueryLimit::Seconds{2});
  EXPECT_EQ(limit.limit(), 2U);
}

TEST(QueryLimit, AnswersThatBeganUnderAnotherLimitTellNothing) {
  QueryLimit limit{4};
  Endpoint{.processors = 8}.answer(limit, 11);
  for (int i = 0; i < 50; ++i) limit.answered(1, 1, QueryLimit::Seconds{1});
  EXPECT_EQ(limit.limit(), 2U);
  limit.answered(2, 1, QueryLimit::Seconds{1});
  EXPECT_EQ(limit.limit(), 4U);
}

}  // namespace
}  // namespace semsite::sparql_ask_test
