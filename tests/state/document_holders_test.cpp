#include "state/document_holders.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "state/page_table.hpp"
#include "state/page_table_kit.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::document_holders_test {
namespace {

using Offer = PageTable::Offer;

TEST(DocumentHolders, AForgottenPageLeavesItsDocumentToOthers) {
  Had kit{{kB, kA}};
  const auto claim_all = [&] {
    for (const WaitingPage& page : kit.take()) {
      EXPECT_TRUE(kit.table->claim(page.id, page.url)) << page.url;
      kit.finish(page, TableKit::fresh(page.url), page.url);
    }
  };
  kit.again(2, {kB, kA});
  claim_all();
  kit.again(3, {kB});
  kit.table->drop_unlisted();
  kit.table->forget_former();
  // The new page may get the number of the forgotten one.
  kit.again(4, {kB, kC, kA});
  claim_all();
}

TEST(DocumentHolders, OfOneDocumentOnePageHasTheQuads) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  const auto pages = kit.take();
  const std::string document = "http://a.example/d";
  EXPECT_TRUE(kit.table->claim(pages[0].id, document));
  EXPECT_TRUE(kit.table->claim(pages[0].id, document)) << "another attempt";
  EXPECT_FALSE(kit.table->claim(pages[1].id, document));
  PageEnd end = TableKit::fresh("d\n");
  end.final_url = document;
  kit.finish(pages[0], end, "d\n");
  EXPECT_FALSE(kit.table->claim(pages[1].id, document));
  EXPECT_EQ(kit.table->offer_linked(document, 1), Offer::seen)
      << "had under another name";
}

TEST(DocumentHolders, ADocumentStaysWithItsPageOverRuns) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  PageEnd end = TableKit::fresh("d\n");
  end.final_url = kB;
  auto page = kit.take().at(0);
  EXPECT_TRUE(kit.table->claim(page.id, kB));
  kit.finish(page, end, "d\n");
  (void)offer_one(kit.open(2), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  const auto pages = kit.take();
  ASSERT_EQ(pages.size(), 2U);
  ASSERT_EQ(pages[0].url, kB);
  EXPECT_FALSE(kit.table->claim(pages[0].id, kB)) << "the other may still have it";
  EXPECT_TRUE(kit.table->claim(pages[1].id, kB));
}

TEST(DocumentHolders, ADocumentGoesToAnotherPageWhenItsOwnerFails) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  const auto pages = kit.take();
  EXPECT_TRUE(kit.table->claim(pages[0].id, kB));
  kit.finish(pages[0], TableKit::kept());
  EXPECT_TRUE(kit.table->claim(pages[1].id, kB));
}

TEST(DocumentHolders, ADocumentGoesToAnotherPageWhenItsOwnerIsGone) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  auto page = kit.take().at(0);
  EXPECT_TRUE(kit.table->claim(page.id, kB));
  PageEnd end = TableKit::fresh("d\n");
  end.final_url = kB;
  kit.finish(page, end, "d\n");
  for (std::int64_t run = 2; run < 4; ++run) {
    (void)offer_one(kit.open(run), kA, "", never);
    kit.finish(kit.take().at(0), TableKit::gone());
    kit.table->forget_former();
  }
  (void)offer_one(kit.open(4), kB, "", never);
  EXPECT_TRUE(kit.table->claim(kit.take().at(0).id, kB));
}

TEST(DocumentHolders, ADocumentGoesToAnotherPageWhenItsOwnerLeadsElsewhere) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  auto pages = kit.take();
  EXPECT_TRUE(kit.table->claim(pages[0].id, kB));
  PageEnd end = TableKit::fresh("b\n");
  end.final_url = kB;
  kit.finish(pages[0], end, "b\n");
  EXPECT_FALSE(kit.table->claim(pages[1].id, kB));
  kit.finish(pages[1], TableKit::fresh(""));
  // Now A is a page of its own.
  (void)offer_one(kit.open(2), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  pages = kit.take();
  EXPECT_TRUE(kit.table->claim(pages[0].id, kA));
  kit.finish(pages[0], TableKit::fresh("a\n"), "a\n");
  EXPECT_TRUE(kit.table->claim(pages[1].id, kB)) << "else its quads are lost";
  EXPECT_EQ(kit.table->offer_linked("http://a.example/new", 1), Offer::added);
}

}  // namespace
}  // namespace semsite::test::document_holders_test
