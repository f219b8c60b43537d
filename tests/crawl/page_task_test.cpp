#include "crawl/page_task.hpp"

#include <gtest/gtest.h>

namespace semsite::test::page_task_test {
namespace {

TEST(PageTask, IsNoTextForAPageThatIsSimplyRead) {
  EXPECT_EQ(write_task({}), "");
  const PageTask task = read_task("");
  EXPECT_EQ(task.kind, PageTask::Kind::read);
  EXPECT_EQ(task.xpath + task.context, "");
}

TEST(PageTask, ComesBackAsItWasWritten) {
  for (const auto kind :
       {PageTask::Kind::read, PageTask::Kind::signposts, PageTask::Kind::linkset,
        PageTask::Kind::keep, PageTask::Kind::header, PageTask::Kind::metadata}) {
    const PageTask task = read_task(write_task(
        {.kind = kind,
         .xpath = "//main[@id='a']",
         .context = "https://a.example/page",
         .format = "JSON-LD",
         .instead = {{.kind = kind, .url = "https://a.example/b", .context = "x:y"},
                     {.url = "https://a.example/c", .context = {}}}}));
    EXPECT_EQ(task.kind, kind);
    EXPECT_EQ(task.format, "JSON-LD");
    ASSERT_EQ(task.instead.size(), 2);
    EXPECT_EQ(task.instead[0].kind, kind);
    EXPECT_EQ(task.instead[0].url + task.instead[0].context, "https://a.example/bx:y");
    EXPECT_EQ(task.instead[1].kind, PageTask::Kind::read);
    EXPECT_EQ(task.instead[1].url + task.instead[1].context, "https://a.example/c");
    EXPECT_EQ(task.xpath, "//main[@id='a']");
    EXPECT_EQ(task.context, "https://a.example/page");
  }
}

// What a state of an earlier version has is of the web.
TEST(PageTask, OnlyWhatWasKeptAsNamedLocallyIs) {
  EXPECT_FALSE(read_task("").named_locally);
  EXPECT_FALSE(read_task("k\n\n\n").named_locally);
  const std::string text =
      write_task({.kind = PageTask::Kind::keep, .named_locally = true});
  EXPECT_TRUE(read_task(text).named_locally);
  EXPECT_EQ(read_task(text).kind, PageTask::Kind::keep);
  EXPECT_TRUE(read_task(write_task({.named_locally = true})).named_locally);
}

TEST(PageTask, APathOverSeveralLinesStaysOnePath) {
  EXPECT_EQ(read_task(write_task({.xpath = "//a\n/b", .context = "c"})).xpath, "//a /b");
}

TEST(PageTask, APageInThePlaceOfMetadataIsNotWhatWasSaid) {
  constexpr std::string_view kError = "<!doctype html><title>Log in</title>";
  EXPECT_FALSE(is_as_said(PageTask::Kind::metadata, "text/turtle", kError));
  EXPECT_TRUE(is_as_said(PageTask::Kind::read, "text/html", kError));
  EXPECT_TRUE(is_as_said(PageTask::Kind::metadata, "text/html", "<a:b> <a:c> <a:d> ."));
}

TEST(PageTask, WhatNobodyWroteIsReadAsAPage) {
  EXPECT_EQ(read_task("nonsense").kind, PageTask::Kind::read);
}

}  // namespace
}  // namespace semsite::test::page_task_test
