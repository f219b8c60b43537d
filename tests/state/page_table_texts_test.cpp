#include "state/page_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "semsite/errors.hpp"
#include "state/page_table_kit.hpp"
#include "state/undo_run.hpp"
#include "support/number_of.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::page_table_texts_test {
namespace {

TEST(PageTable, PartsOfAPageThatDoesNotEndAreForgotten) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  auto page = kit.take().at(0);
  kit.table->put_text(page.id, 0, "part of the first attempt\n");
  kit.table->put_text(page.id, 1, "another\n");
  kit.open(1);
  page = kit.take().at(0);
  kit.finish(page, TableKit::fresh("whole\n"), "whole\n");
  EXPECT_EQ(kit.texts(), "whole\n");
}

TEST(PageTable, WhatAKilledProcessOfTheRunReadIsWrittenAgain) {
  TableKit kit;
  const PageEnd read = TableKit::fresh("entries\n");
  kit.finish(kit.open(1).take_listed(kA), read, "entries\n");
  (void)kit.open(1).take_listed(kA);  // killed here
  const WaitingPage page = kit.open(1).take_listed(kA);
  EXPECT_EQ(page.digest, "") << "its texts may be gone";
  kit.finish(page, read, "entries\n");
  EXPECT_EQ(kit.texts(), "entries\n");
  EXPECT_EQ(kit.open(2).take_listed(kA).digest, read.digest);
}

TEST(PageTable, PartsOfAnEarlierAttemptDoNotOutliveAShorterOne) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  const auto page = kit.take().at(0);
  for (unsigned part : {0U, 1U, 2U}) kit.table->put_text(page.id, part, "broke off\n");
  kit.table->put_text(page.id, 0, "one\n");
  kit.finish(page, TableKit::fresh("two\n"), "two\n", 1);
  EXPECT_EQ(kit.texts(), "one\ntwo\n");
}

TEST(PageTable, PartsOfAnAttemptDoNotOutliveOneWithoutText) {
  Had kit;
  kit.again(2);
  const auto page = kit.take().at(0);
  kit.table->put_text(page.id, 0, "broke off\n");
  kit.finish(page, TableKit::kept());
  EXPECT_EQ(kit.texts(), kA + " first\n");
  const auto rows = number_of(kit.state.database(), "SELECT count(*) FROM page_text");
  EXPECT_EQ(rows, 1);
}

TEST(PageTable, TheTextOfAPageIsItsPartsInOrder) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  const auto pages = kit.take();
  kit.finish(pages[1], TableKit::fresh("b\n"), "b\n");
  for (unsigned part = 0; part < 12; ++part)
    kit.table->put_text(pages[0].id, part, std::to_string(part) + "\n");
  std::string parts;
  kit.table->for_each_part(pages[0].id, 12,
                           [&](std::string_view text) { parts += text; });
  EXPECT_EQ(parts, "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
  kit.finish(pages[0], TableKit::fresh("a\n"), "last\n", 12);
  EXPECT_EQ(kit.texts(), parts + "last\nb\n")
      << "pages in the order in which they were found";
}

TEST(PageTable, ADamagedTextIsSaid) {
  Had kit;
  for (const char* damage : {"UPDATE page_text SET text = substr(text, 1, 12)",
                             "UPDATE page_text SET text = 'no frame at all'"}) {
    {
      const std::scoped_lock lock{kit.state.database().mutex()};
      kit.state.database().run(damage);
    }
    EXPECT_THROW((void)kit.texts(), RunError);
  }
}

TEST(PageTable, AFullDiskIsSaidAndLeavesAPageAsItWas) {
  Had kit;
  kit.again(2);
  const auto page = kit.take().at(0);
  Database& database = kit.state.database();
  {
    const std::scoped_lock lock{database.mutex()};
    database.settle();
  }
  const std::int64_t pages = database.number("PRAGMA page_count");
  database.run("PRAGMA max_page_count = " + std::to_string(pages));
  std::string noise;  // does not compress
  std::uint32_t x = 1;
  for (int i = 0; i < 100'000; ++i)
    noise += static_cast<char>((x = x * 1664525U + 1013904223U) >> 24U);
  EXPECT_THROW(kit.finish(page, TableKit::fresh(noise), noise), RunError);
  database.run("PRAGMA max_page_count = 1000000");
  EXPECT_EQ(kit.texts(), kA + " first\n");
  kit.open(2);
  kit.finish(kit.take().at(0), TableKit::fresh("now\n"), "now\n");
  EXPECT_EQ(kit.texts(), "now\n");
}

}  // namespace
}  // namespace semsite::test::page_table_texts_test
