#include "state/page_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "state/page_table.hpp"
#include "state/page_table_kit.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::page_facts_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PageFacts, PagesWithoutRdfAreCountedByMediaType) {
  TableKit kit;
  kit.open(1);
  for (const std::string& url : {kA, kB, kC}) (void)offer_one(*kit.table, url, "", never);
  PageEnd silent = TableKit::fresh("");
  silent.outcome = Outcome::no_rdf;
  const std::vector<WaitingPage> pages = kit.take();
  kit.finish(pages.at(0), silent);
  silent.media_type = "application/pdf";
  kit.finish(pages.at(1), silent);
  kit.finish(pages.at(2), TableKit::fresh("new\n"), "new\n");
  EXPECT_THAT(kit.table->sums().no_rdf, ElementsAre(testing::Pair("application/pdf", 1),
                                                    testing::Pair("unknown", 1)));
  std::vector<std::string> noted;
  kit.table->for_each([&](const PageFacts& page) { noted.push_back(page.url); },
                      PageTable::Which::noted);
  EXPECT_THAT(noted, IsEmpty());
  // A night on which it fails says nothing of what it is.
  const auto again = [&](std::int64_t number) {
    kit.table->forget_former();
    kit.open(number);
    for (const std::string& url : {kA, kB, kC})
      (void)offer_one(*kit.table, url, "", never);
    return kit.take();
  };
  for (const WaitingPage& page : again(2)) {
    EXPECT_EQ(page.was_silent, page.url != kC) << page.url;
    kit.finish(page, TableKit::kept());
  }
  EXPECT_THAT(kit.table->sums().no_rdf, IsEmpty());
  for (const WaitingPage& page : again(3))
    EXPECT_EQ(page.was_silent, page.url != kC) << page.url;
}

// Media types are what servers say.
TEST(PageFacts, MediaTypesOfPagesWithoutRdfAreBounded) {
  TableKit kit;
  kit.open(1);
  const std::size_t count = kMostTypes + 50;
  for (std::size_t i = 0; i < count; ++i)
    (void)offer_one(*kit.table, "http://a.example/" + std::to_string(i), "", never);
  PageEnd silent = TableKit::fresh("");
  silent.outcome = Outcome::no_rdf;
  std::size_t number = 0;
  for (std::vector<WaitingPage> pages = kit.take(); !pages.empty(); pages = kit.take())
    for (const WaitingPage& page : pages) {
      silent.media_type = std::to_string(number++) + std::string(10'000, 'x');
      kit.finish(page, silent);
    }
  const PageTypes types = kit.table->sums().no_rdf;
  EXPECT_EQ(types.size(), kMostTypes + 1);
  EXPECT_EQ(types.at("other"), 50U);
  for (const auto& [type, pages] : types) EXPECT_LE(type.size(), kTypeBytes);
}

}  // namespace
}  // namespace semsite::test::page_facts_test
