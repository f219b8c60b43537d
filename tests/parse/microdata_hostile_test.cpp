#include "parse/microdata.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "parse/microdata_kit.hpp"
#include "support/cpu_watch.hpp"
#include "support/mutated.hpp"

namespace semsite::microdata_hostile_test {
namespace {

using test::Parsed;
using test::read_items;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

// Hostile pages: every bound has its own fault, and none of them takes long.

std::string repeated(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

TEST(Microdata, StopsWhenManyItemsReferToTheSameLongPart) {
  const std::string page = repeated("<p itemscope itemid=u:s itemref=x></p>", 5000) +
                           "<div id=x>" + repeated("<b itemprop=u:p>1</b>", 5000) +
                           "</div>";
  const test::CpuWatch watch;
  const Parsed parsed = read_items(page);
  EXPECT_LT(watch.seconds(), test::cpu_bound(60));
  EXPECT_THAT(parsed.quads, SizeIs(testing::Gt(100'000U)));
  ASSERT_THAT(parsed.codes(), ElementsAre("microdata.too-much"));
  EXPECT_TRUE(parsed.faults[0].skipped);
  EXPECT_THAT(parsed.faults[0].message, HasSubstr("itemref"));
}

TEST(Microdata, StopsWhenALongTextIsGivenAgainAndAgain) {
  const std::string page = "<p itemscope itemid=u:s><b itemprop='" +
                           repeated("p ", 100'000) + "'>" + repeated("text", 250'000) +
                           "</b>";
  const Parsed parsed = read_items(page);
  EXPECT_THAT(parsed.quads, SizeIs(testing::Lt(200U)));
  EXPECT_THAT(parsed.codes(), Contains("microdata.too-much"));
}

TEST(Microdata, FollowsAChainOfItemrefsLongerThanAnyStack) {
  std::string page;
  constexpr int kLength = 50'000;
  for (int i = 0; i < kLength; ++i)
    page += "<p itemscope id=i" + std::to_string(i) + " itemprop=u:p itemref=i" +
            std::to_string(i + 1) + "></p>";
  page += "<p itemscope itemref=i0></p>";
  const Parsed parsed = read_items(page);
  EXPECT_THAT(parsed.quads, SizeIs(kLength));
}

TEST(Microdata, DoesNotReadLongAttributesForEveryReference) {
  const std::string long_list(2'000'000, ' ');
  for (const std::string_view name : {"itemref", "itemtype", "itemprop"}) {
    const std::string page = repeated("<p itemscope itemref=x></p>", 2000) +
                             "<p id=x itemscope " +
                             (name == "itemprop" ? "" : "itemprop=u:p ") +
                             std::string{name} + "='" + long_list + "'></p>";
    const test::CpuWatch watch;
    (void)read_items(page);
    EXPECT_LT(watch.seconds(), test::cpu_bound(30)) << name;
  }
}

TEST(Microdata, NeverCrashesOnMutatedPages) {
  const std::string page =
      "<html lang=nl><body><div itemscope itemtype='http://schema.org/A B' itemid='x y' "
      "itemref='r s' id=q><b itemprop='a u:b' content=c>t</b><time itemprop=t "
      "datetime=2011>"
      "</time><div id=r itemprop=c itemscope itemref=q><img itemprop=i src='a "
      "b'></div></div>"
      "<p id=s itemprop-reverse=z itemscope><data itemprop=d value=1></p>";
  std::mt19937 random{7};  // the same numbers on every run
  for (int round = 0; round < 2000; ++round) {
    const Parsed parsed = read_items(test::mutated(page, random, {.longest = 40}));
    for (const std::string& quad : parsed.quads) EXPECT_THAT(quad, Not(HasSubstr("\n")));
  }
}

}  // namespace
}  // namespace semsite::microdata_hostile_test
