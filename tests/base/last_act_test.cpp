#include "base/last_act.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace semsite::last_act_test {
namespace {

TEST(LastActDeathTest, IsTheLastOfAProcess) {
  const auto end = [] {
    static_cast<void>(std::atexit([] { std::fputs("[later]", stderr); }));
    at_the_very_end([] { std::fputs("[first]", stderr); });
    at_the_very_end([] { std::fputs("[second]", stderr); });
    end_process(7);
  };
  EXPECT_EXIT(end(), testing::ExitedWithCode(7), "\\[first\\]\\[second\\]$");
}

TEST(LastActDeathTest, WithoutOneAProcessEndsAsUsual) {
  EXPECT_EXIT(
      {
        end_process(7);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "");
}

}  // namespace
}  // namespace semsite::last_act_test
