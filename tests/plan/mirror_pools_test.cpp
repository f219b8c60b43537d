#include "plan/mirror_pools.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/sanitized.hpp"

namespace semsite::mirror_pools_test {
namespace {

using testing::ElementsAre;

DatasetLocation at(std::string url, std::uint32_t group, std::uint32_t rank,
                   std::uint64_t weight = 1) {
  DatasetLocation out;
  out.url = std::move(url);
  out.group = group;
  out.rank = rank;
  out.weight = weight;
  return out;
}

std::vector<std::vector<std::string>> urls_of(const std::vector<MirrorPool>& pools) {
  std::vector<std::vector<std::string>> out;
  for (const MirrorPool& pool : pools) {
    out.emplace_back();
    for (const Location& one : pool.mirrors) out.back().push_back(one.url);
  }
  return out;
}

struct Pools {
  SiteProfile profile;
  PlanRandom random{1};
  std::vector<std::string> notes;

  std::vector<MirrorPool> of(const std::vector<DatasetLocation>& said,
                             DumpSemantics semantics = DumpSemantics::automatic) {
    SitemapDataset dataset;
    dataset.dumps = said;
    return PoolMaker{profile, semantics, random}.dumps(
        said, meaning_of_dumps(dataset, semantics), notes);
  }
};

// As many as a sitemap may name of one dataset; the square of that takes minutes.
TEST(MirrorPools, HundredThousandDumpsAreGroupedInOneGo) {
  constexpr std::uint32_t kDumps = test::many(100'000);
  std::vector<DatasetLocation> all;
  for (std::uint32_t i = 0; i < kDumps; ++i) {
    all.push_back(at("http://a.example/" + std::to_string(i) + ".nt", 0, 0));
    all.back().checksums.push_back({"sha256", "the same of all"});
  }
  Pools pools;
  for (DatasetLocation& one : all) one.source = "http://a.example/void";
  EXPECT_EQ(pools.of(all).size(), 1U);
  for (DatasetLocation& one : all) one.checksums.clear();
  all.push_back(all.front());
  EXPECT_EQ(pools.of(all).size(), kDumps);
  EXPECT_EQ(pools.of(all, DumpSemantics::mirrors).at(0).mirrors.size(), kDumps + 1);
}

TEST(MirrorPools, GroupsArePartsAndRanksTheOrderWithin) {
  Pools pools;
  const auto made = pools.of({at("a2", 1, 1), at("b", 2, 0), at("a1", 1, 0),
                              at("c", 0, 0), at("d", 0, 0), at("a3", 1, 2)});
  EXPECT_THAT(urls_of(made), ElementsAre(ElementsAre("a1", "a2", "a3"), ElementsAre("b"),
                                         ElementsAre("c"), ElementsAre("d")));
  EXPECT_EQ(made[0].mirrors[0].probability, 1);
  EXPECT_EQ(made[0].mirrors[1].probability, 0);
  EXPECT_EQ(made[0].mirrors[1].weight, 0U);
}

TEST(MirrorPools, EqualsAreDrawnByTheirWeights) {
  Pools pools;
  const auto made = pools.of({at("a", 1, 0, 3), at("b", 1, 0, 1), at("c", 1, 1)});
  ASSERT_EQ(made.size(), 1U);
  double sum = 0;
  for (const Location& one : made[0].mirrors) {
    sum += one.probability;
    if (one.url == "a") {
      EXPECT_DOUBLE_EQ(one.probability, 0.75);
    }
  }
  EXPECT_DOUBLE_EQ(sum, 1);
  EXPECT_EQ(made[0].mirrors[2].url, "c");
}

TEST(MirrorPools, TheUserKnowsBetterThanAnyGroup) {
  Pools pools;
  const std::vector<DatasetLocation> said = {at("a", 1, 0), at("b", 1, 1), at("c", 2, 0)};
  EXPECT_EQ(pools.of(said, DumpSemantics::parts).size(), 3U);
  EXPECT_EQ(pools.of(said, DumpSemantics::mirrors).size(), 1U);
}

TEST(MirrorPools, OneNameInSeveralFormsIsOneFile) {
  Pools pools;
  EXPECT_THAT(
      urls_of(pools.of(
          {at("http://a.example/x.ttl", 0, 0), at("http://a.example/y.nt", 0, 0),
           at("http://a.example/x.nt.gz", 0, 0), at("https://a.example/x.rdf", 0, 0)})),
      ElementsAre(ElementsAre("http://a.example/x.nt.gz", "http://a.example/x.ttl",
                              "https://a.example/x.rdf"),
                  ElementsAre("http://a.example/y.nt")));
  EXPECT_EQ(pools.notes.size(), 2U);
  EXPECT_EQ(
      pools
          .of({at("http://a.example/x-1.nt", 0, 0), at("http://a.example/x-2.ttl", 0, 0),
               at("http://a.example/1/x.nt", 0, 0), at("http://a.example/2/x.ttl", 0, 0),
               at("http://a.example/get?x.nt", 0, 0),
               at("http://a.example/get?x.ttl", 0, 0)})
          .size(),
      6U);
}

TEST(MirrorPools, OneChecksumIsOneFile) {
  Pools pools;
  std::vector<DatasetLocation> said{at("http://a.example/1", 0, 0),
                                    at("http://b.example/2", 0, 0),
                                    at("http://b.example/3", 0, 0)};
  for (DatasetLocation& one : said) one.source = "http://a.example/void";
  said[0].checksums = {{"md5", "aa"}, {"sha-256", "bb"}};
  said[1].checksums = {{"sha-256", "bb"}};
  said[2].checksums = {{"md5", "bb"}};
  const auto made = pools.of(said);
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].mirrors.size(), 2U);
  EXPECT_EQ(made[1].mirrors[0].url, "http://b.example/3");
}

TEST(MirrorPools, OneChecksumAndAnotherThatContradictsAreTwoFiles) {
  Pools pools;
  std::vector<DatasetLocation> said{at("http://a.example/1", 0, 0),
                                    at("http://a.example/2", 0, 0),
                                    at("http://a.example/3", 0, 0)};
  for (DatasetLocation& one : said) one.source = "http://a.example/void";
  said[0].checksums = {{"md5", "aa"}, {"sha-256", "bb"}};
  said[1].checksums = {{"md5", "aa"}, {"sha-256", "cc"}};
  EXPECT_EQ(pools.of({said[0], said[1]}).size(), 2U);
  // One that says less joins one of them, and not both.
  said[2].checksums = {{"md5", "aa"}};
  EXPECT_EQ(pools.of({said[0], said[2], said[1]}).size(), 2U);
  EXPECT_EQ(pools.of({said[2], said[0], said[1]}).size(), 2U);
}

TEST(MirrorPools, AnotherHostsFileIsAnotherFileInDescriptions) {
  Pools pools;
  std::vector<DatasetLocation> said{at("http://a.example/dump.nt", 0, 0),
                                    at("http://b.example/dump.nt", 0, 0)};
  EXPECT_EQ(pools.of(said).size(), 1U);  // a sitemap's
  for (DatasetLocation& one : said) one.source = "http://a.example/void";
  EXPECT_EQ(pools.of(said).size(), 2U);
}

TEST(MirrorPools, SayWhatGroupsMean) {
  SitemapDataset dataset;
  dataset.grouping = "because";
  dataset.dumps = {at("a", 1, 0), at("b", 1, 0)};
  EXPECT_TRUE(meaning_of_dumps(dataset, DumpSemantics::automatic).mirrors);
  EXPECT_EQ(meaning_of_dumps(dataset, DumpSemantics::automatic).reason, "because");
  dataset.dumps.push_back(at("c", 2, 0));
  EXPECT_FALSE(meaning_of_dumps(dataset, DumpSemantics::automatic).mirrors);
}

}  // namespace
}  // namespace semsite::mirror_pools_test
