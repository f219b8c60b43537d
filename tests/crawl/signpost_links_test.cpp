#include "crawl/signpost_links.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace semsite::test::signpost_links_test {
namespace {

constexpr const char* kPage = "https://repo.example/obj/7";

Signpost link(std::string relation) {
  Signpost out;
  out.context = kPage;
  out.relation = std::move(relation);
  out.target = "https://repo.example/other";
  return out;
}

Signpost link(std::string relation, std::string target, std::string type) {
  Signpost out = link(std::move(relation));
  out.target = std::move(target);
  out.type = std::move(type);
  return out;
}

/// What is asked for of an object with these links, all of its page not yet asked.
std::vector<SignpostPage> pages(std::vector<Signpost> links,
                                const std::vector<std::string>& follow = {
                                    "describedby"}) {
  SignpostTrail trail;
  trail.page = kPage;
  trail.links = std::move(links);
  return pages_of(trail, follow, kPage).pages;
}

/// "letter URL" of each page that is asked for in the place of this one.
std::vector<std::string> instead(const SignpostPage& page) {
  std::vector<std::string> out;
  for (const PageTask::Instead& one : page.task.instead) {
    const std::string task = write_task({.kind = one.kind});
    out.push_back((task.empty() ? "r" : task.substr(0, 1)) + " " + one.url);
  }
  return out;
}

TEST(SignpostLinks, EveryRelationOfTheProfileIsDataButSomeLeadNowhere) {
  EXPECT_FALSE(are_signposts({}));
  EXPECT_FALSE(are_signposts({link("alternate"), link("duplicate"), link("related")}));
  for (const char* one : {"license", "author", "type"}) {
    EXPECT_TRUE(are_signposts({link("alternate"), link(one)})) << one;
    EXPECT_FALSE(lead_on({link(one)})) << one;
  }
  EXPECT_TRUE(are_signposts({link("cite-as")}));
  EXPECT_TRUE(lead_on({link("license"), link("cite-as")}));
}

TEST(SignpostLinks, ItemsThatAreKnownToBeNoRdfAreNotOpened) {
  const auto asked =
      pages({link("item", "https://repo.example/a.csv", "text/csv"),
             link("item", "https://repo.example/b", "text/turtle; charset=utf-8"),
             link("item", "https://repo.example/c", ""),
             link("item", "https://repo.example/d", "text/html")},
            {"item"});
  ASSERT_EQ(asked.size(), 3);
  EXPECT_EQ(asked[0].url, "https://repo.example/b");
  EXPECT_EQ(asked[0].task.kind, PageTask::Kind::read);
  EXPECT_EQ(asked[1].task.kind, PageTask::Kind::perhaps) << "what it is is not said";
  EXPECT_EQ(asked[2].task.kind, PageTask::Kind::perhaps) << "a page may hold RDF";
}

TEST(SignpostLinks, OnlyWhatCanBeAskedForIsADescription) {
  const auto asked =
      pages({link("describedby", "urn:x:y", "text/turtle"),
             link("describedby", "file:///etc/passwd", "text/turtle"),
             link("describedby", "https://repo.example/7.ttl#meta", "text/turtle")});
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked[0].url, "https://repo.example/7.ttl");
  EXPECT_EQ(asked[0].task.kind, PageTask::Kind::metadata);
}

// signposting.md §10: the best description, the next best, the header of the page.
TEST(SignpostLinks, TheNextBestComesInThePlaceOfADescriptionThatFails) {
  const auto asked =
      pages({link("describedby", "https://repo.example/7.rdf", "application/rdf+xml"),
             link("describedby", "https://repo.example/7.any", ""),
             link("describedby", "https://repo.example/7.ttl", "text/turtle")});
  ASSERT_EQ(asked.size(), 2);
  EXPECT_EQ(asked[1].url, "https://repo.example/7.any")
      << "which has no type, is no form";
  EXPECT_EQ(asked[0].url, "https://repo.example/7.ttl");
  EXPECT_THAT(instead(asked[0]), testing::ElementsAre("m https://repo.example/7.rdf",
                                                      "s https://repo.example/obj/7",
                                                      "r https://repo.example/obj/7"));
}

TEST(SignpostLinks, ALinkSetIsReadInTheNameOfItsPageAndThePageComesAfterIt) {
  SignpostTrail trail;
  trail.page = kPage;
  trail.links = {
      link("linkset", "https://repo.example/7.txt", "application/linkset"),
      link("linkset", "https://repo.example/7.json", "application/linkset+json")};
  trail.header_asked = true;
  const std::vector<std::string> follow{"describedby"};
  const auto asked = pages_of(trail, follow, "https://repo.example/named").pages;
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked[0].url, "https://repo.example/7.json");
  EXPECT_EQ(asked[0].task.kind, PageTask::Kind::linkset);
  EXPECT_EQ(asked[0].task.context, kPage);
  EXPECT_THAT(instead(asked[0]), testing::ElementsAre("l https://repo.example/7.txt",
                                                      "r https://repo.example/named"));
  // The text says the same: the visit asks for it, if the JSON cannot be read.
  const auto fallbacks = fallbacks_of(asked[0].task);
  ASSERT_EQ(fallbacks.size(), 1);
  EXPECT_EQ(fallbacks[0].task, "") << "the page is simply read";
  const auto text = next_form(read_task(row_task(asked[0].task)));
  ASSERT_TRUE(text);
  EXPECT_EQ(text->task.context, kPage) << "it speaks of the same page";
  ASSERT_EQ(text->task.instead.size(), 1) << "and knows what comes after it";
  EXPECT_EQ(text->task.instead[0].url, "https://repo.example/named");
}

TEST(SignpostLinks, TheHeaderOfThePageComesBeforeThePage) {
  const auto asked = pages({link("item", "https://repo.example/7.csv", "text/csv")});
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked[0].url, kPage);
  EXPECT_EQ(asked[0].task.kind, PageTask::Kind::signposts);
  EXPECT_TRUE(asked[0].task.instead.empty()) << "the visit goes on to the page itself";
}

TEST(SignpostLinks, WhatTheEntryNamesComesBetweenTheHeaderAndThePage) {
  const auto asked = pages({link("linkset", "https://repo.example/7.json", "")});
  ASSERT_EQ(asked.size(), 2);
  EXPECT_EQ(asked[1].url, "https://repo.example/7.json")
      << "the link set is read in any case: it is complete";
  EXPECT_EQ(asked[0].task.kind, PageTask::Kind::header);
  EXPECT_THAT(instead(asked[0]), testing::ElementsAre("l https://repo.example/7.json",
                                                      "r https://repo.example/obj/7"));
}

TEST(SignpostLinks, OtherTargetsAreAskedForInAnyCase) {
  const auto asked = pages({link("item", "https://repo.example/7.nt", "text/turtle")},
                           {"describedby", "item"});
  ASSERT_EQ(asked.size(), 2);
  EXPECT_EQ(asked[0].url, kPage);
  EXPECT_EQ(asked[1].url, "https://repo.example/7.nt");
  EXPECT_TRUE(asked[1].task.instead.empty());
}

TEST(SignpostLinks, NoObjectIsAskedForWithoutEnd) {
  std::vector<Signpost> links;
  for (int i = 0; i < 1'000; ++i)
    links.push_back(link("describedby",
                         "https://repo.example/" + std::to_string(i) + ".ttl",
                         "text/turtle"));
  const auto asked = pages(std::move(links));
  EXPECT_EQ(asked.size(), 1'000) << "descriptions of one form are all read";
  EXPECT_LE(asked[0].task.instead.size(), 16);
}

TEST(SignpostLinks, TheTextFormOfALinkSetIsNoFallbackForWhatItNames) {
  PageTask json{.kind = PageTask::Kind::linkset, .context = kPage};
  json.instead = {{PageTask::Kind::linkset, "https://repo.example/7.txt", kPage}};
  EXPECT_TRUE(fallbacks_of(json).empty());
  json.instead.push_back({PageTask::Kind::read, kPage, {}});
  const auto fallbacks = fallbacks_of(json);
  ASSERT_EQ(fallbacks.size(), 1);
  EXPECT_EQ(fallbacks[0].url, kPage);
  const auto text = next_form(read_task(row_task(json)));
  ASSERT_TRUE(text);
  EXPECT_EQ(text->url, "https://repo.example/7.txt");
  EXPECT_EQ(fallbacks_of(text->task).size(), 1) << "and the page comes after it";
  EXPECT_FALSE(next_form(text->task));
}

}  // namespace
}  // namespace semsite::test::signpost_links_test
