#include "crawl/signpost_links.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sanitized.hpp"

namespace semsite::test::signpost_links_linkset_watch_test {
namespace {

using testing::ElementsAre;

class Watch : public testing::Test {
 protected:
  void say(const std::string& context, const std::string& relation,
           const std::string& target, const std::string& type = {}) {
    HeaderLink link;
    link.target = target;
    link.relations = {relation};
    link.anchor = context;
    if (!type.empty())
      link.attributes.push_back({.name = "type", .value = type, .language = {}});
    watch_.add(link, "http://a.example/links", {});
  }
  /// "resource: URL URL" for each resource.
  std::vector<std::string> next(const std::string& first = {}) {
    std::vector<std::string> out;
    for (const LinksetPages& one : watch_.next("http://a.example/links", first)) {
      out.push_back(one.context + ":");
      for (const SignpostPage& page : one.pages) out.back() += " " + page.url;
    }
    return out;
  }

  std::vector<std::string> follow_{"describedby", "http://words.example/part"};
  LinksetWatch watch_{follow_};
};

TEST_F(Watch, TellsWhatEachResourceLeadsTo) {
  EXPECT_FALSE(watch_.is_linkset());
  say("http://a.example/1", "describedby", "http://a.example/1.ttl", "text/turtle");
  say("http://a.example/2", "http://words.example/part", "http://a.example/2.nt", "");
  say("http://a.example/3", "cite-as", "http://a.example/x");
  EXPECT_TRUE(watch_.is_linkset());
  EXPECT_THAT(next("http://a.example/2#it"),
              ElementsAre("http://a.example/2: http://a.example/2.nt",
                          "http://a.example/1: http://a.example/1.ttl"));
}

// signposting.md §6: the landing page, its items and its metadata
TEST_F(Watch, TheLinksOfAnItemCountForItsPage) {
  say("http://a.example/7.csv", "describedby", "http://a.example/csv.ttl", "text/turtle");
  say("http://a.example/7", "item", "http://a.example/7.csv", "text/csv");
  EXPECT_THAT(next("http://a.example/7"),
              ElementsAre("http://a.example/7: http://a.example/csv.ttl",
                          "http://a.example/7.csv: http://a.example/csv.ttl"));
}

TEST_F(Watch, AnItemOfVeryManyPagesIsNotLookedAtWithoutEnd) {
  if (kSanitized) GTEST_SKIP() << "two million looks take minutes";
  for (int i = 0; i < 1'000; ++i) {
    say("http://a.example/item", "describedby", "http://a.example/" + std::to_string(i));
    say("http://a.example/page/" + std::to_string(i), "item", "http://a.example/item");
  }
  (void)next();
  EXPECT_GT(watch_.left_out(), 0U);
}

}  // namespace
}  // namespace semsite::test::signpost_links_linkset_watch_test
