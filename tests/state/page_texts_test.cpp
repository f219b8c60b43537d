#include "state/page_texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "state/page_table.hpp"
#include "state/page_table_kit.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::page_texts_test {
namespace {

using testing::ElementsAre;
using Change = TableKit::Change;

TEST(PageTexts, KnowsWhetherQuadsOfBeforeAreReplaced) {
  Had kit;
  kit.again(2);
  EXPECT_FALSE(kit.table->has_replaced_quads());
  PageEnd silent = TableKit::fresh("");
  silent.outcome = Outcome::no_rdf;
  kit.finish(kit.take().at(0), silent);
  EXPECT_TRUE(kit.table->has_replaced_quads());
  kit.table->forget_former();
  kit.again(3);
  kit.finish(kit.take().at(0), silent);
  EXPECT_FALSE(kit.table->has_replaced_quads());
}

TEST(PageTexts, ChangesTellWhatCameAndWentAndNothingElse) {  // --changes
  Had kit{{kA, kB, kC, "http://a.example/4"}};
  const std::string added = "http://a.example/5";
  kit.again(2, {kA, kB, kC, added});
  const auto pages = kit.take();
  ASSERT_THAT(urls_of(pages), testing::UnorderedElementsAre(kA, kB, kC, added));
  for (const WaitingPage& page : pages) {
    if (page.url == kA) {
      PageEnd end = TableKit::fresh("changed\n");
      end.final_url = "http://a.example/moved";
      kit.finish(page, end, "changed\n");
    } else if (page.url == added) {
      kit.finish(page, TableKit::fresh("added\n"), "added\n");
    } else if (page.url == kB) {
      kit.finish(page, TableKit::same());
    } else {
      kit.finish(page, TableKit::kept());
    }
  }
  EXPECT_EQ(kit.table->unlisted(), 1U);
  kit.table->drop_unlisted();
  EXPECT_THAT(kit.changes(),
              ElementsAre(Change{"http://a.example/moved", kA + " first\n", "changed\n"},
                          Change{"http://a.example/4", "http://a.example/4 first\n", ""},
                          Change{added, "", "added\n"}));
}

TEST(PageTexts, ARunThatGoesOnStillKnowsWhatChanged) {
  Had kit{{kA, kB}};
  kit.again(2, {kA, kB});
  kit.finish(kit.take().at(0), TableKit::fresh("1\n"), "1\n");
  kit.open(2);
  kit.finish(kit.take().at(0), TableKit::fresh("2\n"), "2\n");
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", "1\n"},
                                         Change{kB, kB + " first\n", "2\n"}));
}

TEST(PageTexts, GivesTheTextsOfThosePagesThatAreWanted) {
  TableKit kit;
  PageTable& table = kit.open(1);
  for (const char* url : {"http://a.example/1", "http://a.example/2"})
    (void)offer_one(table, url, "", never);
  const auto pages = table.take_waiting("http://a.example:80", 2);
  ASSERT_EQ(pages.size(), 2U);
  for (const WaitingPage& page : pages) {
    table.put_text(page.id, 0, page.url + " first\n");
    (void)table.finish(page.id, TableKit::fresh("x"), page.url + " last\n", 1, {},
                       [](const PageTable::Link&) { return false; });
  }
  std::string text;
  table.for_each_text([&](std::int64_t, std::string_view one) { text += one; },
                      [&](std::int64_t page) { return page == pages[1].id; });
  EXPECT_EQ(text, "http://a.example/2 first\nhttp://a.example/2 last\n");
}

}  // namespace
}  // namespace semsite::test::page_texts_test
