#include "state/linkset_names.hpp"

// What link sets say of the resources that they are named for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/state_kit.hpp"

namespace semsite::test::linkset_names_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const std::string kSet = "http://a.example/links";
const std::string kOne = "http://a.example/1";
const std::string kTwo = "http://a.example/2";
const std::string kData1 = "http://a.example/1.ttl";
const std::string kData2 = "http://a.example/2.ttl";

class Linksets : public testing::Test {
 protected:
  void list(const std::vector<std::string>& urls) {
    for (const std::string& url : urls)
      (void)kit_.table->offer_listed({{.url = url, .lastmod = {}, .task = {}}},
                                     [](std::string_view) { return false; });
  }
  std::vector<std::string> finish(const std::string& url, const PageEnd& end,
                                  const std::vector<PageTable::Link>& links) {
    const WaitingPage page = kit_.take(1).at(0);
    EXPECT_EQ(page.url, url);
    return kit_.table->finish(page.id, end, "a line\n", 0, links, any_link);
  }
  std::vector<std::string> name(const std::string& page) {
    return finish(page, TableKit::fresh("page"),
                  {{.url = kSet, .task = "l\n\n", .named_for = page}});
  }
  /// The link set says something of both pages.
  std::vector<std::string> read_set() {
    PageEnd end = TableKit::fresh("set");
    end.is_linkset = true;
    return finish(
        kSet, end,
        {{.url = kData1, .of_resource = kOne}, {.url = kData2, .of_resource = kTwo}});
  }

  TableKit kit_;
};

TEST_F(Linksets, AreFollowedForThoseThatNameThem) {
  kit_.open(1);
  list({kOne});
  EXPECT_THAT(name(kOne), ElementsAre(kSet));
  EXPECT_THAT(read_set(), ElementsAre(kData1)) << "nobody has named it for the other one";
}

TEST_F(Linksets, AreFollowedForAllThatNameThemBeforeTheyAreRead) {
  kit_.open(1);
  list({kOne, kTwo});
  EXPECT_THAT(name(kOne), ElementsAre(kSet));
  EXPECT_THAT(name(kTwo), IsEmpty()) << "it waits already";
  EXPECT_THAT(read_set(), UnorderedElementsAre(kData1, kData2));
}

TEST_F(Linksets, AreNotReadAgainForThoseThatNameThemLater) {
  kit_.open(1);
  list({kOne});
  (void)name(kOne);
  (void)read_set();
  list({kTwo});
  const WaitingPage first = kit_.take(1).at(0);
  EXPECT_EQ(first.url, kData1);
  EXPECT_THAT(name(kTwo), ElementsAre(kData2));
}

TEST_F(Linksets, AreFollowedForEntriesOfSitemapsToo) {
  kit_.open(1);
  list({kOne});
  (void)name(kOne);
  (void)read_set();
  EXPECT_THAT(kit_.table->offer_fallbacks(
                  {{.url = kSet, .lastmod = {}, .task = {}, .named_for = kTwo}}),
              ElementsAre(kData2));
}

TEST_F(Linksets, ThatHaveNotChangedSayTheSameToTheNextRun) {
  kit_.open(1);
  list({kOne});
  (void)name(kOne);
  (void)read_set();
  (void)kit_.table->finish(kit_.take(1).at(0).id, TableKit::fresh("data"), "a line\n", 0,
                           {}, any_link);
  kit_.open(2);
  list({kTwo});
  EXPECT_THAT(name(kTwo), IsEmpty()) << "it may have changed, and is asked first";
  PageEnd same = TableKit::fresh("set");
  same.content = PageEnd::Content::same;
  EXPECT_THAT(finish(kSet, same, {}), ElementsAre(kData2));
}

TEST_F(Linksets, ThatSayNothingOfAPageLeadToWhatComesInTheirPlace) {
  kit_.open(1);
  list({kOne});
  const std::string other = "http://a.example/3";
  const std::vector<PageTable::Link> links{{.url = kSet,
                                            .task = "l\n\n",
                                            .fallbacks = {{other, {}}},
                                            .named_for = "http://a.example/unknown"}};
  EXPECT_THAT(finish(kOne, TableKit::fresh("page"), links), ElementsAre(kSet));
  EXPECT_THAT(read_set(), ElementsAre(other));
}

}  // namespace
}  // namespace semsite::test::linkset_names_test
