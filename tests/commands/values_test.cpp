#include "commands/values.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::values_test {
namespace {

template <typename Call>
std::string usage_error(const Call& call) {
  try {
    (void)call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParseSize, KnowsDecimalAndBinaryUnits) {
  EXPECT_EQ(parse_size("0", "--x"), 0U);
  EXPECT_EQ(parse_size("1000", "--x"), 1000U);
  EXPECT_EQ(parse_size("200k", "--x"), 200'000U);
  EXPECT_EQ(parse_size("1.5G", "--x"), 1'500'000'000U);
  EXPECT_EQ(parse_size("64Mi", "--x"), 64U * 1024 * 1024);
  EXPECT_EQ(parse_size("64MiB", "--x"), 64U * 1024 * 1024);
  EXPECT_EQ(parse_size("2TB", "--x"), 2'000'000'000'000U);
  EXPECT_EQ(parse_size("2Ti", "--x"), 2ULL << 40U);
  EXPECT_EQ(parse_size("17B", "--x"), 17U);
  EXPECT_EQ(parse_size("1KIB", "--x"), 1024U);
}

TEST(ParseSize, NamesTheOptionOfABadValue) {
  EXPECT_EQ(usage_error([] { return parse_size("many", "--rate"); }),
            "--rate many: not a number");
  EXPECT_EQ(usage_error([] { return parse_size("5 MB", "--rate"); }),
            "--rate 5 MB: the unit is not k, M, G, T, Ki, Mi, Gi or Ti");
  EXPECT_EQ(usage_error([] { return parse_size("99999999T", "--rate"); }),
            "--rate 99999999T: too large");
  for (const char* bad : {"", "-1", "-1k", "inf", "nan", "1e400", "1x", "1kk", "1Xi",
                          "1Bi", "k", "1i", "0x10", "1MBB", " 1"})
    EXPECT_THROW((void)parse_size(bad, "--x"), UsageError) << bad;
}

TEST(ParseDuration, KnowsItsUnits) {
  EXPECT_EQ(parse_duration("90", "--x"), 90.0);
  EXPECT_EQ(parse_duration("1.5", "--x"), 1.5);
  EXPECT_EQ(parse_duration("30s", "--x"), 30.0);
  EXPECT_EQ(parse_duration("250ms", "--x"), 0.25);
  EXPECT_EQ(parse_duration("10m", "--x"), 600.0);
  EXPECT_EQ(parse_duration("2h", "--x"), 7200.0);
  EXPECT_EQ(parse_duration("1d", "--x"), 86400.0);
}

TEST(ParseDuration, NamesTheOptionOfABadValue) {
  EXPECT_EQ(usage_error([] { return parse_duration("soon", "--max-time"); }),
            "--max-time soon: not a number");
  EXPECT_EQ(usage_error([] { return parse_duration("3w", "--max-time"); }),
            "--max-time 3w: the unit is not ms, s, m, h or d");
  for (const char* bad : {"", "-1", "inf", "1 h", "1S"})
    EXPECT_THROW((void)parse_duration(bad, "--x"), UsageError) << bad;
}

TEST(ParseDuration, TakesNoTimeThatNoClockCanHold) {
  EXPECT_EQ(usage_error([] { return parse_duration("1e300", "--delay"); }),
            "--delay 1e300: too large");
  EXPECT_THROW((void)parse_duration("999999999999d", "--delay"), UsageError);
  EXPECT_EQ(parse_duration("3650d", "--delay"), 3650.0 * 86400);
}

TEST(ParseCount, TakesWholeNumbersOnly) {
  EXPECT_EQ(parse_count("0", "--x"), 0U);
  EXPECT_EQ(parse_count("18446744073709551615", "--x"), ~std::uint64_t{0});
  EXPECT_EQ(usage_error([] { return parse_count("1.5", "--seed"); }),
            "--seed 1.5: not a whole number");
  for (const char* bad : {"", "-1", "+1", "1k", " 1", "18446744073709551616"})
    EXPECT_THROW((void)parse_count(bad, "--x"), UsageError) << bad;
}

}  // namespace
}  // namespace semsite::values_test
