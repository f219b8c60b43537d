#include "unpack/unpacker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/drain.hpp"
#include "support/packing.hpp"
#include "unpack/unpacker_kit.hpp"

namespace semsite::unpacker_test {
namespace {

using test::Got;
using test::kTwo;
using test::lines;
using test::lines_of;
using test::pack_archive;
using test::pack_stream;
using test::Packed;
using test::stored_rar;
using test::unpack;
using test::unpack_all;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Unpacker, GivesAPlainDocumentAsItIs) {
  const std::string text = test::sample_text(600'000);
  Unpacker unpacker{test::memory(text), "http://example.org/dump.nt", Limits{}};
  const std::vector<Got> all = unpack_all(unpacker);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].name, "");
  EXPECT_EQ(all[0].hint, "http://example.org/dump.nt");
  EXPECT_TRUE(all[0].text == text);
  EXPECT_FALSE(unpacker.is_archive());
}

TEST(Unpacker, AnEmptySourceIsOneEmptyDocument) {
  EXPECT_THAT(lines_of(""), ElementsAre("="));
}

TEST(Unpacker, UndoesEveryCompressionAndItsSuffix) {
  const std::string text = test::sample_text(600'000);
  const struct {
    int filter;
    const char* suffix;
  } cases[] = {{ARCHIVE_FILTER_GZIP, ".gz"},   {ARCHIVE_FILTER_BZIP2, ".bz2"},
               {ARCHIVE_FILTER_XZ, ".xz"},     {ARCHIVE_FILTER_LZMA, ".lzma"},
               {ARCHIVE_FILTER_ZSTD, ".zst"},  {ARCHIVE_FILTER_LZ4, ".lz4"},
               {ARCHIVE_FILTER_COMPRESS, ".Z"}};
  for (const auto& each : cases) {
    const std::string name = std::string{"dump.nt"} + each.suffix;
    Unpacker unpacker{test::memory(pack_stream(each.filter, text)), name, Limits{}};
    const std::vector<Got> all = unpack_all(unpacker);
    ASSERT_EQ(all.size(), 1U) << name;
    EXPECT_EQ(all[0].name, "") << name;
    EXPECT_EQ(all[0].hint, "dump.nt") << name;
    EXPECT_EQ(all[0].error, "") << all[0].message;
    EXPECT_TRUE(all[0].text == text) << name;
    EXPECT_FALSE(unpacker.is_archive());
  }
}

// semantic-sitemap §6: `.xml.gz` often arrives already decoded by the HTTP layer.
TEST(Unpacker, TakesThePackingSuffixOffAlsoWhenTheBytesAreNotPacked) {
  EXPECT_EQ(unpack("text", "dump.nt.gz")[0].hint, "dump.nt");
}

TEST(Unpacker, OpensEveryArchive) {
  const struct {
    int format;
    const char* options;
  } cases[] = {{ARCHIVE_FORMAT_ZIP, "zip:compression=deflate"},
               {ARCHIVE_FORMAT_ZIP, "zip:compression=store"},
               {ARCHIVE_FORMAT_ZIP, "zip:zip64"},
               {ARCHIVE_FORMAT_7ZIP, nullptr},
               {ARCHIVE_FORMAT_TAR_USTAR, nullptr},
               {ARCHIVE_FORMAT_TAR_GNUTAR, nullptr},
               {ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, nullptr},
               {ARCHIVE_FORMAT_CPIO_SVR4_NOCRC, nullptr},
               {ARCHIVE_FORMAT_CPIO_POSIX, nullptr}};
  for (const auto& each : cases) {
    for (const std::size_t step : {1, 100, 4096}) {
      Unpacker unpacker{test::memory(pack_archive(each.format, kTwo, each.options), step),
                        "dump", Limits{}};
      EXPECT_THAT(lines(unpack_all(unpacker)), ElementsAre("a.nt=one\n", "b/c.ttl=two\n"))
          << each.format << ' ' << step;
      EXPECT_TRUE(unpacker.is_archive());
    }
  }
}

TEST(Unpacker, OpensTarsFromBeforePosix) {
  EXPECT_THAT(lines_of(test::as_v7_tar(pack_archive(ARCHIVE_FORMAT_TAR_USTAR,
                                                    {{.name = "a", .bytes = "one"}}))),
              ElementsAre("a=one"));
}

TEST(Unpacker, OpensRar) {
  EXPECT_THAT(lines_of(stored_rar("a.nt", "one\n")), ElementsAre("a.nt=one\n"));
}

TEST(Unpacker, EmptyArchivesHoldNothingAndAreNoError) {
  for (const int format :
       {ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_7ZIP, ARCHIVE_FORMAT_CPIO_SVR4_NOCRC}) {
    Unpacker unpacker{test::memory(pack_archive(format, {})), "dump", Limits{}};
    EXPECT_THAT(lines(unpack_all(unpacker)), IsEmpty()) << format;
    EXPECT_TRUE(unpacker.is_archive()) << format;
  }
}

TEST(Unpacker, OpensWhatIsPackedTwice) {
  const std::string inner = pack_stream(ARCHIVE_FILTER_GZIP, "one\n");
  const std::string zip = pack_archive(
      ARCHIVE_FORMAT_ZIP,
      {{.name = "d/a.nt.gz", .bytes = inner},
       {.name = "b.tar", .bytes = pack_archive(ARCHIVE_FORMAT_TAR_USTAR, kTwo)},
       {.name = "c.nt", .bytes = "three\n"}});
  const std::vector<Got> all = unpack(zip);
  EXPECT_THAT(lines(all), ElementsAre("d/a.nt.gz=one\n", "b.tar/a.nt=one\n",
                                      "b.tar/b/c.ttl=two\n", "c.nt=three\n"));
  EXPECT_EQ(all[0].hint, "d/a.nt");
  EXPECT_EQ(all[2].hint, "b/c.ttl");
}

TEST(Unpacker, OpensCompressedTars) {
  const std::string tar = pack_archive(ARCHIVE_FORMAT_TAR_USTAR, kTwo);
  for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_BZIP2})
    EXPECT_THAT(lines_of(pack_stream(filter, tar)),
                ElementsAre("a.nt=one\n", "b/c.ttl=two\n"));
}

TEST(Unpacker, ReadsLargeEntriesOnAThreadAndInOrder) {
  std::vector<Packed> items;
  for (int i = 0; i < 5; ++i)
    items.push_back({.name = std::to_string(i) + ".nt",
                     .bytes = test::sample_text(static_cast<std::size_t>(i) * 700'001)});
  const std::vector<Got> all = unpack(
      pack_stream(ARCHIVE_FILTER_ZSTD, pack_archive(ARCHIVE_FORMAT_TAR_USTAR, items)));
  ASSERT_EQ(all.size(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    EXPECT_EQ(all[i].error, "");
    EXPECT_TRUE(all[i].text == items[i].bytes) << i;
  }
}

TEST(Unpacker, PassesOverWhatTheConsumerDoesNotRead) {
  const std::string large = test::sample_text(900'000);
  const std::string zip = pack_archive(
      ARCHIVE_FORMAT_ZIP, {{.name = "a", .bytes = large},
                           {.name = "b", .bytes = pack_stream(ARCHIVE_FILTER_XZ, large)},
                           {.name = "c", .bytes = "last"}});
  Unpacker unpacker{test::memory(zip), "dump", Limits{}};
  std::optional<Entry> first = unpacker.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->bytes->read().bytes, std::string_view{large}.substr(0, kBlockBytes));
  const std::optional<Entry> second = unpacker.next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->name, "b");
  EXPECT_TRUE(first->bytes->read().empty()) << "its time is over";
  const std::optional<Entry> third = unpacker.next();
  ASSERT_TRUE(third);
  EXPECT_EQ(test::drain(*third->bytes).text, "last");
  EXPECT_FALSE(unpacker.next());
  EXPECT_FALSE(unpacker.next());
}

TEST(Unpacker, MayDieInTheMiddleOfALargeEntry) {
  const std::string packed =
      pack_stream(ARCHIVE_FILTER_GZIP, test::sample_text(8'000'000));
  std::optional<Entry> entry;
  {
    Unpacker unpacker{test::memory(packed), "dump", Limits{}};
    entry = unpacker.next();
    ASSERT_TRUE(entry);
    EXPECT_FALSE(entry->bytes->read().empty());
    EXPECT_FALSE(entry->bytes->read().empty());
  }
  EXPECT_TRUE(entry->bytes->read().empty());
}

TEST(Unpacker, FoldersLinksAndWhatMacOsAddsAreNoDocuments) {
  const std::string double_file{"\0\x05\x16\x07\0\2\0\0Mac OS X", 16};
  const std::string tar = pack_archive(
      ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE,
      {{.name = "folder/", .bytes = "", .kind = AE_IFDIR},
       {.name = "folder/link", .bytes = "", .kind = AE_IFLNK, .link = "../a.nt"},
       {.name = "way", .bytes = "", .kind = AE_IFLNK, .link = "./folder"},
       {.name = "pipe", .bytes = "", .kind = AE_IFIFO},
       {.name = "a.nt", .bytes = "one\n"},
       {.name = "hard", .bytes = "", .link = "a.nt"},
       {.name = "__MACOSX/._a.nt", .bytes = double_file},
       {.name = "._a.nt", .bytes = double_file},
       {.name = "folder/.DS_Store", .bytes = std::string{"\0\0\0\1Bud1\0", 9}}});
  EXPECT_THAT(lines_of(tar), ElementsAre("a.nt=one\n"));
}

// Publishing links where data should be is a common mistake.
TEST(Unpacker, LinksToWhatIsNotInTheArchiveAreTold) {
  const auto tar = [](const std::vector<Packed>& items) {
    return pack_archive(ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, items);
  };
  const std::vector<Got> all =
      unpack(tar({{.name = "b.nt", .bytes = "", .kind = AE_IFLNK, .link = "/data/b.nt"},
                  {.name = "d/c.nt", .bytes = "", .kind = AE_IFLNK, .link = "../../c.nt"},
                  {.name = "a.nt", .bytes = "one\n"}}));
  EXPECT_THAT(lines(all),
              ElementsAre("a.nt=one\n", "d/c.nt=!unpack.link", "b.nt=!unpack.link"));
  EXPECT_THAT(all[2].message, testing::HasSubstr("/data/b.nt"));
  EXPECT_THAT(lines_of(tar({{.name = "hard.nt", .bytes = "", .link = "gone.nt"},
                            {.name = "a.nt", .bytes = "one\n"}})),
              ElementsAre("=!unpack.damaged", "a.nt=one\n"));
}

TEST(Unpacker, FilesOfOneNameAreToldApart) {
  Unpacker unpacker{
      test::memory(pack_archive(ARCHIVE_FORMAT_TAR_USTAR, {{.name = "a", .bytes = "1"},
                                                           {.name = "b", .bytes = "2"},
                                                           {.name = "a", .bytes = "3"},
                                                           {.name = "a", .bytes = "4"}})),
      "dump", Limits{}};
  std::vector<std::string> parts;
  while (const std::optional<Entry> entry = unpacker.next())
    parts.push_back(entry->name + ":" + entry->part);
  EXPECT_THAT(parts, ElementsAre("a:", "b:", "a:copy 1", "a:copy 2"));
}

TEST(Unpacker, DataUnderTheNamesOfMacOsIsData) {
  EXPECT_THAT(lines_of(pack_archive(ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE,
                                    {{.name = "__MACOSX/a.nt", .bytes = "one\n"},
                                     {.name = "._b.nt", .bytes = "two\n"},
                                     {.name = ".DS_Store", .bytes = "three\n"}})),
              ElementsAre("__MACOSX/a.nt=one\n", "._b.nt=two\n", ".DS_Store=three\n"));
}

}  // namespace
}  // namespace semsite::unpacker_test
