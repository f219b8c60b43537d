#include "markup/robots_wish.hpp"

#include <gtest/gtest.h>

namespace semsite::robots_wish_test {
namespace {

constexpr RobotsWish kNothing{};
constexpr RobotsWish kBoth{.noindex = true, .nofollow = true};

// Search engines: words between commas, in any case; `none` is both.
TEST(RobotsWish, WordsAreReadInAnyCaseAndWithAnySpace) {
  EXPECT_EQ(read_robots_words("NoIndex, nofollow"), kBoth);
  EXPECT_EQ(read_robots_words("none"), kBoth);
  EXPECT_EQ(read_robots_words("noarchive,NOFOLLOW"), (RobotsWish{.nofollow = true}));
  EXPECT_EQ(read_robots_words("noindex follow"), (RobotsWish{.noindex = true}));
  EXPECT_EQ(read_robots_words("index, follow, nofollows"), kNothing);
  EXPECT_EQ(read_robots_words(""), kNothing);
}

TEST(RobotsWish, AFieldMayBeForOneProgram) {
  EXPECT_EQ(read_robots_field("noindex, nofollow"), kBoth);
  EXPECT_EQ(read_robots_field("otherbot: noindex, nofollow"), kNothing);
  EXPECT_EQ(read_robots_field(" SemSite : nofollow"), (RobotsWish{.nofollow = true}));
}

TEST(RobotsWish, AWordWithAValueIsNoProgram) {
  EXPECT_EQ(read_robots_field("max-snippet:20, noindex"), (RobotsWish{.noindex = true}));
  EXPECT_EQ(read_robots_field("unavailable_after: 25 Jun 2030 15:00:00 PST"), kNothing);
  EXPECT_EQ(read_robots_field("nofollow, max-snippet: 3"),
            (RobotsWish{.nofollow = true}));
}

TEST(RobotsWish, AMetaSpeaksToAllOrToThisProgram) {
  EXPECT_TRUE(is_robots_name(" Robots "));
  EXPECT_TRUE(is_robots_name("semsite"));
  EXPECT_FALSE(is_robots_name("googlebot"));
  EXPECT_FALSE(is_robots_name(""));
}

// HTML §4.2.5.3, shared declarative refresh steps.
TEST(RefreshTarget, IsTheUrlBehindTheTime) {
  EXPECT_EQ(refresh_target("0; url=/new"), "/new");
  EXPECT_EQ(refresh_target(" 5;URL = 'a b' x"), "a b");
  EXPECT_EQ(refresh_target("0,url=\"x"), "x");
  EXPECT_EQ(refresh_target("0 http://e.example/"), "http://e.example/");
  EXPECT_EQ(refresh_target("1.5;urls"), "urls");
  EXPECT_EQ(refresh_target(".;url=a"), "a");
}

TEST(RefreshTarget, IsEmptyWhereThePageIsOnlyLoadedOnceMoreOrNothingIsSaid) {
  for (const char* const text :
       {"30", "30;", "30; url=", "url=/x", "", "x;url=y", "0url=x"})
    EXPECT_EQ(refresh_target(text), "") << text;
}

}  // namespace
}  // namespace semsite::robots_wish_test
