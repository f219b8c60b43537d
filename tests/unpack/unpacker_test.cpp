#include "unpack/unpacker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/drain.hpp"
#include "support/packing.hpp"

namespace semsite {
namespace {

using test::pack_archive;
using test::pack_stream;
using test::Packed;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What came of one document, or of a call of next() that threw.
struct Got {
  std::string name{}, hint{}, text{}, error{}, message{};
};

/// Name and text as one line, and the error if there was one.
std::string line(const Got& got) {
  std::string out = got.name + '=' + got.text;
  if (!got.error.empty()) out += '!' + got.error;
  return out;
}

std::vector<Got> unpack_all(Unpacker& unpacker) {
  std::vector<Got> all;
  for (int calls = 0; calls < 100'000; ++calls) {
    try {
      std::optional<Entry> entry = unpacker.next();
      if (!entry) return all;
      test::Drained got = test::drain(*entry->bytes);
      all.push_back({entry->name, entry->hint, std::move(got.text), std::move(got.error),
                     std::move(got.message)});
    } catch (const DocumentError& error) {
      all.push_back({.error = error.code(), .message = error.what()});
    }
  }
  ADD_FAILURE() << "next() does not come to an end";
  return all;
}

std::vector<Got> unpack(std::string packed, const std::string& name = "dump",
                        const Limits& limits = {}, std::size_t step = 4096) {
  Unpacker unpacker{test::memory(std::move(packed), step), name, limits};
  return unpack_all(unpacker);
}

std::vector<std::string> lines(const std::vector<Got>& all) {
  std::vector<std::string> out;
  for (const Got& got : all) out.push_back(line(got));
  return out;
}

std::vector<std::string> lines_of(std::string packed, const Limits& limits = {}) {
  return lines(unpack(std::move(packed), "dump", limits));
}

const std::vector<Packed> kTwo = {{.name = "a.nt", .bytes = "one\n"},
                                  {.name = "b/c.ttl", .bytes = "two\n"}};

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

/// A RAR 1.5 archive of one stored file.
std::string stored_rar(std::string_view name, std::string_view bytes) {
  const auto header = [](const std::string& rest) {
    return test::le(test::crc32(rest) & 0xFFFF, 2) + rest;
  };
  std::string out{"Rar!\x1A\x07\0", 7};
  out += header('\x73' + test::le(0, 2) + test::le(13, 2) + test::le(0, 6));
  out += header('\x74' + test::le(0x8000, 2) + test::le(32 + name.size(), 2) +
                test::le(bytes.size(), 4) + test::le(bytes.size(), 4) + '\x03' +
                test::le(test::crc32(bytes), 4) + test::le(0, 4) + '\x14' + '\x30' +
                test::le(name.size(), 2) + test::le(0100644, 4) + std::string{name});
  out += bytes;
  return out + header('\x7B' + test::le(0x4000, 2) + test::le(7, 2));
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
       {.name = "link", .bytes = "", .kind = AE_IFLNK, .link = "/etc/passwd"},
       {.name = "pipe", .bytes = "", .kind = AE_IFIFO},
       {.name = "a.nt", .bytes = "one\n"},
       {.name = "hard", .bytes = "", .link = "a.nt"},
       {.name = "__MACOSX/._a.nt", .bytes = double_file},
       {.name = "._a.nt", .bytes = double_file},
       {.name = "folder/.DS_Store", .bytes = "x"}});
  EXPECT_THAT(lines_of(tar), ElementsAre("a.nt=one\n"));
}

TEST(Unpacker, NamesStayAsTheyAreWritten) {
  const std::vector<Packed> items = {
      {.name = "http%3A%2F%2Fexample.org%2Fa%3Fb%23c", .bytes = "1"},
      {.name = "../../etc/passwd", .bytes = "2"},
      {.name = "stra\xC3\x9F"
               "e.nt",
       .bytes = "3"},
      {.name = "latin\xFC.nt", .bytes = "4"}};
  const std::vector<std::string> expected = {"http%3A%2F%2Fexample.org%2Fa%3Fb%23c=1",
                                             "../../etc/passwd=2",
                                             "stra\xC3\x9F"
                                             "e.nt=3",
                                             "latin\xFC.nt=4"};
  for (const int format :
       {ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_CPIO_SVR4_NOCRC})
    EXPECT_EQ(lines_of(pack_archive(format, items)), expected) << format;
}

/// One stored zip entry with all its records; `flags` as in APPNOTE §4.4.4.
std::string stored_zip(std::string_view name, std::string_view bytes, unsigned flags) {
  const std::string common = test::le(flags, 2) + test::le(0, 2) + test::le(0, 4) +
                             test::le(test::crc32(bytes), 4) + test::le(bytes.size(), 4) +
                             test::le(bytes.size(), 4) + test::le(name.size(), 2) +
                             test::le(0, 2);
  std::string out =
      "PK\x03\x04" + test::le(20, 2) + common + std::string{name} + std::string{bytes};
  const std::string directory = "PK\x01\x02" + test::le(20, 2) + test::le(20, 2) +
                                common + test::le(0, 14) + std::string{name};
  return out + directory + "PK\x05\x06" + test::le(0, 4) + test::le(1, 2) +
         test::le(1, 2) + test::le(directory.size(), 4) + test::le(out.size(), 4) +
         test::le(0, 2);
}

TEST(Unpacker, KeepsUtf8NamesOfZip) {
  EXPECT_THAT(lines_of(stored_zip("stra\xC3\x9F"
                                  "e.nt",
                                  "one", 1 << 11)),
              ElementsAre("stra\xC3\x9F"
                          "e.nt=one"));
}

TEST(Unpacker, KeepsUtf8NamesOf7z) {
  // "ä.nt" by 7z: names are UTF-16 there. The writer needs no locale for ASCII only, so
  // the archive is written down here.
  const std::string header =
      std::string{
          "\x01\x04\x06\x00\x01\x09\x04\x00\x07\x0B\x01\x00\x01\x01\x00\x0C\x04\x00"
          "\x08\x0A\x01",
          21} +
      test::le(test::crc32("one\n"), 4) +
      std::string{
          "\x00\x00\x05\x01\x11\x0B\x00\xE4\x00\x2E\x00\x6E\x00\x74\x00\x00\x00\x00"
          "\x00",
          19};
  const std::string start =
      test::le(4, 8) + test::le(header.size(), 8) + test::le(test::crc32(header), 4);
  const std::string packed = std::string{"7z\xBC\xAF\x27\x1C\x00\x04", 8} +
                             test::le(test::crc32(start), 4) + start + "one\n" + header;
  EXPECT_THAT(lines_of(packed), ElementsAre("\xC3\xA4.nt=one\n"));
}

TEST(Unpacker, EncryptedEntriesAreNamedAndTheOthersRead) {
  const std::string locked = stored_zip("secret.nt", "xxxxxxxxxxxxxxxx", 1);
  const std::string good = stored_zip("good.nt", "one\n", 0);
  // Entries stream, so the second archive's entry simply follows the first one's.
  const std::string zip = locked.substr(0, locked.find("PK\x01\x02")) + good;
  const std::vector<Got> all = unpack(zip);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].error, "unpack.encrypted");
  EXPECT_THAT(all[0].message, HasSubstr("dump: entry secret.nt: encrypted"));
  EXPECT_EQ(line(all[1]), "good.nt=one\n");
}

TEST(Unpacker, AWrongChecksumDamagesOneEntryOnly) {
  std::string bad = stored_zip("a.nt", "one\n", 0);
  bad[bad.find("one\n")] = 'O';
  const std::string zip =
      bad.substr(0, bad.find("PK\x01\x02")) + stored_zip("b/c.ttl", "two\n", 0);
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

TEST(Unpacker, MessagesAreValidUtf8WhateverTheNames) {
  std::string zip = stored_zip("b\xFF\n.nt", "one\n", 0);
  zip[zip.find("one\n")] = 'O';
  const std::vector<Got> all = unpack(zip);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_THAT(all[0].message, HasSubstr("entry b\xEF\xBF\xBD\\n.nt"));
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
  std::mt19937 random{11};  // NOLINT: the same in every run
  for (int i = 0; i < 3000; ++i) {
    std::string packed = seeds[static_cast<std::size_t>(i) % seeds.size()];
    for (unsigned c = 0; c <= random() % 5; ++c)
      packed[random() % packed.size()] = static_cast<char>(random());
    if (random() % 4 == 0) packed.resize(random() % packed.size());
    (void)unpack(packed, "dump", limits, 1 + random() % 600);
  }
}

}  // namespace
}  // namespace semsite
