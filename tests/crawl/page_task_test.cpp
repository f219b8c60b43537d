#include "crawl/page_task.hpp"

#include <gtest/gtest.h>

namespace semsite::test {
namespace {

TEST(PageTask, IsNoTextForAPageThatIsSimplyRead) {
  EXPECT_EQ(write_task({}), "");
  const PageTask task = read_task("");
  EXPECT_EQ(task.kind, PageTask::Kind::read);
  EXPECT_EQ(task.xpath + task.context, "");
}

TEST(PageTask, ComesBackAsItWasWritten) {
  for (const auto kind : {PageTask::Kind::read, PageTask::Kind::signposts,
                          PageTask::Kind::linkset, PageTask::Kind::keep}) {
    const PageTask task = read_task(write_task(
        {.kind = kind, .xpath = "//main[@id='a']", .context = "https://a.example/page"}));
    EXPECT_EQ(task.kind, kind);
    EXPECT_EQ(task.xpath, "//main[@id='a']");
    EXPECT_EQ(task.context, "https://a.example/page");
  }
}

TEST(PageTask, APathOverSeveralLinesStaysOnePath) {
  EXPECT_EQ(read_task(write_task({.xpath = "//a\n/b", .context = "c"})).xpath, "//a /b");
}

TEST(PageTask, WhatNobodyWroteIsReadAsAPage) {
  EXPECT_EQ(read_task("nonsense").kind, PageTask::Kind::read);
}

}  // namespace
}  // namespace semsite::test
