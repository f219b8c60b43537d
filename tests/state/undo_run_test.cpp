#include "state/undo_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "state/page_table_kit.hpp"
#include "support/number_of.hpp"

namespace semsite::test::undo_run_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Change = TableKit::Change;

std::string key_of(TableKit& kit) {
  Database::Query find{kit.state.database(), "SELECT key FROM crawl"};
  return find.step() ? find.text_at(0) : std::string{};
}

TEST(UndoCrawl, WhatARunAddedIsNoChange) {
  Had kit;
  undo_crawl(kit.state.database(), key_of(kit), 1);
  EXPECT_EQ(kit.texts(), "");
  EXPECT_THAT(kit.changes(), IsEmpty());
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 0);
}

TEST(UndoCrawl, WhatAnEarlierRunHadIsGoneToo) {
  Had kit;
  kit.again(2);
  kit.finish(kit.take().at(0), TableKit::fresh("new\n"), "new\n");
  undo_crawl(kit.state.database(), key_of(kit), 2);
  EXPECT_EQ(kit.texts(), "");
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", ""}));
  kit.table->forget_former();
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 0);
  kit.again(3);
  EXPECT_EQ(kit.take().at(0).digest, "") << "it is had anew";
}

TEST(UndoCrawl, OtherCrawlsStay) {
  Had kit;
  undo_crawl(kit.state.database(), "another", 1);
  EXPECT_EQ(kit.texts(), kA + " first\n");
}

}  // namespace
}  // namespace semsite::test::undo_run_test
