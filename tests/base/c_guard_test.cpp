#include "base/c_guard.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace semsite::c_guard_test {
namespace {

TEST(CGuard, GivesTheResultWhenNothingIsThrown) {
  CGuard guard;
  EXPECT_EQ(guard.run([] { return 7; }, -1), 7);
  EXPECT_FALSE(guard.failed());
  EXPECT_NO_THROW(guard.rethrow());
}

TEST(CGuard, CarriesAnExceptionOverAndThrowsItOnce) {
  CGuard guard;
  EXPECT_EQ(guard.run([]() -> int { throw std::runtime_error{"first"}; }, -1), -1);
  EXPECT_TRUE(guard.failed());
  bool ran = false;  // a C library may call again before it returns
  EXPECT_EQ(guard.run(
                [&] {
                  ran = true;
                  return 7;
                },
                -1),
            -1);
  EXPECT_FALSE(ran);
  try {
    guard.rethrow();
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "first");
  }
  EXPECT_NO_THROW(guard.rethrow());
  EXPECT_EQ(guard.run([] { return 7; }, -1), 7);
}

}  // namespace
}  // namespace semsite::c_guard_test
