#include "state/written_texts.hpp"

#include <gtest/gtest.h>

#include <string>

#include "state/page_table.hpp"
#include "state/page_table_kit.hpp"
#include "state/undo_run.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::written_texts_test {
namespace {

/// Gives a crawl beside that of a kit one page that has ended with `text`.
void give(PageTable& table, const std::string& text) {
  (void)offer_one(table, kA, "", never);
  const auto page = table.take_waiting("http://a.example:80", 9).at(0);
  (void)table.finish(page.id, TableKit::fresh(text), text, 0, {}, any_link);
}

TEST(WrittenTexts, WhatSeveralCrawlsHaveIsTakenByOne) {
  using Take = PageTable::Take;
  TableKit kit;
  kit.open(1);
  PageTable first{kit.state.database(), "first", kit.run};
  give(first, "text\n");
  PageTable second{kit.state.database(), "second", kit.run};
  give(second, "text\n");
  PageTable other{kit.state.database(), "other", kit.run};
  give(other, "other text\n");
  const std::string digest = TableKit::fresh("text\n").digest;
  EXPECT_TRUE(second.take_text({}, digest, Take::look)) << "nobody has it yet";
  EXPECT_TRUE(first.take_text({}, digest, Take::keep));
  EXPECT_TRUE(first.take_text({}, digest, Take::keep)) << "again, by the same";
  EXPECT_FALSE(second.take_text({}, digest, Take::look));
  EXPECT_FALSE(second.take_text({}, digest, Take::keep));
  EXPECT_TRUE(first.take_texts({}, Take::keep).empty());
  EXPECT_EQ(second.take_texts({}, Take::keep).size(), 1U);
  EXPECT_TRUE(other.take_texts({}, Take::keep).empty());
  EXPECT_EQ(first.sums().elsewhere, 0U);
  EXPECT_EQ(second.sums().elsewhere, 1U);
  EXPECT_EQ(second.sums().quads, 0U);
  EXPECT_EQ(other.sums().quads, 1U);
  // The next run asks anew: who comes first may have changed.
  PageTable later{kit.state.database(), "second", 2};
  EXPECT_EQ(later.sums().elsewhere, 0U);
  EXPECT_TRUE(later.take_text({}, digest, Take::keep));
}

TEST(WrittenTexts, WhatACrawlThatIsThrownAwayHadIsTakenByAnother) {
  TableKit kit;
  kit.open(1);
  PageTable first{kit.state.database(), "first", kit.run};
  give(first, "text\n");
  PageTable second{kit.state.database(), "second", kit.run};
  give(second, "text\n");
  EXPECT_TRUE(first.take_texts({}, PageTable::Take::keep).empty());
  undo_crawl(kit.state.database(), "first", 1);
  EXPECT_TRUE(second.take_texts({}, PageTable::Take::keep).empty());
  EXPECT_EQ(second.sums().quads, 1U);
}

}  // namespace
}  // namespace semsite::test::written_texts_test
