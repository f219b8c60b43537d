#include "crawl/signpost_links.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace semsite::test {
namespace {

constexpr const char* kPage = "https://repo.example/obj/7";

Signpost link(std::string relation) {
  Signpost out;
  out.context = kPage;
  out.relation = std::move(relation);
  out.target = "https://repo.example/other";
  return out;
}

SignpostStep step(SignpostStep::Kind kind, const std::vector<std::string>& urls = {}) {
  SignpostStep out;
  out.kind = kind;
  for (const std::string& url : urls)
    out.targets.push_back({.url = url, .relation = {}, .accept = {}});
  return out;
}

TEST(SignpostLinks, OnlySomeRelationsMakeALandingPage) {
  EXPECT_FALSE(are_signposts({}));
  EXPECT_FALSE(are_signposts({link("license"), link("alternate"), link("duplicate")}));
  EXPECT_TRUE(are_signposts({link("license"), link("cite-as")}));
}

TEST(SignpostLinks, ItemsAreOpenedOnlyIfTheyAreKnownToBeRdf) {
  std::vector<Signpost> links = {link("describedby"), link("linkset"), link("item"),
                                 link("item"), link("item")};
  links[3].type = "text/csv";
  links[4].type = "text/turtle; charset=utf-8";
  const auto left = readable(links);
  ASSERT_EQ(left.size(), 3);
  EXPECT_EQ(left[0].relation, "describedby");
  EXPECT_EQ(left[1].relation, "linkset");
  EXPECT_EQ(left[2].type, "text/turtle; charset=utf-8");
}

TEST(SignpostLinks, TargetsAreSimplyRead) {
  const auto pages =
      pages_of(step(SignpostStep::Kind::fetch,
                    {"https://repo.example/7.ttl#meta", "urn:x:y", "file:///etc/passwd"}),
               kPage);
  ASSERT_EQ(pages.size(), 1);
  EXPECT_EQ(pages[0].url, "https://repo.example/7.ttl");
  EXPECT_EQ(write_task(pages[0].task), "");
}

TEST(SignpostLinks, ALinkSetIsReadInTheNameOfItsPage) {
  const auto pages = pages_of(
      step(SignpostStep::Kind::linksets, {"https://repo.example/7.links"}), kPage);
  ASSERT_EQ(pages.size(), 1);
  EXPECT_EQ(pages[0].task.kind, PageTask::Kind::linkset);
  EXPECT_EQ(pages[0].task.context, kPage);
}

TEST(SignpostLinks, TheHeaderOfThePageComesBeforeThePage) {
  const auto head = pages_of(step(SignpostStep::Kind::head), kPage);
  ASSERT_EQ(head.size(), 1);
  EXPECT_EQ(head[0].url, kPage);
  EXPECT_EQ(head[0].task.kind, PageTask::Kind::signposts);
  EXPECT_TRUE(pages_of(step(SignpostStep::Kind::page), kPage).empty());
  EXPECT_TRUE(pages_of(step(SignpostStep::Kind::nothing), kPage).empty());
}

}  // namespace
}  // namespace semsite::test
