#include "state/page_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "state/page_table_kit.hpp"
#include "support/number_of.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::page_table_changes_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Change = TableKit::Change;

TEST(PageTable, FreshContentReplacesTheOld) {
  Had kit;
  kit.again(2);
  const auto page = kit.take().at(0);
  EXPECT_EQ(page.digest, "digest of " + kA + " first\n");
  kit.finish(page, TableKit::fresh("new\n"), "new\n");
  EXPECT_EQ(kit.texts(), "new\n");
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", "new\n"}));
  kit.table->forget_former();
  EXPECT_EQ(kit.texts(), "new\n");
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 1);
}

TEST(PageTable, WhatIsTheSameStaysAndIsNoChange) {  // 304
  Had kit;
  kit.again(2);
  PageEnd end = TableKit::same();
  end.etag = "\"2\"";
  kit.finish(kit.take().at(0), end);
  EXPECT_EQ(kit.texts(), kA + " first\n");
  EXPECT_THAT(kit.changes(), IsEmpty());
  kit.table->forget_former();
  kit.again(3);
  const auto page = kit.take().at(0);
  EXPECT_EQ(page.etag, "\"2\"") << "a newer validator is kept";
  EXPECT_EQ(page.digest, "digest of " + kA + " first\n");
}

TEST(PageTable, ValidatorsStayWithTheUrlThatGaveThem) {
  Had kit;
  kit.again(2);
  PageEnd end = TableKit::fresh("new\n");
  end.final_url = "http://a.example/x";
  end.etag = "\"1\"";
  kit.finish(kit.take().at(0), end, "new\n");
  kit.table->forget_former();
  kit.again(3);
  WaitingPage page = kit.take().at(0);
  EXPECT_EQ(page.final_url, "http://a.example/x");
  EXPECT_EQ(page.etag, "\"1\"");
  // The same content from elsewhere, without an ETag.
  end = TableKit::same();
  end.final_url = "http://a.example/y";
  end.modified = "Mon, 01 Jan 2024 00:00:00 GMT";
  kit.finish(page, end);
  kit.again(4);
  page = kit.take().at(0);
  EXPECT_EQ(page.final_url, "http://a.example/y");
  EXPECT_EQ(page.etag, "");
  EXPECT_EQ(page.modified, "Mon, 01 Jan 2024 00:00:00 GMT");
  kit.finish(page, TableKit::same());
  kit.again(5);
  EXPECT_EQ(kit.take().at(0).final_url, "");
}

}  // namespace
}  // namespace semsite::test::page_table_changes_test
