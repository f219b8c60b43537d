#include "unpack/unpacker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "support/packing.hpp"
#include "support/sanitized.hpp"
#include "unpack/unpacker_kit.hpp"

namespace semsite::unpacker_limits_test {
namespace {

using test::Got;
using test::kTwo;
using test::line;
using test::lines_of;
using test::pack_archive;
using test::pack_stream;
using test::Packed;
using test::unpack;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Unpacker, StopsABombAtTheRatio) {
  Limits limits;
  limits.archive_ratio = 100;
  limits.archive_ratio_from_bytes = kMiB;
  const std::string zeros(4 * kMiB, '0');
  for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD}) {
    const std::vector<Got> all = unpack(pack_stream(filter, zeros), "dump", limits);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].error, "unpack.bomb");
    EXPECT_LE(all[0].text.size(), 2 * kMiB);
    EXPECT_THAT(all[0].message, HasSubstr("--max-ratio"));
    EXPECT_THAT(all[0].message, HasSubstr("more than 100 times"));
  }
}

TEST(Unpacker, CountsTheRatioOverAllEntriesAndLayers) {
  Limits limits;
  limits.archive_ratio = 100;
  limits.archive_ratio_from_bytes = kMiB;
  std::vector<Packed> items;
  for (int i = 0; i < 64; ++i)
    items.push_back({.name = std::to_string(i), .bytes = std::string(100'000, '0')});
  const std::vector<Got> flat =
      unpack(pack_archive(ARCHIVE_FORMAT_ZIP, items), "dump", limits);
  EXPECT_LT(flat.size(), 64U);
  EXPECT_EQ(flat.back().error, "unpack.bomb");
  const std::vector<Got> nested =
      unpack(pack_archive(
                 ARCHIVE_FORMAT_ZIP,
                 {{.name = "in.gz",
                   .bytes = pack_stream(ARCHIVE_FILTER_GZIP, std::string(4 * kMiB, '0'))},
                  {.name = "after", .bytes = "x"}}),
             "dump", limits);
  ASSERT_EQ(nested.size(), 1U) << "nothing more is unpacked";
  EXPECT_EQ(nested[0].error, "unpack.bomb");
}

TEST(Unpacker, SmallThingsMayPackAsWellAsTheyLike) {
  Limits limits;
  limits.archive_ratio = 2;
  EXPECT_EQ(
      unpack(pack_stream(ARCHIVE_FILTER_GZIP, std::string(kMiB, '0')), "x", limits)[0]
          .error,
      "");
}

TEST(Unpacker, StopsAtTheNumberOfEntries) {
  Limits limits;
  limits.archive_entries = 1;
  const std::vector<Got> all =
      unpack(pack_archive(ARCHIVE_FORMAT_TAR_USTAR, kTwo), "dump", limits);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(line(all[0]), "a.nt=one\n");
  EXPECT_EQ(all[1].error, "unpack.entries");
  EXPECT_THAT(all[1].message, HasSubstr("--max-entries"));
}

TEST(Unpacker, StopsAtTheDepthButReadsWhatLiesBesideIt) {
  std::string deep = "x";
  for (int i = 0; i < 3; ++i) deep = pack_stream(ARCHIVE_FILTER_GZIP, deep);
  EXPECT_THAT(lines_of(deep), ElementsAre("=x"));
  const std::vector<Got> all =
      unpack(pack_archive(ARCHIVE_FORMAT_ZIP, {{.name = "deep", .bytes = deep},
                                               {.name = "flat", .bytes = "y"}}));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].error, "unpack.depth");
  EXPECT_THAT(all[0].message, HasSubstr("entry deep"));
  EXPECT_THAT(all[0].message, HasSubstr("more than 3 times"));
  EXPECT_THAT(all[0].message, HasSubstr("--max-archive-depth"));
  EXPECT_EQ(line(all[1]), "flat=y");
}

// APPNOTE §4.4.1.4: the classic count has 16 bits.
TEST(Unpacker, ReadsMoreThan65535Entries) {
  if (test::kSanitized) GTEST_SKIP() << "takes minutes";
  constexpr int kCount = 66'000;
  std::vector<Packed> items(kCount);
  for (int i = 0; i < kCount; ++i) {
    items[static_cast<std::size_t>(i)].name = std::to_string(i);
    items[static_cast<std::size_t>(i)].bytes = std::to_string(i * 7);
  }
  const std::vector<Got> all =
      unpack(pack_archive(ARCHIVE_FORMAT_ZIP, items, "zip:compression=store"));
  ASSERT_EQ(all.size(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(all[i].name, items[i].name);
    ASSERT_EQ(all[i].text, items[i].bytes);
    ASSERT_EQ(all[i].error, "");
  }
}

}  // namespace
}  // namespace semsite::unpacker_limits_test
