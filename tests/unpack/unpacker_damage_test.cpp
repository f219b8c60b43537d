#include "unpack/unpacker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "support/packing.hpp"
#include "unpack/unpacker_kit.hpp"
#include "unpack/zip_kit.hpp"

namespace semsite::unpacker_damage_test {
namespace {

using test::Got;
using test::kTwo;
using test::line;
using test::lines;
using test::lines_of;
using test::pack_archive;
using test::pack_stream;
using test::stored_rar;
using test::unpack;
using test::zip_parts;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Unpacker, EncryptedEntriesAreNamedAndTheOthersRead) {
  // Sizes in the header, or behind the data.
  for (const unsigned flags : {1U, 9U}) {
    const std::vector<Got> all = unpack(
        zip_parts({{.name = "secret.nt", .bytes = "xxxxxxxxxxxxxxxx", .flags = flags},
                   {.name = "good.nt", .bytes = "one\n"}})
            .whole());
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].error, "unpack.encrypted");
    EXPECT_THAT(all[0].message, HasSubstr("dump: entry secret.nt: encrypted"));
    EXPECT_EQ(line(all[1]), "good.nt=one\n");
  }
}

TEST(Unpacker, AWrongChecksumDamagesOneEntryOnly) {
  std::string zip = zip_parts({{.name = "a.nt", .bytes = "one\n"},
                               {.name = "b/c.ttl", .bytes = "two\n"}})
                        .whole();
  zip[zip.find("one\n")] = 'O';
  const std::vector<Got> all = unpack(zip);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].error, "unpack.damaged");
  EXPECT_THAT(all[0].message, HasSubstr("entry a.nt"));
  EXPECT_EQ(line(all[1]), "b/c.ttl=two\n");
}

TEST(Unpacker, ADamagedCompressedEntryDoesNotStopTheOthers) {
  std::string bad = pack_stream(ARCHIVE_FILTER_GZIP, "one\n");
  bad[bad.size() - 6] ^= 1;
  const std::vector<Got> all =
      unpack(pack_archive(ARCHIVE_FORMAT_TAR_USTAR, {{.name = "a.gz", .bytes = bad},
                                                     {.name = "b", .bytes = "two"}}));
  EXPECT_THAT(lines(all), ElementsAre("a.gz=one\n!unpack.damaged", "b=two"));
  EXPECT_THAT(all[0].message, HasSubstr("dump: entry a.gz: damaged"));
}

/// Both archives' texts in full, or an error: nothing in between.
TEST(Unpacker, EveryShorteningOfAnArchiveIsNoticed) {
  const struct {
    int format;
    const char* options;
  } cases[] = {{ARCHIVE_FORMAT_ZIP, "zip:compression=deflate"},
               {ARCHIVE_FORMAT_ZIP, "zip:compression=store"},
               {ARCHIVE_FORMAT_7ZIP, nullptr},
               {ARCHIVE_FORMAT_TAR_USTAR, nullptr},
               {ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, nullptr},
               {ARCHIVE_FORMAT_CPIO_SVR4_NOCRC, nullptr},
               {ARCHIVE_FORMAT_CPIO_POSIX, nullptr}};
  for (const auto& each : cases) {
    const std::string packed = pack_archive(each.format, kTwo, each.options);
    // Below a header the bytes do not show what they are; the zeros that end a tar and
    // what pads it to full records may be cut.
    const bool tar = (each.format & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    const std::size_t end =
        tar ? packed.find_last_not_of('\0') / 512 * 512 + 512 : packed.size() - 1;
    for (std::size_t length = tar ? 512 : 30; length <= end; ++length) {
      const std::vector<Got> all = unpack(packed.substr(0, length));
      std::string errors;
      for (const Got& got : all) errors += got.error + ' ' + got.message + '\n';
      if (each.format == ARCHIVE_FORMAT_7ZIP) {
        EXPECT_THAT(errors, HasSubstr("unpack.")) << length;
      } else {
        EXPECT_THAT(errors, HasSubstr("unpack.truncated"))
            << each.format << ' ' << length;
      }
    }
  }
}

TEST(Unpacker, ATruncatedCompressedTarSaysSoOnceAfterItsWholeEntries) {
  const std::string text = test::sample_text(3'000'000);
  const std::string packed = pack_stream(
      ARCHIVE_FILTER_GZIP,
      pack_archive(ARCHIVE_FORMAT_TAR_USTAR, {{.name = "a", .bytes = "one"},
                                              {.name = "b", .bytes = text},
                                              {.name = "c", .bytes = "three"}}));
  const std::vector<Got> all = unpack(packed.substr(0, packed.size() / 2));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(line(all[0]), "a=one");
  EXPECT_EQ(all[1].name, "b");
  EXPECT_EQ(all[1].error, "unpack.truncated");
  EXPECT_GT(all[1].text.size(), 1'000'000U);
  EXPECT_TRUE(text.starts_with(all[1].text));
}

TEST(Unpacker, ASmallTruncatedDocumentStillGivesWhatItHas) {
  const std::string packed = pack_stream(ARCHIVE_FILTER_GZIP, "<a> <b> <c> .\n");
  EXPECT_THAT(lines_of(packed.substr(0, packed.size() - 4)),
              ElementsAre("=<a> <b> <c> .\n!unpack.truncated"));
}

TEST(Unpacker, MutatedArchivesNeitherCrashNorHang) {
  const std::vector<std::string> seeds = {
      pack_archive(ARCHIVE_FORMAT_ZIP, kTwo),
      pack_archive(ARCHIVE_FORMAT_7ZIP, kTwo),
      pack_archive(ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, kTwo),
      pack_archive(ARCHIVE_FORMAT_CPIO_SVR4_NOCRC, kTwo),
      stored_rar("a.nt", "one\n"),
      pack_stream(ARCHIVE_FILTER_GZIP, pack_archive(ARCHIVE_FORMAT_TAR_USTAR, kTwo))};
  Limits limits;
  limits.archive_ratio_from_bytes = kMiB;
  limits.archive_entries = 1000;
  std::mt19937 random{11};  // the same in every run
  for (int i = 0; i < 3000; ++i) {
    std::string packed = seeds[static_cast<std::size_t>(i) % seeds.size()];
    for (unsigned c = 0; c <= random() % 5; ++c)
      packed[random() % packed.size()] = static_cast<char>(random());
    if (random() % 4 == 0) packed.resize(random() % packed.size());
    (void)unpack(packed, "dump", limits, 1 + random() % 600);
  }
}

}  // namespace
}  // namespace semsite::unpacker_damage_test
