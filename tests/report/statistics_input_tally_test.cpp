#include "report/statistics.hpp"

#include <gtest/gtest.h>

namespace semsite::statistics_input_tally_test {
namespace {

TEST(InputTally, HasNoTotalWhileASizeIsUnknown) {
  InputTally tally;
  tally.announce(100);
  tally.announce(std::nullopt);
  EXPECT_EQ(tally.total(), 0U);
  {
    TalliedInput input{tally, std::nullopt, 50};  // the server has told
    EXPECT_EQ(tally.total(), 150U);
    input.got(20);
    EXPECT_EQ(tally.done(), 20U);
  }
  EXPECT_EQ(tally.done(), 50U);  // the rest will not come
}

TEST(InputTally, LearnsAtItsEndHowLongAnInputWas) {
  InputTally tally;
  {
    TalliedInput input{tally, std::nullopt};
    input.got(7);
    EXPECT_EQ(tally.total(), 0U);
  }
  EXPECT_EQ(tally.total(), 7U);
  EXPECT_EQ(tally.done(), 7U);
}

TEST(InputTally, CountsAnInputOnceThatIsMoved) {
  InputTally tally;
  {
    TalliedInput input{tally, 10};
    TalliedInput other{std::move(input)};
    other.got(10);
  }
  EXPECT_EQ(tally.total(), 10U);
  EXPECT_EQ(tally.done(), 10U);
}

}  // namespace
}  // namespace semsite::statistics_input_tally_test
