#include "report/term_counts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace semsite::term_counts_iri_counts_test {
namespace {

using Rows = std::vector<IriCounts::Row>;

TEST(IriCounts, CountExactlyWhatFits) {
  IriCounts counts;
  for (const char* iri : {"b", "a", "b", "", "b", "a"}) counts.add(iri);
  EXPECT_EQ(counts.rows(), (Rows{{"b", 3}, {"a", 2}, {"", 1}}));
  EXPECT_EQ(counts.total(), 6U);
  EXPECT_EQ(counts.error(), 0U);
  EXPECT_TRUE(counts.is_exact());
}

TEST(IriCounts, TellIrisOfEveryLengthApart) {
  IriCounts counts;
  std::map<std::string, std::uint64_t> truth;
  std::string iri;
  for (unsigned size = 0; size < 100; ++size) {
    for (unsigned at = 0; at < size; ++at) {
      std::string other = iri;
      other[at] = 'y';
      truth[other] += at + 1;
      counts.add(other, at + 1);
    }
    truth[iri] += 7;
    counts.add(iri, 7);
    iri += 'x';
  }
  EXPECT_EQ(counts.size(), truth.size());
  for (const IriCounts::Row& row : counts.rows()) EXPECT_EQ(truth[row.iri], row.count);
}

TEST(IriCounts, KeepTheirOwnCopyOfEachIri) {
  IriCounts counts;
  {
    const std::string passing = "http://example.org/" + std::string(40, 'p');
    counts.add(passing);
  }
  EXPECT_EQ(counts.rows()[0].iri, "http://example.org/" + std::string(40, 'p'));
}

TEST(IriCounts, StayWithinTheirErrorHoweverManyThereAre) {
  constexpr std::size_t kKept = 50;
  IriCounts counts{kKept};
  std::map<std::string, std::uint64_t> truth;
  std::mt19937 random{7};
  for (int i = 0; i < 200'000; ++i) {
    // A few are frequent, thousands are rare.
    const auto draw = random();
    const std::string iri =
        "http://example.org/" + std::to_string(draw % 3 != 0 ? draw % 17 : draw % 20'011);
    ++truth[iri];
    counts.add(iri);
  }
  EXPECT_EQ(counts.total(), 200'000U);
  EXPECT_GT(counts.error(), 0U);
  EXPECT_LE(counts.error(), counts.total() / kKept);
  EXPECT_LT(counts.size(), 2 * kKept);
  std::map<std::string, std::uint64_t> listed;
  for (const IriCounts::Row& row : counts.rows()) {
    EXPECT_LE(row.count, truth[row.iri]);
    listed[row.iri] = row.count;
  }
  for (const auto& [iri, count] : truth)
    EXPECT_GE(listed[iri] + counts.error(), count) << iri;
}

TEST(IriCounts, AddUpWithinTheSumOfTheirErrors) {
  constexpr std::size_t kKept = 20;
  std::map<std::string, std::uint64_t> truth;
  IriCounts sum{kKept};
  std::mt19937 random{11};
  for (int part = 0; part < 8; ++part) {
    IriCounts one{kKept};
    for (int i = 0; i < 20'000; ++i) {
      const std::string iri =
          "x" + std::to_string(random() % 2 == 0 ? random() % 5 : random() % 3001);
      ++truth[iri];
      one.add(iri);
    }
    sum.add(one);
  }
  EXPECT_EQ(sum.total(), 160'000U);
  EXPECT_LE(sum.error(), sum.total() / kKept);
  std::map<std::string, std::uint64_t> listed;
  for (const IriCounts::Row& row : sum.rows()) listed[row.iri] = row.count;
  for (const auto& [iri, count] : truth) {
    EXPECT_LE(listed[iri], count) << iri;
    EXPECT_GE(listed[iri] + sum.error(), count) << iri;
  }
}

TEST(IriCounts, CountIrisThatAreTooLongWithoutKeepingThem) {
  IriCounts counts;
  counts.add(std::string(100'000, 'x'));
  counts.add("a");
  EXPECT_EQ(counts.rows(), (Rows{{"a", 1}}));
  EXPECT_EQ(counts.total(), 2U);
  EXPECT_FALSE(counts.is_exact());
}

TEST(IriCounts, AreEmptyAndUsableAfterAMove) {
  IriCounts counts;
  counts.add("a", 3);
  IriCounts other = std::move(counts);
  EXPECT_EQ(other.rows(), (Rows{{"a", 3}}));
  counts.add("b");
  EXPECT_EQ(counts.rows(), (Rows{{"b", 1}}));
  EXPECT_EQ(counts.total(), 1U);
  other = std::move(counts);
  EXPECT_EQ(other.rows(), (Rows{{"b", 1}}));
}

}  // namespace
}  // namespace semsite::term_counts_iri_counts_test
