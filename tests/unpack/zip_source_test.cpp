#include "unpack/zip_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "unpack/unpacker_kit.hpp"
#include "unpack/zip_kit.hpp"

namespace semsite::zip_source_test {
namespace {

using test::Got;
using test::kThree;
using test::le;
using test::lines;
using test::lines_of;
using test::unpack;
using test::zip_end;
using test::zip_local;
using test::zip_named;
using test::zip_parts;
using test::ZipItem;
using test::ZipParts;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// What came, and the error behind it: code and message.
void expect_difference(const std::string& zip, const std::vector<std::string>& entries,
                       const std::string& word,
                       const std::string& code = "unpack.directory") {
  for (const std::size_t step : {std::size_t{1}, std::size_t{4096}}) {
    const std::vector<Got> all = unpack(zip, "dump.zip", {}, step);
    std::vector<std::string> expected = entries;
    expected.push_back("=!" + code);
    EXPECT_EQ(lines(all), expected) << word;
    EXPECT_THAT(all.back().message, AllOf(HasSubstr("dump.zip"), HasSubstr(word)));
  }
}

const std::vector<std::string> kAll = {"a.nt=one\n", "b.nt=two\n", "c.nt=three\n"};

TEST(ZipDirectory, AnEntryThatIsNamedAndNotThere) {
  for (const bool zeroed : {false, true}) {
    ZipParts parts = zip_parts(kThree);
    parts.entries[1] = zeroed ? std::string(parts.entries[1].size(), '\0') : "";
    expect_difference(parts.whole(), {kAll[0], kAll[2]}, "b.nt is missing");
  }
  ZipParts parts = zip_parts(kThree);
  parts.entries = {};
  expect_difference(parts.whole(), {}, "names 3 entries, 0 came");
}

TEST(ZipDirectory, TheFirstEntryOfWhatIsCalledAZip) {
  ZipParts parts = zip_parts(kThree);
  parts.entries[0].assign(parts.entries[0].size(), '\0');
  expect_difference(parts.whole(), {kAll[1], kAll[2]}, "a.nt is missing");
}

TEST(ZipDirectory, AnEntryThatIsThereAndNotNamed) {
  ZipParts parts = zip_parts(kThree);
  parts.names.erase(parts.names.begin() + 1);
  expect_difference(parts.whole(), kAll, "does not name b.nt");
}

TEST(ZipDirectory, NamesThatDiffer) {
  ZipParts parts = zip_parts(kThree);
  parts.names[1].replace(parts.names[1].find("b.nt"), 4, "x.nt");
  expect_difference(parts.whole(), kAll, "x.nt is missing");
  expect_difference(parts.whole(), kAll, "does not name b.nt");
}

TEST(ZipDirectory, SizesAndChecksumsThatDiffer) {
  for (const unsigned flags : {0U, 8U}) {  // also where they follow the data
    std::vector<ZipItem> items = kThree;
    items[1].flags = flags;
    for (const std::size_t field : {16, 20, 24}) {
      ZipParts parts = zip_parts(items);
      parts.names[1][field] ^= 1;
      expect_difference(parts.whole(), kAll, "entry b.nt came with 4 bytes");
    }
  }
}

TEST(ZipDirectory, PlacesThatDiffer) {
  constexpr std::size_t kPlace = 42, kPart = 34;
  ZipParts parts = zip_parts(kThree);
  parts.names[1][kPlace] ^= 1;
  expect_difference(parts.whole(), kAll, "stand elsewhere");
  parts = zip_parts(kThree);  // that of another entry
  std::swap(parts.names[0][kPlace], parts.names[2][kPlace]);
  expect_difference(parts.whole(), kAll, "stand elsewhere");
  parts = zip_parts(kThree);
  parts.offset += 1;
  expect_difference(parts.whole(), kAll, "stand elsewhere");
  parts = zip_parts(kThree);
  parts.names[2][kPart] ^= 1;
  expect_difference(parts.whole(), kAll, "one part of several");
}

TEST(ZipDirectory, EntriesOfTheEndThatAreElsewhere) {
  const ZipParts parts = zip_parts(kThree);
  const auto with_end = [&](std::size_t begins_in, std::size_t here) {
    return parts.data() + parts.directory() + "PK\x05\x06" + le(0, 2) + le(begins_in, 2) +
           le(here, 2) + le(3, 2) + le(parts.directory().size(), 4) +
           le(parts.offset, 4) + le(0, 2);
  };
  expect_difference(with_end(0, 2), kAll, "2 of its 3 entries");
  expect_difference(with_end(1, 3), kAll, "one part of several");
}

TEST(ZipDirectory, AnEndThatCountsOtherwise) {
  const ZipParts parts = zip_parts(kThree);
  const std::string front = parts.data() + parts.directory();
  const std::size_t size = parts.directory().size();
  expect_difference(front + zip_end(9, size, parts.offset), kAll, "counts 9 entries");
  expect_difference(front + zip_end(3, size + 7, parts.offset), kAll,
                    "gives the directory");
  expect_difference(front + zip_end(0, 0, 0), kAll, "counts 0 entries");
  EXPECT_EQ(lines_of(front + zip_end(3, size, 0xFFFFFFFF)), kAll) << "Info-ZIP's -fz -";
  // The end alone: the directory is lost.
  expect_difference(parts.data() + parts.end(), kAll, "names 0 entries");
}

TEST(ZipDirectory, AZip64EndThatContradicts) {
  const ZipParts parts = zip_parts(kThree);
  const auto wide = [&](std::size_t entries, std::size_t end_entries) {
    const std::size_t size = parts.directory().size();
    const std::size_t at = parts.offset + size;
    return parts.data() + parts.directory() + "PK\x06\x06" + le(44, 8) + le(45, 2) +
           le(45, 2) + le(0, 8) + le(entries, 8) + le(entries, 8) + le(size, 8) +
           le(parts.offset, 8) + "PK\x06\x07" + le(0, 4) + le(at, 8) + le(1, 4) +
           zip_end(end_entries, 0xFFFFFFFF, 0xFFFFFFFF);
  };
  EXPECT_EQ(lines_of(wide(3, 0xFFFF)), kAll);
  EXPECT_EQ(lines_of(wide(3, 3)), kAll);
  expect_difference(wide(9, 0xFFFF), kAll, "counts 9 entries");
  expect_difference(wide(9, 3), kAll, "counts 9 entries");
  expect_difference(wide(3, 9), kAll, "contradict");
}

TEST(ZipDirectory, OnePartOfSeveral) {
  ZipParts parts = zip_parts(kThree);
  std::string zip = parts.data() + parts.directory();
  zip += "PK\x05\x06" + le(1, 2) + le(1, 2) + le(3, 2) + le(5, 2) +
         le(parts.directory().size(), 4) + le(parts.offset, 4) + le(0, 2);
  expect_difference(zip, kAll, "part 2 of a zip", "unpack.volume");
}

TEST(ZipDirectory, ZipsOneBehindAnotherAreAllRead) {
  const std::string one = zip_parts({kThree[0], kThree[1]}).whole();
  EXPECT_EQ(lines_of(one + zip_parts({kThree[2]}).whole()), kAll);
  // Offsets that count from the very beginning.
  EXPECT_EQ(lines_of(one + zip_parts({kThree[2]}, one.size()).whole()), kAll);
  ZipParts second = zip_parts({kThree[2]});
  second.entries = {};
  expect_difference(one + second.whole(), {kAll[0], kAll[1]}, "c.nt is missing");
}

// Written behind the old end, with a new directory over everything.
TEST(ZipDirectory, AnArchiveThatWasAddedTo) {
  const ZipParts old = zip_parts({kThree[0], kThree[1]});
  const ZipParts added = zip_parts({kThree[2]}, old.whole().size());
  const std::string names = old.directory() + added.directory();
  const std::string front = old.whole() + added.data();
  EXPECT_EQ(lines_of(front + names + zip_end(3, names.size(), front.size())), kAll);
  // A file that was deleted, and yet read.
  const std::string fewer = old.names[0] + added.directory();
  expect_difference(front + fewer + zip_end(2, fewer.size(), front.size()), kAll,
                    "does not name b.nt");
}

TEST(ZipDirectory, IsInAnyOrder) {
  ZipParts parts = zip_parts(kThree);
  std::swap(parts.names[0], parts.names[2]);
  EXPECT_EQ(lines_of(parts.whole()), kAll);
}

TEST(ZipDirectory, ACommentMayHoldAnything) {
  const std::string trap = "PK\x05\x06" + std::string(18, '\0') + "PK\x01\x02 PK\x03\x04";
  EXPECT_EQ(lines_of(zip_parts(kThree).whole(trap)), kAll);
}

TEST(ZipDirectory, BytesBehindTheEnd) {
  const std::string zip = zip_parts(kThree).whole();
  EXPECT_EQ(lines_of(zip + std::string(1000, '\0') + "\r\n"), kAll);
  expect_difference(zip + "something else", kAll, "14 bytes", "unpack.trailing");
  expect_difference(zip + zip_end(2, 0, 0), kAll, "counts 2 entries");
}

TEST(ZipDirectory, GapsBetweenEntriesAreLegal) {
  ZipParts parts = zip_parts({kThree[0]});
  const std::string gap(333, '\0');
  const ZipParts rest = zip_parts({kThree[1], kThree[2]}, parts.offset + gap.size());
  const std::string names = parts.directory() + rest.directory();
  EXPECT_EQ(lines_of(parts.data() + gap + rest.data() + names +
                     zip_end(3, names.size(), rest.offset)),
            kAll);
}

TEST(ZipDirectory, TwoFilesOfOneNameAreTwoFiles) {
  const std::vector<ZipItem> twice = {{.name = "a.nt", .bytes = "one\n"},
                                      {.name = "a.nt", .bytes = "two\n"}};
  EXPECT_THAT(lines_of(zip_parts(twice).whole()),
              ElementsAre("a.nt=one\n", "a.nt=two\n"));
  ZipParts parts = zip_parts(twice);
  parts.entries[1] = "";
  expect_difference(parts.whole(), {"a.nt=one\n"}, "a.nt is missing");
}

TEST(ZipDirectory, NamesThatAreNoUtf8AreReadAllTheSame) {
  EXPECT_THAT(
      lines_of(
          zip_parts({{.name = "b\xFF.nt", .bytes = "one\n", .flags = 1 << 11}}).whole()),
      ElementsAre("b\xFF.nt=one\n"));
}

// APPNOTE §4.6.9.
TEST(ZipDirectory, AUnicodeNameStandsInAnExtraField) {
  const std::string name = "b_.nt", unicode = "b\xC3\xA4.nt";
  const auto zip = [&](std::uint32_t crc) {
    return zip_parts({{.name = name,
                       .bytes = "one\n",
                       .extra = le(0x7075, 2) + le(5 + unicode.size(), 2) + '\x01' +
                                le(crc, 4) + unicode}})
        .whole();
  };
  EXPECT_THAT(lines_of(zip(test::crc32(name))), ElementsAre(unicode + "=one\n"));
  EXPECT_THAT(lines_of(zip(1)), ElementsAre(name + "=one\n")) << "of another name";
}

TEST(ZipDirectory, AFileWithoutAName) {
  const std::vector<Got> all =
      unpack(zip_parts({{.name = "", .bytes = "one\n"}, kThree[1]}).whole());
  EXPECT_THAT(lines(all), ElementsAre("=!unpack.damaged", "b.nt=two\n"));
  EXPECT_THAT(all[0].message, HasSubstr("entry 1 has no name"));
}

TEST(ZipDirectory, AFolderThatHoldsDataIsTold) {
  const auto zip = [](unsigned flags) {
    return zip_parts({{.name = "empty/", .bytes = ""},
                      {.name = "streamed/", .bytes = "", .flags = 8},
                      {.name = "full.nt/", .bytes = "one\n", .flags = flags},
                      kThree[1]})
        .whole();
  };
  EXPECT_THAT(lines_of(zip(0)), ElementsAre("=!unpack.damaged", "b.nt=two\n"));
  EXPECT_THAT(lines_of(zip(8)), ElementsAre("b.nt=two\n", "=!unpack.directory"));
}

TEST(ZipDirectory, ATruncatedFolderEndsTheArchive) {
  std::string folder = zip_local({.name = "d/", .bytes = "", .packed = "0123456789"});
  folder.resize(folder.size() - 4);
  const std::vector<Got> all =
      unpack(zip_local({.name = "a.nt", .bytes = "one\n"}) + folder);
  EXPECT_THAT(lines(all), ElementsAre("a.nt=one\n", "=!unpack.truncated"));
}

// libarchive gives the former as the latter, composed (NFC).
TEST(ZipDirectory, NamesThatLibarchiveChangesAreThoseOfTheDirectory) {
  const std::vector<Got> all =
      unpack(zip_parts({{.name = "a\xCC\x88.nt", .bytes = "one\n", .flags = 1 << 11},
                        {.name = "b\\c.nt", .bytes = "two\n"}})
                 .whole());
  ASSERT_EQ(all.size(), 2U) << all.back().message;
  EXPECT_EQ(all[0].text, "one\n");
  EXPECT_EQ(all[1].text, "two\n");
}

TEST(ZipDirectory, EntriesBehindOneThatLibarchiveCannotGoOnWithAreRead) {
  std::vector<ZipItem> items = kThree;
  items[1].method = 8;
  items[1].packed = std::string(3, '\xFF') + "no deflate";
  for (const std::size_t step : {std::size_t{1}, std::size_t{4096}})
    EXPECT_THAT(lines(unpack(zip_parts(items).whole(), "dump", {}, step)),
                ElementsAre("a.nt=one\n", "=!unpack.damaged", "c.nt=three\n"));
  items = kThree;
  items[1].extra = le(1, 2) + le(99, 2);  // longer than it can be
  EXPECT_THAT(lines_of(zip_parts(items).whole()),
              ElementsAre("a.nt=one\n", "=!unpack.damaged", "c.nt=three\n",
                          "=!unpack.directory"));
}

// What nobody reads was not what its directory says, and may have been data.
TEST(ZipDirectory, DamagedDataThatIsPassedOver) {
  std::vector<ZipItem> items = kThree;
  items[1] = {.name = "b.nt",
              .bytes = "two\n",
              .flags = 8,
              .method = 8,
              .packed = test::stored_deflate("tvo\n")};
  Unpacker unpacker{test::memory(zip_parts(items).whole(), 4096), "dump", Limits{}};
  std::string errors;
  for (int calls = 0; calls < 10; ++calls) try {
      if (!unpacker.next()) break;
    } catch (const DocumentError& error) {
      errors += error.code();
    }
  EXPECT_EQ(errors, "unpack.directory");
}

// Signatures that go over the end of a block; data that nobody reads.
TEST(ZipDirectory, IsFoundWhereverBlocksEnd) {
  std::vector<ZipItem> items = kThree;
  items[0].bytes = test::sample_text(5000);
  items[1].flags = 8;
  const std::string zip = zip_parts(items).whole();
  for (std::size_t step = 4900; step < zip.size(); ++step) {
    Unpacker unpacker{test::memory(zip, step), "dump", Limits{}};
    int files = 0;
    while (unpacker.next()) ++files;
    EXPECT_EQ(files, 3) << step;
    EXPECT_EQ(unpack(zip, "dump", {}, step).size(), 3U) << step;
  }
}

TEST(ZipDirectory, AMethodThatNobodyKnows) {
  const std::vector<Got> all = unpack(
      zip_parts({{.name = "a.nt", .bytes = "one\n", .method = 6}, kThree[1]}).whole());
  EXPECT_THAT(lines(all), ElementsAre("=!unpack.unsupported", "b.nt=two\n"));
  EXPECT_THAT(all[0].message, HasSubstr("entry a.nt"));
}

// Bits are taken ahead, across the ends of blocks; what follows must be found.
TEST(ZipDirectory, DeflatedDataOfUnknownSizeEndsWhereItEnds) {
  std::mt19937 random{7};  // the same in every run
  std::vector<ZipItem> items;
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < 200; ++i) {
    std::string text;
    while (text.size() < i * 5) text += static_cast<char>(random() % (1 + i % 40) + 'A');
    std::string gzip = test::pack_stream(ARCHIVE_FILTER_GZIP, text);
    const std::string name = std::to_string(i) + ".nt";
    // 10 bytes of header, 8 of trailer (RFC 1952).
    items.push_back({.name = name,
                     .bytes = text,
                     .flags = 8,
                     .method = 8,
                     .packed = gzip.substr(10, gzip.size() - 18)});
    expected.push_back(name + '=' + text);
  }
  const std::string zip = zip_parts(items).whole();
  for (const std::size_t step : {1, 2, 3, 7, 61, 1000, 100'000})
    EXPECT_EQ(lines(unpack(zip, "dump", {}, step)), expected) << step;
}

TEST(ZipDirectory, StoredDataOfUnknownSizeEndsAtItsDescriptor) {
  std::vector<ZipItem> items = kThree;
  items[1].bytes = "PK\x07\x08 PK\x03\x04 PPPPK\x07" + zip_local(kThree[0]);
  for (ZipItem& item : items) item.flags = 8;
  const std::string zip = zip_parts(items).whole();
  for (const std::size_t step : {1, 5, 4096})
    EXPECT_THAT(lines(unpack(zip, "dump", {}, step)),
                ElementsAre("a.nt=one\n", "b.nt=" + items[1].bytes, "c.nt=three\n"));
}

TEST(ZipDirectory, ADescriptorThatLies) {
  std::vector<ZipItem> items = kThree;
  items[1] = {.name = "b.nt",
              .bytes = "two\n",
              .flags = 8,
              .method = 8,
              .packed = test::stored_deflate("two\n")};
  ZipParts parts = zip_parts(items);
  const std::size_t at = parts.entries[1].size() - 12;
  parts.entries[1][at] ^= 1;
  EXPECT_THAT(lines_of(parts.whole()),
              ElementsAre("a.nt=one\n", "b.nt=two\n!unpack.damaged", "c.nt=three\n"));
}

TEST(ZipDirectory, PackedDataThatDoesNotFillItsSize) {
  for (const bool longer : {false, true}) {
    std::vector<ZipItem> items = kThree;
    items[1].method = 8;
    items[1].packed = test::stored_deflate("two\n");
    if (longer)
      items[1].packed += "xyz";
    else
      items[1].packed.pop_back();
    EXPECT_THAT(lines(unpack(zip_parts(items).whole())),
                Contains(HasSubstr("!unpack.damaged")));
  }
}

}  // namespace
}  // namespace semsite::zip_source_test
