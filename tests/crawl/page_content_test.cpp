#include "crawl/page_content.hpp"

#include <gtest/gtest.h>

namespace semsite::test::page_content_test {
namespace {

WaitingPage page(const std::string& digest, const std::string& lastmod = {},
                 const std::string& lastmod_had = {}) {
  WaitingPage out;
  out.digest = digest;
  out.lastmod = lastmod;
  out.lastmod_had = lastmod_had;
  return out;
}

PageEnd end(const std::string& digest, Outcome outcome = Outcome::whole) {
  PageEnd out;
  out.digest = digest;
  out.outcome = outcome;
  return out;
}

TEST(PageContent, IsTheSameIfTheDigestIs) {
  using Content = PageEnd::Content;
  const auto judge = [](const WaitingPage& had, const PageEnd& got) {
    return judge_content(had, got, Arrival::whole).content;
  };
  EXPECT_EQ(judge(page("a"), end("a")), Content::same);
  EXPECT_EQ(judge(page("a"), end("b")), Content::fresh);
  EXPECT_EQ(judge(page(""), end("a")), Content::fresh);
  EXPECT_EQ(judge(page("a"), end("a", Outcome::damaged)), Content::fresh);
}

TEST(PageContent, HalfOfItIsNoReasonToLoseTheWhole) {
  using Content = PageEnd::Content;
  const auto judge = [](const WaitingPage& had, Outcome outcome) {
    return judge_content(had, end(broken_digest("b"), outcome), Arrival::broken).content;
  };
  for (const Outcome outcome : {Outcome::partial, Outcome::damaged}) {
    EXPECT_EQ(judge(page("a"), outcome), Content::kept);
    EXPECT_EQ(judge(page(header_digest("a")), outcome), Content::kept);
    EXPECT_EQ(judge(page(broken_digest("a")), outcome), Content::fresh)
        << "what is there is half, too";
    EXPECT_EQ(judge(page(""), outcome), Content::fresh);
  }
  EXPECT_FALSE(had_whole(page(broken_digest("a"))));
}

TEST(PageContent, TellsWhetherLastmodWasRight) {
  const auto seen = [](const WaitingPage& had, const PageEnd& got) {
    return judge_content(had, got, Arrival::whole).lastmod;
  };
  EXPECT_EQ(seen(page("a", "2025-01-01", "2025-01-01"), end("a")).agreed, 1U);
  EXPECT_EQ(seen(page("a", "2025-01-01", "2025-01-01"), end("b")).betrayed, 1U);
  EXPECT_EQ(seen(page("a", "2025-02-01", "2025-01-01"), end("b")).moved, 1U);
  EXPECT_EQ(seen(page("a", "2025-02-01", "2025-01-01"), end("a")).idle, 1U);
  EXPECT_EQ(judge_unchanged(page("a", "2025-01-01", "2025-01-01")).agreed, 1U);
  EXPECT_EQ(judge_unchanged(page("a")).agreed, 0U) << "it has none";
}

TEST(PageContent, AHeaderAndAPageDoNotCompare) {
  const std::string of_header = header_digest("a");
  EXPECT_FALSE(had_whole(page(of_header)));
  EXPECT_FALSE(had_whole(page("")));
  EXPECT_TRUE(had_whole(page("a")));
  PageEnd header = end(header_digest("b"));
  header.header_only = true;
  const auto verdict =
      judge_content(page("a", "2025-01-01", "2025-01-01"), header, Arrival::whole);
  EXPECT_EQ(verdict.content, PageEnd::Content::fresh);
  EXPECT_EQ(verdict.lastmod.betrayed, 0U) << "nobody has been lied to";
  EXPECT_EQ(
      judge_content(page(of_header, "2025-01-01", "2025-01-01"), header, Arrival::whole)
          .lastmod.betrayed,
      1U);
}

}  // namespace
}  // namespace semsite::test::page_content_test
