#include "walk/url_trap.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::url_trap_test {
namespace {

using Answer = std::optional<std::string_view>;

constexpr std::string_view kSite = "https://a.example";

Answer check_once(std::string_view path) {
  UrlTraps traps{UrlTraps::Bounds{}};
  return traps.check(std::string{kSite} + std::string{path});
}

/// How many of `count` URLs made by `path` from a number may be followed.
template <typename Path>
int followed(UrlTraps& traps, int count, const Path& path) {
  int out = 0;
  for (int i = 0; i < count; ++i)
    if (!traps.check(std::string{kSite} + path(i))) ++out;
  return out;
}

UrlTraps small_traps() { return UrlTraps{{.same_shape = 10, .wide_shape = 100}}; }

TEST(UrlTraps, AnOrdinaryUrlMayBeFollowed) {
  for (const char* path : {"", "/", "/about", "/id/Q42", "/a//b/", "/search?q=x",
                           "/2026/05/12/an-article", "/%E3%81%82/b?lang=ja"})
    EXPECT_EQ(check_once(path), std::nullopt) << path;
}

TEST(UrlTraps, WhatIsNoUrlIsNotJudged) {
  UrlTraps traps{UrlTraps::Bounds{}};
  EXPECT_EQ(traps.check(""), std::nullopt);
  EXPECT_EQ(traps.check("nowhere"), std::nullopt);
  EXPECT_EQ(traps.check("urn:isbn:1"), std::nullopt);
}

TEST(UrlTraps, ALongUrlIsTooLongButItsFragmentDoesNotCount) {
  EXPECT_EQ(check_once("/" + std::string(3'000, 'a')), "too-long");
  EXPECT_EQ(check_once("/#" + std::string(3'000, 'a')), std::nullopt);
  const std::string longest(2'048 - kSite.size() - 1, 'a');
  EXPECT_EQ(check_once("/" + longest), std::nullopt);
  EXPECT_EQ(check_once("/" + longest + "a"), "too-long");
}

TEST(UrlTraps, DepthCountsSegmentsAndNotTheFinalSlash) {
  std::string path;
  for (int i = 0; i < 32; ++i) path += "/s" + std::to_string(i);
  EXPECT_EQ(check_once(path), std::nullopt);
  EXPECT_EQ(check_once(path + "/"), std::nullopt);
  EXPECT_EQ(check_once(path + "/one-more"), "depth");
}

TEST(UrlTraps, ARelativeLinkThatGrowsIsStopped) {
  EXPECT_EQ(check_once("/docs/docs/docs/x"), std::nullopt);
  EXPECT_EQ(check_once("/docs/docs/docs/docs/x"), "repeated-segments");
  EXPECT_EQ(check_once("/en/news/en/news/en/news/en/news/"), "repeated-segments");
  EXPECT_EQ(check_once("/a/x/a/y/a/z/a"), "repeated-segments");
  EXPECT_EQ(check_once("/a/////b"), "repeated-segments");
}

TEST(UrlTraps, NumbersMayRepeatUnlessTheyDoSoInPairs) {
  EXPECT_EQ(check_once("/tile/0/0/0/0/0"), std::nullopt);
  EXPECT_EQ(check_once("/1/2/1/2/1/2"), std::nullopt);
  EXPECT_EQ(check_once("/1/2/1/2/1/2/1/2"), "repeated-segments");
}

TEST(UrlTraps, SessionsAreToldByNameAndValue) {
  for (const char* path :
       {"/a;jsessionid=1A2B", "/a;JSESSIONID=88?x=1", "/a?PHPSESSID=k1",
        "/a?x=1&sid=0123456789abcdef", "/a?s=0123456789ABCDEF01",
        "/a/sid=0123456789abcdef/b", "/a?session_id=q1w2e3r4t5y6u7i8o9",
        "/(S(lit3py55t21z5v55vlm25s55))/page.aspx", "/a?ASPSESSIONIDQQ=AAAA"})
    EXPECT_EQ(check_once(path), "session-id") << path;
  for (const char* path :
       {"/a?sid=42", "/a?s=shoes", "/talks?session_id=42",
        "/a?session=a-long-session-title", "/a?PHPSESSID=", "/sid/0123456789abcdef",
        "/a?sid=series-of-letters-only", "/(S(x))"})
    EXPECT_EQ(check_once(path), std::nullopt) << path;
}

TEST(UrlTraps, NumberedThingsHaveNoBoundHere) {
  UrlTraps traps = small_traps();
  const auto all = [&](auto path) { return followed(traps, 500, path) == 500; };
  const auto text = [](int i) { return std::to_string(i); };
  EXPECT_TRUE(all([&](int i) { return "/item/" + text(i); }));
  EXPECT_TRUE(all([&](int i) { return "/item/" + text(i) + "/2"; }));
  EXPECT_TRUE(all([&](int i) { return "/page?id=" + text(i); }));
  EXPECT_TRUE(all([&](int i) { return "/show.php?itemID=" + text(i) + "&lang=nl"; }));
  EXPECT_TRUE(
      all([&](int i) { return "/sparql?uri=http%3A%2F%2Fb.example%2F" + text(i); }));
  EXPECT_TRUE(all([&](int i) { return "/data/" + text(i) + "?format=ttl"; }));
  EXPECT_TRUE(all([&](int i) { return "/news/2026/05/" + text(i + 100); }));
  EXPECT_TRUE(all([&](int i) { return "/abs/1905." + text(i + 10'000); }));
  EXPECT_TRUE(all([&](int i) { return "/wiki?Page" + text(i); }));
  EXPECT_TRUE(
      all([&](int i) { return "/2026/05/12/article-" + std::string(size_t(i), 'x'); }));
}

TEST(UrlTraps, ACalendarInTheQueryIsOneShape) {
  UrlTraps traps = small_traps();
  const auto month = [](int i) {
    return "/calendar?year=" + std::to_string(2026 + i / 12) +
           "&month=" + std::to_string(i % 12 + 1);
  };
  EXPECT_EQ(followed(traps, 500, month), 10);
  EXPECT_EQ(traps.check("https://a.example/calendar?month=1&year=1999"), "same-shape");
  EXPECT_EQ(traps.check("https://b.example/calendar?month=1&year=1999"), std::nullopt);
  EXPECT_EQ(traps.check("https://a.example/other?month=1&year=1999"), std::nullopt);
}

TEST(UrlTraps, TheCalendarOfEachItemIsStillOneShape) {
  UrlTraps traps = small_traps();
  EXPECT_EQ(followed(traps, 500,
                     [](int i) {
                       return "/item/" + std::to_string(i) +
                              "?month=" + std::to_string(i % 12);
                     }),
            10);
}

TEST(UrlTraps, TwoIdentitiesAreACombination) {
  UrlTraps traps = small_traps();
  EXPECT_EQ(followed(traps, 50,
                     [](int i) {
                       return "/compare?left_id=" + std::to_string(i) + "&right_id=7";
                     }),
            10);
}

TEST(UrlTraps, FacetsInAllCombinationsAreBoundedTogether) {
  UrlTraps traps = small_traps();
  const auto facets = [](int i) {
    std::string path = "/search?q=x";
    for (int bit = 0; bit < 9; ++bit)
      if ((i >> bit & 1) != 0) path += "&" + std::string(1, char('a' + bit)) + "=1";
    return path;
  };
  EXPECT_EQ(followed(traps, 512, facets), 100);
}

TEST(UrlTraps, MonthsAndDaysInThePathAreBounded) {
  UrlTraps traps = small_traps();
  const auto month = [](int i) {
    return "/calendar/" + std::to_string(1990 + i / 12) + "/" +
           std::to_string(i % 12 + 1) + "/";
  };
  EXPECT_EQ(followed(traps, 500, month), 10);
  const auto day = [](int i) {
    return "/agenda/" + std::to_string(2000 + i / 336) + "-0" +
           std::to_string(i / 28 % 9 + 1) + "-" + std::to_string(i % 28 + 1);
  };
  EXPECT_EQ(followed(traps, 500, day), 100);
  const auto bare = [](int i) { return "/week?" + std::to_string(1990 + i) + "-05"; };
  EXPECT_EQ(followed(traps, 100, bare), 10);
}

TEST(UrlTraps, OneCalendarIsOneShapeHoweverItWritesDates) {
  UrlTraps traps = small_traps();
  int followed_now = 0;
  for (const char* path : {"/c/2026/05", "/c/2026/5/", "/c/2026-05", "/c/2026_05",
                           "/c/05/2026", "/c/2026/may", "/c/2026/July", "/c/aug/2026",
                           "/c/2027/01", "/c/2027/02", "/c/2027/03", "/c/2027/04"})
    if (!traps.check(std::string{kSite} + path)) ++followed_now;
  EXPECT_EQ(followed_now, 11);  // ten, and the one with a slash at its end
}

TEST(UrlTraps, ForgetsOnlyTheRarestWhenMemoryIsUsedUp) {
  UrlTraps traps{{.same_shape = 10, .wide_shape = 1'000'000, .shapes = 50}};
  EXPECT_EQ(followed(traps, 20, [](int i) { return "/c?month=" + std::to_string(i); }),
            10);
  followed(traps, 5'000,
           [](int i) { return "/" + std::string(size_t(i % 500), 'y') + "?z=1"; });
  EXPECT_EQ(traps.check("https://a.example/c?month=1"), "same-shape");
}

}  // namespace
}  // namespace semsite::url_trap_test
