#include "crawl/signpost_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace semsite::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kPage = "https://repo.example/obj/7";

std::vector<std::string> chosen(const std::vector<Signpost>& signposts,
                                const std::vector<std::string>& follow = {
                                    "describedby"}) {
  std::vector<std::string> out;
  for (const SignpostTarget& one : choose_signposts(signposts, follow, kPage))
    out.push_back(one.url);
  return out;
}

// signposting.md §10: among several `describedby` the best RDF.
TEST(SignpostChoice, TakesTheBestRdfOfSeveralDescriptions) {
  EXPECT_THAT(chosen({{"describedby", "https://repo.example/7.bib", "application/x-bibtex"},
                      {"describedby", "https://repo.example/7.rdf", "application/rdf+xml"},
                      {"describedby", "https://repo.example/7.ttl", "text/turtle"},
                      {"describedby", "https://repo.example/7.jsonld",
                       "application/ld+json; profile=\"https://w3id.org/ro/crate\""}}),
              ElementsAre("https://repo.example/7.ttl"));
}

TEST(SignpostChoice, AsksForADescriptionOfUnknownTypeButNotForOneThatIsNoRdf) {
  EXPECT_THAT(chosen({{"describedby", "https://repo.example/7.xml", "application/xml"}}),
              IsEmpty());
  EXPECT_THAT(chosen({{"describedby", "https://repo.example/7", ""},
                      {"describedby", "https://repo.example/7/meta", ""}}),
              ElementsAre("https://repo.example/7"));
}

TEST(SignpostChoice, KnowsRdfBehindTypesOfItsOwn) {
  EXPECT_THAT(chosen({{"describedby", "https://repo.example/c",
                       "application/vnd.codemeta.ld+json"}}),
              ElementsAre("https://repo.example/c"));
}

TEST(SignpostChoice, OpensItemsOnlyIfTheyAreKnownToBeRdf) {
  const std::vector<Signpost> signposts = {
      {"item", "https://files.example/7/data.csv", "text/csv"},
      {"item", "https://files.example/7/data.nt", "application/n-triples"},
      {"item", "https://files.example/7/data", ""},
      {"describedby", "https://repo.example/7.ttl", "text/turtle"}};
  EXPECT_THAT(chosen(signposts, {"describedby", "item"}),
              ElementsAre("https://repo.example/7.ttl", "https://files.example/7/data.nt"));
  EXPECT_THAT(chosen(signposts, {"item"}),
              ElementsAre("https://files.example/7/data.nt"));
  EXPECT_THAT(chosen(signposts, {}), IsEmpty());
}

// signposting.md §6: equivalent link sets give the same links; JSON is preferred.
TEST(SignpostChoice, AsksForOneLinkSetIfNothingElseIsThere) {
  const std::vector<Signpost> sets = {
      {"linkset", "https://repo.example/7.links", "application/linkset"},
      {"linkset", "https://repo.example/7.links.json", "application/linkset+json"}};
  const auto targets = choose_signposts(sets, std::vector<std::string>{"describedby"}, kPage);
  ASSERT_EQ(targets.size(), 1);
  EXPECT_EQ(targets[0].url, "https://repo.example/7.links.json");
  EXPECT_EQ(targets[0].task.kind, PageTask::Kind::linkset);
  EXPECT_EQ(targets[0].task.context, kPage);
  std::vector<Signpost> both = sets;
  both.push_back({"describedby", "https://repo.example/7.ttl", "text/turtle"});
  EXPECT_THAT(chosen(both), ElementsAre("https://repo.example/7.ttl"));
}

TEST(SignpostChoice, NeverLeadsBackToThePageOrOutOfTheWeb) {
  EXPECT_THAT(chosen({{"describedby", kPage, "text/turtle"},
                      {"describedby", std::string{kPage} + "#meta", "text/turtle"},
                      {"describedby", "file:///etc/passwd", "text/turtle"},
                      {"describedby", "urn:x:y", "text/turtle"}}),
              IsEmpty());
}

TEST(SignpostChoice, FindsARelationAmongSeveral) {
  EXPECT_THAT(chosen({{"canonical DescribedBy", "https://repo.example/7.ttl",
                       "Text/Turtle"}}),
              ElementsAre("https://repo.example/7.ttl"));
  EXPECT_THAT(chosen({{"describedby2", "https://repo.example/7.ttl", "text/turtle"}}),
              IsEmpty());
}

}  // namespace
}  // namespace semsite::test
