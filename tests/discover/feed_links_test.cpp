#include "discover/feed_links.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace semsite {
namespace {

constexpr const char* kPage = "https://blog.example/post";

Signpost link(std::string relation, std::string target, std::string type = {}) {
  return {.context = kPage,
          .relation = std::move(relation),
          .target = std::move(target),
          .type = std::move(type),
          .profile = {}};
}

FeedLinks of(const std::vector<Signpost>& links) {
  return feed_links(links, std::vector<std::string>{kPage});
}

TEST(FeedLinks, AlternatesAreFeedsByTheirType) {  // RSS Autodiscovery
  const FeedLinks found =
      of({link("alternate", "https://blog.example/1", "application/rss+xml"),
          link("alternate", "https://blog.example/2", "Application/Atom+XML; charset=x"),
          link("alternate", "https://blog.example/3", "application/rdf+xml"),
          link("alternate", "https://blog.example/4", "text/xml"),
          link("alternate", "https://blog.example/5"),
          link("describedby", "https://blog.example/6", "application/rss+xml")});
  EXPECT_EQ(found.urls, (std::vector<std::string>{"https://blog.example/1",
                                                  "https://blog.example/2"}));
  EXPECT_TRUE(found.json.empty());
}

TEST(FeedLinks, WhatIsCalledAFeedNeedsNoType) {
  EXPECT_EQ(of({link("feed", "https://blog.example/1"),
                link("feed", "https://blog.example/2", "text/xml"),
                link("feed", "https://blog.example/3", "application/xml"),
                link("feed", "https://blog.example/4", "text/html")})
                .urls,
            (std::vector<std::string>{"https://blog.example/1", "https://blog.example/2",
                                      "https://blog.example/3"}));
}

TEST(FeedLinks, OneEntryIsNoFeed) {  // RFC 5023 §12.1
  EXPECT_TRUE(
      of({link("alternate", "https://blog.example/1", "application/atom+xml;type=entry"),
          link("alternate", "https://blog.example/2",
               "application/atom+xml; Type=\"entry\"")})
          .urls.empty());
  EXPECT_EQ(
      of({link("alternate", "https://blog.example/1", "application/atom+xml;type=feed")})
          .urls.size(),
      1U);
}

TEST(FeedLinks, AJsonFeedIsToldApart) {
  const FeedLinks found =
      of({link("alternate", "https://blog.example/1", "application/feed+json"),
          link("feed", "https://blog.example/1", "application/feed+json"),
          link("alternate", "https://blog.example/2", "application/json")});
  EXPECT_TRUE(found.urls.empty());
  EXPECT_EQ(found.json, std::vector<std::string>{"https://blog.example/1"});
}

TEST(FeedLinks, EachIsNamedOnceHoweverItIsSpelt) {
  EXPECT_EQ(of({link("alternate", "https://blog.example/a/../1#x", "application/rss+xml"),
                link("feed", "https://BLOG.example:443/1")})
                .urls,
            std::vector<std::string>{"https://blog.example/1"});
}

TEST(FeedLinks, LinksAboutOthersAndToNoServerAreNone) {  // RFC 8288 §3.2
  Signpost elsewhere = link("feed", "https://blog.example/1");
  elsewhere.context = "https://blog.example/other";
  Signpost fragment = link("feed", "https://blog.example/2");
  fragment.context = "https://blog.example/post#top";
  EXPECT_EQ(of({elsewhere, fragment, link("feed", "feed:https://blog.example/3"),
                link("feed", "data:text/xml,<rss/>")})
                .urls,
            std::vector<std::string>{"https://blog.example/2"});
}

TEST(FeedLinks, StandOnceEachAlsoIfThereAreVeryMany) {
  constexpr std::size_t kMany = 200'000;
  std::vector<Signpost> links;
  for (std::size_t i = 0; i < kMany; ++i)
    for (const char* type : {"application/rss+xml", "application/feed+json"})
      links.push_back(
          link("alternate", "https://blog.example/" + std::to_string(i / 2), type));
  const auto start = std::chrono::steady_clock::now();
  const FeedLinks found = of(links);
  EXPECT_EQ(found.urls.size(), kMany / 2);
  EXPECT_EQ(found.json.size(), kMany / 2);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{20});
}

}  // namespace
}  // namespace semsite
